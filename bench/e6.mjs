import { DuckDBInstance } from '@duckdb/node-api';
const csv='/tmp/h/small-engine-scratch/flights.csv', out='/tmp/h/small-engine-scratch/o.parquet';
const i=await DuckDBInstance.create(':memory:');const c=await i.connect();
await c.run('set preserve_insertion_order=true');
const cols=(t)=>`{${Object.entries({date:t.date??'VARCHAR',delay:'BIGINT',distance:'BIGINT',origin:'VARCHAR',destination:'VARCHAR'}).map(([k,v])=>`'${k}': '${v}'`).join(', ')}}`;
const rd=(t={},x='')=>`read_csv('${csv}', auto_detect=false, header=true, columns=${cols(t)}, delim=',', quote='"', escape='"', comment='', strict_mode=true, null_padding=false, ignore_errors=false, nullstr='', allow_quoted_nulls=false, compression='none', encoding='utf-8', max_line_size=2097154${x})`;
console.log((await c.runAndReadAll(`select * from '${csv}' limit 2`)).getRowsJson(), (await c.runAndReadAll(`describe select * from '${csv}'`)).getRowsJson().map(r=>r.slice(0,2)));
const sel=(r)=>`SELECT CAST("date" AS TIMESTAMP) AS "date", CAST(delay AS BIGINT) delay, CAST(distance AS BIGINT) distance, origin, destination FROM ${r}`;
const lake='(FORMAT parquet, PARQUET_VERSION v1, COMPRESSION snappy, RETURN_STATS, FIELD_IDS {date:1, delay:2, distance:3, origin:4, destination:5})';
await c.run(`create table mem as ${sel(rd())}`);
const sides={
 bare:`COPY (SELECT * FROM read_csv('${csv}')) TO '${out}' (FORMAT parquet, COMPRESSION zstd)`,
 ours:`COPY (${sel(rd())}) TO '${out}' ${lake}`,
 oursTs:`COPY (${sel(rd({date:'TIMESTAMP'}))}) TO '${out}' ${lake}`,
 read:`select max(date),max(delay),max(distance),max(origin),max(destination) from ${rd()}`,
 readCast:`select max(date),max(delay),max(distance),max(origin),max(destination) from (${sel(rd())})`,
 readTs:`select max(date),max(delay),max(distance),max(origin),max(destination) from (${sel(rd({date:'TIMESTAMP'}))})`,
 mem:`COPY mem TO '${out}' ${lake}`,
 memNoBloom:`COPY mem TO '${out}' ${lake.replace('RETURN_STATS','RETURN_STATS, WRITE_BLOOM_FILTER false')}`,
 memNoStats:`COPY mem TO '${out}' ${lake.replace('RETURN_STATS,','')}`,
 memBig:`COPY mem TO '${out}' ${lake.replace('RETURN_STATS','RETURN_STATS, ROW_GROUP_SIZE 272727')}`,
 memZstd:`COPY mem TO '${out}' (FORMAT parquet, COMPRESSION zstd)`,
};
const only=process.argv[3]?.split(',');
const med=a=>[...a].sort((x,y)=>x-y)[Math.floor(a.length/2)];
const t={},cp={};
for(let k=0;k<+(process.argv[2]??5);k++)for(const[n,q]of Object.entries(sides)){if(only&&!only.includes(n))continue;const u=process.cpuUsage();const s=performance.now();await c.run(q);(t[n]??=[]).push(performance.now()-s);const d=process.cpuUsage(u);(cp[n]??=[]).push((d.user+d.system)/1e3);}
for(const n of Object.keys(t))console.log(n.padEnd(12),'wall',med(t[n]).toFixed(0),'cpu',med(cp[n]).toFixed(0),'min',Math.min(...cp[n]).toFixed(0));
