import { DuckDBInstance } from '@duckdb/node-api';
import { writeFileSync } from 'node:fs';
const csv='/tmp/h/small-engine-scratch/tiny.csv';writeFileSync(csv,'id,name\n'+Array.from({length:100},(_,r)=>`${r},a name of ${r}`).join('\n')+'\n');
const i=await DuckDBInstance.create(':memory:');const c=await i.connect();await c.run('pragma disable_optimizer');await c.run('set threads=2');
const rd=(n,p=true)=>`read_csv('${csv}', auto_detect=false, header=true, columns={'id': 'BIGINT', 'name': 'VARCHAR'}, delim=',', quote='"', escape='"', comment='', strict_mode=true, null_padding=false, ignore_errors=false, nullstr='', allow_quoted_nulls=false, compression='none', encoding='utf-8', max_line_size=${n}, parallel=false)`;
const opt=x=>`(FORMAT parquet, PARQUET_VERSION v1, COMPRESSION snappy, RETURN_STATS, FIELD_IDS {id: 1, name: 2}, ROW_GROUP_SIZE 40960${x}, USE_TMP_FILE false)`;
const out='/tmp/h/small-engine-scratch/tiny.parquet';
await c.run(`create table m as select * from ${rd(2000)}`);
const rows=Array.from({length:100},(_,r)=>`(${r}, 'a name of ${r}')`).join(',');
const sides={
 select1:'select 1',
 read:`select * from ${rd(2000)}`,
 copy:`COPY (SELECT * FROM (SELECT CAST(id AS BIGINT) AS id, name AS name FROM ${rd(2000)})) TO '${out}' ${opt('')}`,
 copyNoBloom:`COPY (SELECT * FROM (SELECT CAST(id AS BIGINT) AS id, name AS name FROM ${rd(2000)})) TO '${out}' ${opt(', WRITE_BLOOM_FILTER false')}`,
 mem:`COPY m TO '${out}' ${opt('')}`,
 memUncompr:`COPY m TO '${out}' ${opt('').replace('snappy','uncompressed')}`,
 values:`COPY (SELECT CAST(a AS BIGINT) id, b AS name FROM (VALUES ${rows}) t(a,b)) TO '${out}' ${opt('')}`,
};
const med=a=>[...a].sort((x,y)=>x-y)[Math.floor(a.length/2)];
const t={},cp={};
for(let k=0;k<150;k++)for(const[n,q]of Object.entries(sides)){const u=process.cpuUsage();const s=performance.now();await c.runAndReadAll(q);(t[n]??=[]).push(performance.now()-s);const d=process.cpuUsage(u);(cp[n]??=[]).push((d.user+d.system)/1e3);}
for(const n of Object.keys(t))console.log(n.padEnd(12),'wall',med(t[n]).toFixed(2),'min',Math.min(...t[n]).toFixed(2),'cpu',med(cp[n]).toFixed(2),'min',Math.min(...cp[n]).toFixed(2));
