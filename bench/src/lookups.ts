import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { BareDuckdb } from './bare-duckdb.ts';
import type { HttpClient } from './http-client.ts';
import { latencies, percentile } from './measure.ts';
import { type BenchRow, ms, ratioRow } from './report.ts';

interface QueryBench {
  readonly folder: string;
  readonly database: HttpClient;
  readonly bare: BareDuckdb;
}

const rows = 1_000_000;
const clients = 32;

/** Clients that look up one row by key at a time, each with a new text. */
export async function lookups(
  { folder, database, bare }: QueryBench,
  load: (table: string, path: string) => Promise<void>,
): Promise<BenchRow[]> {
  const path = join(folder, 'accounts.parquet');
  const accounts = `SELECT i AS id, 'name ' || i AS name, hash(i) % 1000 AS balance, md5(i::VARCHAR) AS digest FROM range(${rows}) AS r(i)`;
  await bare.run(`COPY (${accounts}) TO '${path}' (FORMAT parquet)`);
  await load('accounts', path);
  const byKey = (id: number) => `id = ${id}`;
  const byDigest = (id: number) =>
    `digest = '${createHash('md5').update(String(id)).digest('hex')}'`;
  return [
    await lookupsBy('point lookups', byKey, database),
    await lookupsBy('the same by a text in no order', byDigest, database),
  ];
}

async function lookupsBy(
  what: string,
  condition: (id: number) => string,
  database: HttpClient,
): Promise<BenchRow> {
  const lookUp = async () => {
    const id = Math.floor(Math.random() * rows);
    const sql = `SELECT name FROM accounts WHERE ${condition(id)}`;
    const answer = await database.json<{ rows: string[][] }>('POST', '/v1/query', { sql });
    if (answer.rows[0]?.[0] !== `name ${id}`)
      throw new Error(`${sql}: ${JSON.stringify(answer.rows)}`);
  };
  await latencies(clients, 2000, lookUp);
  const measured = await latencies(clients, 6000, lookUp);
  const [p50, p99] = [percentile(measured.times, 50), percentile(measured.times, 99)];
  return {
    what: `${what} over ${rows.toLocaleString('en')} rows, ${clients} clients: p99 against p50`,
    quern: `${measured.perSecond.toFixed(0)}/s, p99 ${ms(p99)}`,
    reference: `p50 ${ms(p50)}`,
    result: `${(p99 / p50).toFixed(2)} times`,
    reach: 'at most 3 times',
    reached: p99 <= 3 * p50,
  };
}

/** Minutes of work for every core, without a table. */
const heavy = 'SELECT count(*) FROM range(1000000000000) a, range(1000000) b';

/**
 * Compares `SELECT 1` of one client beside a query on all cores with `SELECT 1` on an idle service.
 */
export async function fairness({ database }: QueryBench): Promise<BenchRow[]> {
  const one = () => database.json('POST', '/v1/query', { sql: 'SELECT 1' });
  await latencies(1, 2000, one);
  const idle = await latencies(1, 6000, one);
  const heavyRun = await database.json<{ query_run_id: string }>(
    'POST',
    '/v1/query',
    { sql: heavy, dialect: 'duckdb', async: true },
    202,
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  const beside = await latencies(1, 6000, one);
  const ended = await database.json<{ status: string; error_message: string }>(
    'POST',
    `/v1/query-runs/${heavyRun.query_run_id}/cancel`,
    undefined,
  );
  if (ended.status !== 'cancelled')
    throw new Error(`the heavy query was ${ended.status}: ${ended.error_message}`);
  const p99 = (measured: typeof idle) => percentile(measured.times, 99);
  return [
    ratioRow('p99 of `SELECT 1` beside one heavy query, against idle', p99(beside), p99(idle), 10),
  ];
}
