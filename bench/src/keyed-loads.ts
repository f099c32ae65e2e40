import { join } from 'node:path';
import type { BareDuckdb } from './bare-duckdb.ts';
import type { HttpClient } from './http-client.ts';
import { median, timed } from './measure.ts';
import { type BenchRow, ratioRow } from './report.ts';
import { upload } from './upload.ts';

interface KeyedBench {
  readonly folder: string;
  readonly client: HttpClient;
  readonly databaseId: string;
  readonly bare: BareDuckdb;
}

const rowCount = 10_000_000;
const rounds = 7;
const parquet = 'application/vnd.apache.parquet';

/**
 * Compares upserts of 1,000 rows with keys all over the table, half of them new, with MERGE into a
 * native table.
 */
export async function keyedLoads(bench: KeyedBench): Promise<BenchRow[]> {
  return [
    await upserts(bench, 'merge_sorted', 'i', 'in the order of the key'),
    await upserts(bench, 'merge_unsorted', `i * 7919 % ${rowCount}`, 'in no order'),
  ];
}

async function upserts(
  bench: KeyedBench,
  table: string,
  key: string,
  order: string,
): Promise<BenchRow> {
  const { folder, client, databaseId, bare } = bench;
  const file = join(folder, `${table}.parquet`);
  const columns = `i % 1000 AS bucket, i / 3.0::DOUBLE AS ratio, 'name ' || (i % 5000) AS name`;
  await bare.run(
    `CREATE TABLE ${table} AS SELECT (${key}) * 2 AS id, ${columns} FROM range(${rowCount}) t(i)`,
  );
  await bare.run(`COPY ${table} TO '${file}' (FORMAT parquet)`);
  const load = (mode: string, uploadId: string) =>
    client.json('POST', `/v1/databases/${databaseId}/schemas/main/tables/${table}/loads`, {
      mode,
      upload_id: uploadId,
      key: ['id'],
    });
  await load('replace', await upload(client, file, parquet));
  const [quernTimes, bareTimes]: [number[], number[]] = [[], []];
  const changes = join(folder, 'changes.parquet');
  for (let round = 0; round < rounds; round += 1) {
    const changed = `SELECT (hash(i + ${round * 1000}) % ${2 * rowCount})::BIGINT AS id, ${columns} FROM range(1000) t(i)`;
    await bare.run(`COPY (${changed}) TO '${changes}' (FORMAT parquet)`);
    const uploadId = await upload(client, changes, parquet);
    quernTimes.push(await timed(() => load('upsert', uploadId)));
    bareTimes.push(await timed(() => bare.run(mergeStatement(table, changes))));
  }
  await bare.run(`DROP TABLE ${table}`);
  const what = `upsert of 1,000 rows into 10M ${order}, against MERGE into a native table of them`;
  return ratioRow(what, median(quernTimes), median(bareTimes), 5);
}

const mergeStatement = (table: string, path: string) =>
  `MERGE INTO ${table} AS t USING (FROM '${path}') AS s ON t.id = s.id ` +
  'WHEN MATCHED THEN UPDATE SET bucket = s.bucket, ratio = s.ratio, name = s.name ' +
  'WHEN NOT MATCHED THEN INSERT (id, bucket, ratio, name) VALUES (s.id, s.bucket, s.ratio, s.name)';
