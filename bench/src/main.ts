import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BareDuckdb } from './bare-duckdb.ts';
import { compaction } from './compaction.ts';
import { databases } from './databases.ts';
import { ducklake } from './ducklake.ts';
import { firstPage } from './first-page.ts';
import { forks } from './forks.ts';
import { functions } from './functions.ts';
import type { HttpClient } from './http-client.ts';
import { keyedLoads } from './keyed-loads.ts';
import { fairness, lookups } from './lookups.ts';
import { median, pairedMedians, throughput, timed } from './measure.ts';
import { newTexts } from './new-texts.ts';
import { openOwnDatabase } from './own-database.ts';
import { partitionedQuery } from './partitioned-query.ts';
import { planning } from './planning.ts';
import { type BenchRow, mib, ms, ratioRow, report } from './report.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { smallWork } from './small-queries.ts';
import { mostTables, sourceCatalogs } from './source-catalogs.ts';
import { mysqlSource } from './source-peers.ts';
import { largeSource, postgresBesidePeers, sources } from './sources.ts';
import { sortedLookups, texts } from './texts.ts';
import { upload } from './upload.ts';
import { vectorSearches } from './vector-searches.ts';
import { vectors } from './vectors.ts';
import { workersWithoutHttp } from './workers-without-http.ts';
import { clickbench, tpch } from './workload-parts.ts';
import { writers } from './writers.ts';

const flights = join(
  dirname(
    createRequire(new URL('../../packages/server/package.json', import.meta.url)).resolve(
      'vega-datasets',
    ),
  ),
  '../data/flights-3m.parquet',
);

/** Aggregations and joins over the 3M flights; `airports` is derived from them in both engines. */
const analyses = [
  'SELECT count(*), avg(delay), max(distance) FROM flights',
  'SELECT origin, count(*) AS n, avg(delay) AS d FROM flights GROUP BY origin ORDER BY n DESC LIMIT 10',
  "SELECT date_trunc('month', date) AS m, sum(distance) AS s FROM flights GROUP BY 1 ORDER BY 1",
  'SELECT origin, destination, count(*) AS n FROM flights GROUP BY origin, destination ORDER BY n DESC LIMIT 20',
  'SELECT count(DISTINCT origin), count(DISTINCT destination) FROM flights WHERE delay > 60',
  'SELECT a.region, count(*) AS n, avg(f.delay) AS d FROM flights f JOIN airports a ON a.code = f.origin GROUP BY a.region ORDER BY n DESC',
  'SELECT o.region AS ro, d.region AS rd, sum(f.distance) AS s FROM flights f JOIN airports o ON o.code = f.origin JOIN airports d ON d.code = f.destination GROUP BY o.region, d.region ORDER BY s DESC LIMIT 20',
  'SELECT origin, delay, rank() OVER (PARTITION BY origin ORDER BY delay DESC) AS r FROM flights WHERE delay > 300 ORDER BY origin, r LIMIT 100',
] as const;

