import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { HttpClient } from './http-client.ts';
import { pairedMedians } from './measure.ts';
import { type BenchRow, ratioRow } from './report.ts';

const filesPerTable = 10;
const timesMeasured = 1000;

/** Compares a fork of a database with 10 files and a fork with 10,000: a fork copies a pointer. */
export async function forks({
  client,
  folder,
}: {
  client: HttpClient;
  folder: string;
}): Promise<BenchRow[]> {
  const small = await tenFiles(client);
  const large = await tenFiles(client);
  multiplyFiles(join(folder, 'data', 'quern.db'), large.default_connection_id);
  await expectRows(client, small.id, filesPerTable);
  await expectRows(client, await fork(client, small.id), filesPerTable);
  await expectRows(client, await fork(client, large.id), filesPerTable * timesMeasured);
  const medians = await pairedMedians(
    300,
    () => fork(client, large.id),
    () => fork(client, small.id),
  );
  return [
    ratioRow(
      'fork of a database with 10,000 files, against one with 10',
      medians.left,
      medians.right,
      1.5,
    ),
  ];
}

interface MadeDatabase {
  readonly id: string;
  readonly default_connection_id: string;
}

async function tenFiles(client: HttpClient): Promise<MadeDatabase> {
  const database = await client.json<MadeDatabase>('POST', '/v1/databases', { name: 'forks' }, 201);
  const path = `/v1/databases/${database.id}/schemas/main/tables/t/loads`;
  for (let file = 0; file < filesPerTable; file += 1)
    await client.json('POST', path, { mode: 'append', data: 'v\n1\n' });
  return database;
}

async function fork(client: HttpClient, id: string): Promise<string> {
  return (await client.json<MadeDatabase>('POST', `/v1/databases/${id}/fork`, {}, 201)).id;
}

async function expectRows(client: HttpClient, id: string, expected: number): Promise<void> {
  const sql = 'SELECT count(*), count(v) FROM t';
  const { rows } = await client
    .with({ 'x-database-id': id })
    .json<{ rows: number[][] }>('POST', '/v1/query', { sql });
  if (rows[0]?.[0] !== expected) throw new Error(`${rows[0]?.[0]} rows, not ${expected}`);
}

/**
 * 10,000 loads would take minutes: beside the service, each manifest names its files a thousand
 * times instead.
 */
function multiplyFiles(path: string, lakeId: string): void {
  const metadata = new Database(path);
  metadata.pragma('busy_timeout = 5000');
  const manifests = metadata.prepare<[string], { id: string; files: string }>(
    'SELECT id, files FROM lake_manifests WHERE root_id = ?',
  );
  const update = metadata.prepare(
    'UPDATE lake_manifests SET files = ?, file_count = file_count * ?, row_count = row_count * ? WHERE id = ?',
  );
  metadata.transaction(() => {
    for (const { id, files } of manifests.all(lakeId)) {
      const named = (JSON.parse(files) as unknown[]).flatMap(
        (file) => Array(timesMeasured).fill(file) as unknown[],
      );
      update.run(JSON.stringify(named), timesMeasured, timesMeasured, id);
    }
    metadata
      .prepare(
        'UPDATE lake_versions SET file_count = file_count * ?, row_count = row_count * ? WHERE root_id = ?',
      )
      .run(timesMeasured, timesMeasured, lakeId);
  })();
  metadata.close();
}
