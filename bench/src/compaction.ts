import { join } from 'node:path';
import type { BareDuckdb } from './bare-duckdb.ts';
import type { HttpClient } from './http-client.ts';
import { pairedMedians } from './measure.ts';
import { type BenchRow, ratioRow } from './report.ts';

interface CompactionBench {
  readonly folder: string;
  readonly client: HttpClient;
  /** Client of one database. */
  readonly database: HttpClient;
  readonly databaseId: string;
  readonly bare: BareDuckdb;
}

const appends = 1000;
const query = (table: string) =>
  `SELECT kind, count(*) AS n, sum(value) AS total, max(name) AS last FROM ${table} GROUP BY kind ORDER BY kind`;
/** The settings' defaults compact a quiet table within a minute and a sweep. */
const patienceMs = 300_000;
const pollMs = 1000;

/**
 * Compares a compacted table of a thousand one-row appends with the same rows loaded as one file.
 */
export async function compaction(
  { folder, client, database, databaseId, bare }: CompactionBench,
  load: (table: string, path: string) => Promise<void>,
): Promise<BenchRow[]> {
  const rows = `SELECT i AS id, 'kind ' || (i % 7) AS kind, i * 3 AS value, 'name ' || i AS name FROM range(${appends}) AS r(i)`;
  const whole = join(folder, 'whole.parquet');
  await bare.run(`COPY (${rows}) TO '${whole}' (FORMAT parquet)`);
  await load('whole', whole);
  for (let row = 0; row < appends; row += 1) {
    const data = `id,kind,value,name\n${row},kind ${row % 7},${row * 3},name ${row}\n`;
    const body = { mode: 'append', format: 'csv', data };
    await client.json(
      'POST',
      `/v1/databases/${databaseId}/schemas/main/tables/appended/loads`,
      body,
    );
  }
  const ask = (table: string) => () => database.json('POST', '/v1/query', { sql: query(table) });
  const before = await pairedMedians(11, ask('appended'), ask('whole'));
  await compacted(client, databaseId);
  const after = await pairedMedians(101, ask('appended'), ask('whole'));
  const what = `a table of ${appends} one-row appends`;
  const loose = ratioRow(
    `${what} before its last compaction, against one file`,
    before.left,
    before.right,
    1.2,
  );
  return [
    { ...loose, reach: 'stated', reached: true },
    ratioRow(`${what} once compacted, against one file`, after.left, after.right, 1.2),
  ];
}

/** Waits until the last thing done to the table is a compaction: other tables have theirs. */
async function compacted(client: HttpClient, databaseId: string): Promise<void> {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    const { snapshots } = await client.json<{ snapshots: { operation: string }[] }>(
      'GET',
      `/v1/databases/${databaseId}/snapshots`,
      undefined,
    );
    const last = snapshots.find(({ operation }) => operation.endsWith(' main.appended'));
    if (last?.operation === 'compact main.appended') return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error('the table was not compacted in time');
}
