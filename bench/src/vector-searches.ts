import { join } from 'node:path';
import type { BareDuckdb } from './bare-duckdb.ts';
import type { HttpClient } from './http-client.ts';
import { median, pairedMedians, timed } from './measure.ts';
import { type BenchRow, ms, ratioRow } from './report.ts';
import { upload } from './upload.ts';

interface VectorBench {
  readonly folder: string;
  readonly client: HttpClient;
  readonly database: HttpClient;
  readonly databaseId: string;
  readonly bare: BareDuckdb;
}

const rowCount = 200_000;
const dimensions = 384;
const queryCount = 30;
const normal = 'sqrt(-2 * ln(random() + 1e-300)) * cos(6.283185307179586 * random())';
const indexed = { name: 'vector_docs', indexes: true };
const indexKinds = [
  { index_name: 'v', index_type: 'vector', columns: ['v'], dimensions },
  { index_name: 'body', index_type: 'bm25', columns: ['body'] },
];
const plain = { name: 'vector_docs_plain', indexes: false };

/** Searches of vectors through the service, in 1,000 groups, with a text beside each. */
export async function vectorSearches(
  bench: VectorBench,
  load: (table: string, path: string) => Promise<void>,
): Promise<BenchRow[]> {
  const path = join(bench.folder, 'vector-docs.parquet');
  await makeRows(bench.bare, path);
  for (const { name, indexes } of [indexed, plain]) {
    await load(name, path);
    if (indexes) await createIndexes(bench, name);
  }
  const queries = (
    await bench.bare.rows(
      `SELECT list_transform(v, lambda x: x + 0.05 * ${normal})::FLOAT[] FROM '${path}' USING SAMPLE ${queryCount} ROWS`,
    )
  ).map((row) => (row as [number[]])[0]);
  return [
    await topTen(bench, queries),
    await filtered(bench, path, queries),
    await appends(bench),
    await forks(bench),
  ];
}

async function makeRows(bare: BareDuckdb, path: string): Promise<void> {
  await bare.run('SELECT setseed(0.42)');
  await bare.run(
    `CREATE OR REPLACE TABLE centres AS SELECT k, list_transform(range(${dimensions}), lambda x: ${normal})::FLOAT[] AS v FROM range(1000) t(k)`,
  );
  await bare.run(
    `COPY (SELECT i AS id, hash(i) % 100 AS part, 'text ' || md5(i::VARCHAR) || ' ' || (i % 1000) AS body,
      list_transform(list_zip(c.v, range(${dimensions})), lambda x: x[1] + 0.5 * ${normal})::FLOAT[] AS v
      FROM range(${rowCount}) t(i) JOIN centres c ON c.k = (i * 7919) % 1000 ORDER BY i) TO '${path}' (FORMAT parquet)`,
  );
}

async function createIndexes({ client, databaseId }: VectorBench, table: string): Promise<void> {
  const database = await client.json<{ default_connection_id: string }>(
    'GET',
    `/v1/databases/${databaseId}`,
    undefined,
  );
  const path = `/v1/connections/${database.default_connection_id}/tables/main/${table}/indexes`;
  for (const kind of indexKinds) await client.json('POST', path, kind, 201);
}

const ask = async (database: HttpClient, sql: string) =>
  (await database.json<{ rows: unknown[][] }>('POST', '/v1/query', { sql, dialect: 'duckdb' }))
    .rows;

const nearest = (table: string, vector: readonly number[], where = '') =>
  `SELECT id FROM ${table} ${where} ORDER BY l2_distance(v, [${vector.join(', ')}]::FLOAT[]) LIMIT 10`;

async function topTen({ database }: VectorBench, queries: readonly number[][]): Promise<BenchRow> {
  const times: number[] = [];
  const ones: number[] = [];
  for (const query of queries) {
    times.push(await timed(() => ask(database, nearest(indexed.name, query))));
    ones.push(await timed(() => ask(database, 'SELECT 1')));
  }
  return {
    what: `ORDER BY distance LIMIT 10 over ${rowCount.toLocaleString('en')} x ${dimensions} by HTTP, p50`,
    quern: ms(median(times)),
    reference: `${ms(median(ones))}, SELECT 1`,
    result: `${ms(median(times) - median(ones))} more`,
    reach: 'none is set',
    reached: true,
  };
}