interface Bench {
  readonly folder: string;
  readonly service: ServiceProcess;
  readonly client: HttpClient;
  readonly database: HttpClient;
  readonly databaseId: string;
  readonly bare: BareDuckdb;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-bench-'));
  const service = await startService(join(folder, 'data'));
  try {
    const own = await openOwnDatabase(service, 'bench');
    const bench: Bench = { folder, service, ...own, bare: await BareDuckdb.open() };
    const idleBytes = await settle(service);
    service.resetPeak();
    const rows: BenchRow[] = [];
    for (const part of chosenParts(process.argv.slice(2))) {
      for (const row of await part(bench)) {
        rows.push(row);
        console.log(
          `${row.what}: ${row.quern} against ${row.reference}: ${row.result} (${row.reach})`,
        );
      }
    }
    const grownBytes = service.peakBytes() - idleBytes;
    rows.push({
      what: 'resident memory of the HTTP process through all of it',
      quern: mib(service.peakBytes()),
      reference: `${mib(idleBytes)} idle`,
      result: `${mib(grownBytes)} more`,
      reach: 'at most 250 MiB more',
      reached: grownBytes <= 250 * 2 ** 20,
    });
    report(rows, process.argv.length > 2);
    own.close();
  } finally {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const parts = {
  loads,
  smallQueries,
  smallWork,
  newTexts,
  analysesOfFlights,
  databases,
  forks,
  vectors,
  vectorSearches: withTables(vectorSearches),
  texts: withTables(texts),
  functions: withTables(functions),
  sortedLookups: withTables(sortedLookups),
  partitions: withTables(partitionedQuery),
  largeResult,
  keyedLoads,
  writers,
  sources,
  postgresBesidePeers,
  mysqlSource,
  sourceCatalogs,
  ducklake,
  compactedAppends: withTables(compaction),
  fairness,
  lookups: withTables(lookups),
  planning,
  tpch: withTables(tpch),
  clickbench: withTables(clickbench),
  firstPage,
};

/** Parts that run only by name: afterwards the service is larger than all other parts together. */
const large = { mostTables, largeSource };

/** A part that loads Parquet files of its own. */
function withTables(
  part: (bench: Bench, load: (table: string, path: string) => Promise<void>) => Promise<BenchRow[]>,
) {
  return (bench: Bench) =>
    part(bench, (table, path) => load(bench, table, path, 'application/vnd.apache.parquet'));
}

/** All parts, or the named ones. The first part loads the flights. */
function chosenParts(names: readonly string[]): ((bench: Bench) => Promise<BenchRow[]>)[] {
  const known = { ...parts, ...large };
  const unknown = names.find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined)
    throw new Error(`no part '${unknown}'; there are ${Object.keys(known).join(', ')}`);
  return Object.entries(names.length === 0 ? parts : known).flatMap(([name, part]) =>
    names.length === 0 || names.includes(name) ? [part] : [],
  );
}

async function settle(service: ServiceProcess): Promise<number> {
  const readings: number[] = [];
  for (let index = 0; index < 10; index += 1) {
    readings.push(service.residentBytes());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return median(readings);
}

async function loads(bench: Bench): Promise<BenchRow[]> {
  const { folder, bare } = bench;
  const csv = join(folder, 'flights.csv');
  await bare.run(`COPY (SELECT * FROM '${flights}') TO '${csv}' (FORMAT csv, HEADER)`);
  const parquet = await pairedMedians(
    5,
    () => load(bench, 'flights', flights, 'application/vnd.apache.parquet'),
    () =>
      bare.run(
        `COPY (SELECT * FROM '${flights}') TO '${join(folder, 'bare.parquet')}' (FORMAT parquet, COMPRESSION zstd)`,
      ),
  );
  const text = await pairedMedians(
    3,
    () => load(bench, 'flights_csv', csv, 'text/csv'),
    () =>
      bare.run(
        `COPY (SELECT * FROM read_csv('${csv}')) TO '${join(folder, 'bare-csv.parquet')}' (FORMAT parquet, COMPRESSION zstd)`,
      ),
  );
  return [
    ratioRow(
      'load of the 3M-row Parquet, upload to queryable, against COPY to zstd Parquet',
      parquet.left,
      parquet.right,
      1.3,
    ),
    ratioRow('load of its CSV export, against the same from read_csv', text.left, text.right, 1.5),
  ];
}

/** The time runs from the first request to the load's answer. */
async function load(bench: Bench, table: string, path: string, contentType: string): Promise<void> {
  const { client, databaseId } = bench;
  const body = { mode: 'replace', upload_id: await upload(client, path, contentType) };
  await client.json('POST', `/v1/databases/${databaseId}/schemas/main/tables/${table}/loads`, body);
}

async function smallQueries(bench: Bench): Promise<BenchRow[]> {
  const { database, bare } = bench;
  const viaHttp = () => database.json('POST', '/v1/query', { sql: 'SELECT 1' });
  const inProcess = () => bare.rows('SELECT 1');
  await throughput(1, 2000, viaHttp);
  const p50 = await pairedMedians(2000, viaHttp, inProcess);
  const overHttp = await throughput(16, 8000, viaHttp);
  const withoutHttp = await workersWithoutHttp(bench.folder, 16, 8000);
  return [
    {
      what: '`SELECT 1` over HTTP, one client, p50, against bare @duckdb/node-api',
      quern: ms(p50.left),
      reference: ms(p50.right),
      result: `${ms(p50.left - p50.right)} more`,
      reach: 'at most 2.5 ms more',
      reached: p50.left - p50.right <= 2.5,
    },
    {
      what: 'the same with 16 clients, against the same workers doing analysis, SELECT and COPY without HTTP',
      quern: `${overHttp.toFixed(0)}/s`,
      reference: `${withoutHttp.toFixed(0)}/s`,
      result: `${(overHttp / withoutHttp).toFixed(2)} times`,
      reach: 'at least 0.5 times',
      reached: overHttp >= withoutHttp * 0.5,
    },
  ];
}

async function analysesOfFlights(bench: Bench): Promise<BenchRow[]> {
  const { bare, database } = bench;
  const airports =
    'SELECT origin AS code, substr(origin, 1, 1) AS region FROM flights GROUP BY origin';
  await bare.run(`CREATE VIEW flights AS SELECT * FROM '${flights}'`);
  await bare.run(
    `COPY (${airports}) TO '${join(bench.folder, 'airports.parquet')}' (FORMAT parquet)`,
  );
  await bare.run(
    `CREATE VIEW airports AS SELECT * FROM '${join(bench.folder, 'airports.parquet')}'`,
  );
  await load(
    bench,
    'airports',
    join(bench.folder, 'airports.parquet'),
    'application/vnd.apache.parquet',
  );
  const rows: BenchRow[] = [];
  let [quernMs, bareMs] = [0, 0];
  for (const [index, sql] of analyses.entries()) {
    const medians = await pairedMedians(
      9,
      () => database.json('POST', '/v1/query', { sql }),
      () => bare.rows(sql),
    );
    quernMs += medians.left;
    bareMs += medians.right;
    rows.push(
      ratioRow(
        `flights ${index + 1}: \`${sql.slice(0, 60)}...\``,
        medians.left,
        medians.right,
        1.15,
        3,
      ),
    );
  }
  rows.push(
    ratioRow(
      'eight aggregations and joins over the 3M flights, together',
      quernMs,
      bareMs,
      1.15,
      3 * analyses.length,
    ),
    await reusedAnalysis(bench),
  );
  return rows;
}

/**
 * The second of the analyses, asked again and again as a client does that says nothing of caches.
 */
async function reusedAnalysis({ client, database, databaseId }: Bench): Promise<BenchRow> {
  const asking = client.with({ 'x-database-id': databaseId });
  const body = { sql: analyses[1] };
  const asked = () => asking.json('POST', '/v1/query', body);
  await asked();
  const p50 = await pairedMedians(500, asked, () =>
    database.json('POST', '/v1/query', { sql: 'SELECT 1' }),
  );
  asking.close();
  return ratioRow('flights 2 asked again, reused, against `SELECT 1`', p50.left, p50.right, 1.5);
}

const tenMillion =
  "SELECT i AS id, i * 7 % 1000 AS bucket, CAST(i AS double precision) / 3 AS ratio, 'name ' || CAST(i % 5000 AS VARCHAR) AS name FROM generate_series(1, 10000000) AS g(i)";

async function largeResult(bench: Bench): Promise<BenchRow[]> {
  const copied = join(bench.folder, 'ten.parquet');
  const made = await answerAndReady(bench, tenMillion, tenMillion, copied);
  await load(bench, 'ten', copied, 'application/vnd.apache.parquet');
  const read = await answerAndReady(
    bench,
    'SELECT * FROM ten',
    `SELECT * FROM '${copied}'`,
    join(bench.folder, 'again.parquet'),
  );
  return [
    ratioRow(
      'a 10M-row result until the answer, against COPY to Parquet',
      made.answerMs,
      made.bareMs,
      0.6,
    ),
    ratioRow(
      'a 10M-row result until ready, against COPY to Parquet',
      made.readyMs,
      made.bareMs,
      1.4,
    ),
    ratioRow(
      '10M rows of a stored table until the answer, against COPY to Parquet',
      read.answerMs,
      read.bareMs,
      0.6,
    ),
    ratioRow(
      '10M rows of a stored table until ready, against COPY to Parquet',
      read.readyMs,
      read.bareMs,
      1.4,
    ),
    ...(await downloads(bench, made.resultId, copied)),
  ];
}

/** Medians of three rounds, and the last result's id; the bare copy stays at `copied`. */
async function answerAndReady(
  { bare, database }: Bench,
  sql: string,
  bareSql: string,
  copied: string,
) {
  const [answers, readies, bareTimes]: [number[], number[], number[]] = [[], [], []];
  let resultId = '';
  for (let round = 0; round < 3; round += 1) {
    bareTimes.push(
      await timed(() =>
        bare.run(`COPY (${bareSql}) TO '${copied}' (FORMAT parquet, COMPRESSION zstd)`),
      ),
    );
    const started = performance.now();
    const answer = await database.json<{ result_id: string }>('POST', '/v1/query', { sql });
    answers.push(performance.now() - started);
    resultId = answer.result_id;
    await untilReady(database, resultId);
    readies.push(performance.now() - started);
  }
  return {
    answerMs: median(answers),
    readyMs: median(readies),
    bareMs: median(bareTimes),
    resultId,
  };
}

async function untilReady(database: HttpClient, resultId: string): Promise<void> {
  for (;;) {
    const { status } = await database
      .json<{ status: string }>('GET', `/v1/results/${resultId}?limit=0`, undefined)
      .catch(() => ({ status: '' }));
    if (status === 'ready') return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function downloads(bench: Bench, resultId: string, parquet: string): Promise<BenchRow[]> {
  const { bare, database, folder } = bench;
  const csv = await pairedMedians(
    3,
    () => database.drain(`/v1/results/${resultId}?format=csv`),
    () =>
      bare.run(
        `COPY (SELECT * FROM '${parquet}') TO '${join(folder, 'native.csv')}' (FORMAT csv, HEADER)`,
      ),
  );
  const arrow = await pairedMedians(
    3,
    () => database.drain(`/v1/results/${resultId}?format=arrow`),
    () => nativeArrow(parquet),
  );
  const json = await pairedMedians(
    2,
    () => jsonInSlices(database, resultId),
    () =>
      bare.run(
        `COPY (SELECT * FROM '${parquet}') TO '${join(folder, 'native.json')}' (FORMAT json)`,
      ),
  );
  return [
    ratioRow(
      'its 10M rows as CSV, against reading the Parquet and writing CSV natively',
      csv.left,
      csv.right,
      2,
    ),
    ratioRow(
      'its 10M rows as Arrow, against parquet-wasm in one process',
      arrow.left,
      arrow.right,
      2,
    ),
    ratioRow(
      'its 10M rows as JSON in slices of 500,000, against writing JSON natively',
      json.left,
      json.right,
      2,
    ),
  ];
}

/**
 * DuckDB from npm writes no Arrow; the native way here is arrow-rs as WebAssembly, without any of
 * our code.
 */
async function nativeArrow(parquet: string): Promise<void> {
  const { readParquet } = await import('parquet-wasm/node');
  const table = readParquet(new Uint8Array(await readFile(parquet)));
  table.intoIPCStream();
}

async function jsonInSlices(database: HttpClient, resultId: string): Promise<void> {
  for (let offset = 0; offset < 10_000_000; offset += 500_000) {
    await database.drain(`/v1/results/${resultId}?format=json&offset=${offset}&limit=500000`);
  }
}

await main();
