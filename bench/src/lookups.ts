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

/** Clients that each look up one row at a time by its key, every text another. */
export async function lookups(
  { folder, database, bare }: QueryBench,
  load: (table: string, path: string) => Promise<void>,
): Promise<BenchRow[]> {
  const path = join(folder, 'accounts.parquet');
  const accounts = `SELECT i AS id, 'name ' || i AS name, hash(i) % 1000 AS balance FROM range(${rows}) AS r(i)`;
  await bare.run(`COPY (${accounts}) TO '${path}' (FORMAT parquet)`);
  await load('accounts', path);
  const lookUp = async () => {
    const id = Math.floor(Math.random() * rows);
    const sql = `SELECT name FROM accounts WHERE id = ${id}`;
    const answer = await database.json<{ rows: string[][] }>('POST', '/v1/query', { sql });
    if (answer.rows[0]?.[0] !== `name ${id}`)
      throw new Error(`${sql}: ${JSON.stringify(answer.rows)}`);
  };
  await latencies(clients, 2000, lookUp);
  const measured = await latencies(clients, 8000, lookUp);
  return [
    {
      what: `point lookups over ${rows.toLocaleString('en')} rows, ${clients} clients`,
      quern: `${measured.perSecond.toFixed(0)}/s`,
      reference: `p50 ${ms(percentile(measured.times, 50))}`,
      result: `p99 ${ms(percentile(measured.times, 99))}`,
      reach: 'stated',
      reached: true,
    },
  ];
}

/** Minutes of work for every core, without a table. */
const heavy = 'SELECT count(*) FROM range(1000000000000) a, range(1000000) b';

/**
 * `SELECT 1` of one client beside a query that takes all cores, against the same on an idle
 * service.
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
