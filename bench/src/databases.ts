import { join } from 'node:path';
import { migrateMetadata } from '../../packages/server/dist/metadata/migrate.js';
import { openMetadata } from '../../packages/server/dist/metadata/open-metadata.js';
import type { HttpClient } from './http-client.ts';
import { pairedMedians, timed } from './measure.ts';
import { type BenchRow, ms, ratioRow } from './report.ts';

const databasesPerBatch = 10_000;
const fewDatabases = 10;

/** Creating databases one at a time and by the batch, and listing among few and many. */
export async function databases(bench: {
  readonly folder: string;
  readonly client: HttpClient;
}): Promise<BenchRow[]> {
  const { client } = bench;
  const [few, many] = [await workspace(client, 'few'), await workspace(client, 'many')];
  try {
    const created = await creation(bench.folder, few);
    const bulkMs = await timed(() => fill(many, databasesPerBatch));
    await fill(few, fewDatabases);
    const page = await pairedMedians(
      300,
      () => many.json('GET', '/v1/databases?limit=10', undefined),
      () => few.json('GET', '/v1/databases?limit=10', undefined),
    );
    return [
      created,
      {
        what: 'databases created by one batch of 10,000',
        quern: `${((databasesPerBatch / bulkMs) * 1000).toFixed(0)}/s`,
        reference: '',
        result: ms(bulkMs),
        reach: 'stated',
        reached: true,
      },
      ratioRow(
        'first page of ten among 10,000 databases, against among ten, p50',
        page.left,
        page.right,
        2,
      ),
    ];
  } finally {
    few.close();
    many.close();
  }
}

/**
 * Reference: one synced transaction with one insert through the same driver, the least cost of
 * creating anything.
 */
async function creation(folder: string, client: HttpClient): Promise<BenchRow> {
  const metadata = await openMetadata(`sqlite:${join(folder, 'bare.db')}`);
  await migrateMetadata(metadata, 0);
  let made = 0;
  const insert = () =>
    metadata.transaction((trx) =>
      trx
        .insertInto('nodes')
        .values({ id: `node${made++}`, started_at: 0, heartbeat_at: 0 })
        .execute(),
    );
  const ids: string[] = [];
  const create = async () => {
    const { id } = await client.json<{ id: string }>('POST', '/v1/databases', { name: 'one' }, 201);
    ids.push(id);
  };
  for (let warm = 0; warm < 200; warm += 1) await create();
  const p50 = await pairedMedians(1_000, create, insert);
  await metadata.close();
  for (const id of ids) await client.json('DELETE', `/v1/databases/${id}`, undefined, 204);
  return ratioRow(
    'create a database over HTTP, p50, against one bare metadata transaction',
    p50.left,
    p50.right,
    5,
  );
}

async function workspace(client: HttpClient, name: string): Promise<HttpClient> {
  const made = await client.json<{ workspace: { public_id: string } }>(
    'POST',
    '/v1/workspaces',
    { name },
    201,
  );
  return client.with({ 'x-workspace-id': made.workspace.public_id });
}

/** Until the last of the batch is there. */
async function fill(client: HttpClient, count: number): Promise<void> {
  const request = { count, name_template: 'tenant {index}', schemas: [{ name: 'public' }] };
  const { batch_id: id } = await client.json<{ batch_id: string }>(
    'POST',
    '/v1/databases/bulk',
    request,
    202,
  );
  for (;;) {
    const batch = await client.json<{ created_count: number }>(
      'GET',
      `/v1/databases/bulk/${id}`,
      undefined,
    );
    if (batch.created_count === count) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