async function filtered(
  { database, bare }: VectorBench,
  path: string,
  queries: readonly number[][],
): Promise<BenchRow> {
  const times: { own: number[]; bare: number[] } = { own: [], bare: [] };
  let found = 0;
  for (const [index, query] of queries.entries()) {
    const where = `WHERE part = ${index}`;
    let own: unknown[][] = [];
    times.own.push(
      await timed(async () => {
        own = await ask(database, nearest(indexed.name, query, where));
      }),
    );
    let truth: unknown[] = [];
    const exact = nearest(`'${path}'`, query, where).replace('l2_distance', 'list_distance');
    times.bare.push(
      await timed(async () => {
        truth = await bare.rows(exact);
      }),
    );
    const ids = new Set(own.map(([id]) => Number(id)));
    found += truth.filter((row) => ids.has(Number((row as [unknown])[0]))).length;
  }
  const recall = found / (queries.length * 10);
  const row = ratioRow(
    'the same where a condition keeps 1 %, against bare DuckDB with it',
    median(times.own),
    median(times.bare),
    1,
  );
  return { ...row, result: `${row.result}, recall ${recall.toFixed(3)}` };
}

interface Appended {
  readonly path: string;
  /** Vector of the last row. */
  readonly id: number;
  readonly vector: readonly number[];
}

async function makeAppended({ bare, folder }: VectorBench, from: number): Promise<Appended> {
  const path = join(folder, `appended-${from}.parquet`);
  await bare.run(
    `COPY (SELECT i AS id, hash(i) % 100 AS part, 'text appended' || i AS body,
      list_transform(range(${dimensions}), lambda x: ${normal})::FLOAT[] AS v
      FROM range(${from}, ${from + 1000}) t(i)) TO '${path}' (FORMAT parquet)`,
  );
  const [last] = await bare.rows(`SELECT v FROM '${path}' WHERE id = ${from + 999}`);
  return { path, id: from + 999, vector: (last as [number[]])[0] };
}

/**
 * Time from the start of a load of 1,000 rows until a search by words and by vector finds the last
 * row.
 */
async function appends(bench: VectorBench): Promise<BenchRow> {
  const [left, right]: number[][] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    const appended = await makeAppended(bench, rowCount + round * 1000);
    left?.push(await timed(() => append(bench, indexed, appended)));
    right?.push(await timed(() => append(bench, plain, appended)));
  }
  return ratioRow(
    'append of 1,000 rows to a table with a vector and a BM25 index until found, against one without',
    median(left ?? []),
    median(right ?? []),
    3,
  );
}

async function append(
  { client, database, databaseId }: VectorBench,
  { name, indexes }: typeof indexed,
  { path, id, vector }: Appended,
): Promise<void> {
  const body = {
    mode: 'append',
    upload_id: await upload(client, path, 'application/vnd.apache.parquet'),
  };
  await client.json('POST', `/v1/databases/${databaseId}/schemas/main/tables/${name}/loads`, body);
  if (!indexes) return;
  const words = `SELECT id FROM bm25_search('${name}', 'body', 'appended${id}')`;
  for (const sql of [nearest(name, vector), words]) {
    const [first] = await ask(database, sql);
    if (Number(first?.[0]) !== id) throw new Error(`row ${id} is not found: ${String(first)}`);
  }
}

/** The other database differs only in indexes. */
async function forks({ client, databaseId }: VectorBench): Promise<BenchRow> {
  const fork = (id: string) =>
    client.json<{ id: string }>('POST', `/v1/databases/${id}/fork`, {}, 201);
  const { id: plainId } = await fork(databaseId);
  const indexes = `/v1/databases/${plainId}/schemas/main/tables/${indexed.name}/indexes`;
  for (const { index_name } of indexKinds)
    await client.json('DELETE', `${indexes}/${index_name}`, undefined, 204);
  const medians = await pairedMedians(
    50,
    () => fork(databaseId),
    () => fork(plainId),
  );
  return ratioRow(
    'fork of a database with these indexes (0.5 GB), against the same one without them',
    medians.left,
    medians.right,
    1.2,
  );
}
