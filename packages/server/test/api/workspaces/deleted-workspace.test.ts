import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { metadataKinds } from '../../metadata/metadata-backends.ts';
import { Api, type Json, put } from '../../service.ts';
import { startTimedService, type TimedService } from '../timed-service.ts';

/** Ids are a short prefix and at least 20 letters and digits. */
const ids = /\b[a-z]{3,}[0-9a-z]{20,}\b/g;
/** Rows of processes, which come and go without any workspace. */
const ofProcesses = new Set(['nodes', 'locks', 'lake_compactions', 'store_binding']);
const hourMs = 3_600_000;
/** Interval of collections. */
const collectionMs = 601_000;

describe.each(metadataKinds)('a workspace of everything there is, on %s', (kind) => {
  let running: TimedService;

  beforeEach(async () => {
    // Compactions would change the tables of the remaining workspace.
    running = await startTimedService(kind, { QUERN_COMPACTION_QUIET: '2592000' });
  });
  afterEach(() => running?.dispose());

  async function workspace(name: string): Promise<{ id: string; api: Api }> {
    const { body } = await running.api.post('/v1/workspaces', { name });
    const id = body.workspace.public_id;
    return { id, api: running.api.with({ 'x-workspace-id': id }) };
  }

  test('is removed with all of it, and nothing else, by whoever runs after its deletion', async () => {
    const kept = await workspace('kept');
    await fill(kept.api, kept.id);
    const before = await running.rows();
    const objectsBefore = await running.objectKeys();
    const doomed = await workspace('doomed');
    const database = await fill(doomed.api, doomed.id);
    const filled = await running.rows();
    expect(tablesWithout(before, filled)).toEqual([]);
    const known = new Set(idsIn(before));
    const itsIds = idsIn(filled).filter((id) => !known.has(id));
    expect(itsIds).toContain(doomed.id);

    const loading = await doomed.api.load(database.id, 'late', { data: 'a\n1\n', async: true });
    expect(loading.status).toBe(202);
    expect((await running.api.delete(`/v1/workspaces/${doomed.id}`)).status).toBe(204);
    await running.restart();
    running.clock.advance(2 * hourMs);
    await eventually(async () => {
      // Again and again, because one sweep follows upon another; less than a day in all.
      running.clock.advance(collectionMs);
      const present = new Set(idsIn(await running.rows()));
      expect(itsIds.filter((id) => present.has(id))).toEqual([]);
      expect(present.has(loading.body.id)).toBe(false);
      const objects = new Set(await running.objectKeys());
      for (const key of objectsBefore)
        if (!key.startsWith('uploads/')) expect(objects).toContain(key);
      expect([...objects].filter((key) => !objectsBefore.includes(key))).toEqual([]);
    }, 30_000);
    const after = await running.rows();
    for (const [table, rows] of before) {
      if (!ofProcesses.has(table)) expect(after.get(table), table).toEqual(rows);
    }
  });
});

const idsIn = (rows: ReadonlyMap<string, readonly string[]>) => [
  ...new Set(
    [...rows].flatMap(([table, texts]) =>
      table === 'nodes' ? [] : texts.flatMap((text) => text.match(ids) ?? []),
    ),
  ),
];

/** Workspace tables without rows after the filling. */
function tablesWithout(
  before: ReadonlyMap<string, readonly string[]>,
  after: ReadonlyMap<string, readonly string[]>,
): string[] {
  const touched = [...after].filter(
    ([table, rows]) => rows.length > (before.get(table)?.length ?? 0),
  );
  const names = new Set(touched.map(([table]) => table));
  return tables.filter((table) => !names.has(table));
}

/** Tables besides those of the organization, the processes and the migrations. */
const tables = [
  ...[
    'workspaces',
    'tokens',
    'connections',
    'databases',
    'database_attachments',
    'database_batches',
  ],
  ...[
    'database_contexts',
    'lakes',
    'lake_snapshots',
    'lake_schemas',
    'lake_tables',
    'lake_table_states',
  ],
  ...[
    'lake_past_schemas',
    'lake_past_tables',
    'lake_versions',
    'lake_manifests',
    'load_receipts',
    'uploads',
    'jobs',
  ],
  ...['lake_indexes', 'lake_index_objects'],
  ...['sql_texts', 'query_runs', 'results', 'saved_queries', 'saved_query_versions', 'secrets'],
  'embedding_providers',
];

/** Makes an object of each kind; returns a database. */
async function fill(api: Api, workspaceId: string): Promise<Json> {
  const database = await api.createDatabase({
    name: 'one',
    schemas: [
      {
        name: 'main',
        tables: [
          { name: 'keyed', key: ['k'], partition_by: [{ column: 'k', transform: 'identity' }] },
        ],
      },
    ],
  });
  const path = `/v1/databases/${database.id}`;
  await ok(api.post('/v1/secrets', { name: 's', value: 'hush' }));
  await ok(
    api.post('/v1/embedding-providers', { name: 'e', provider_type: 'service', api_key: 'hush' }),
  );
  await ok(api.post(`${path}/context`, { name: 'c', content: 'x' }));
  await api.loadCsv(database.id, 'keyed', 'k,v\n1,a\n2,b\n', { idempotency_key: 'once' });
  await api.loadCsv(database.id, 'keyed', 'k,v\n1,c\n', { mode: 'upsert' });
  const index = { index_name: 'i', columns: ['v'], index_type: 'bm25' };
  await ok(api.post(`${path}/schemas/main/tables/keyed/indexes`, index));
  await api.loadCsv(database.id, 'dropped', 'a\n1\n');
  await ok(api.delete(`${path}/schemas/main/tables/dropped`));
  const { body: job } = await ok(api.load(database.id, 'by_job', { data: 'a\n1\n', async: true }));
  await eventually(async () =>
    expect((await api.get(`/v1/jobs/${job.id}`)).body.status).toBe('succeeded'),
  );

  const fork = (await ok(api.post(`${path}/fork`, {}))).body;
  await api.loadCsv(fork.id, 'own', 'a\n1\n');
  await ok(api.post(`/v1/databases/${fork.id}/reset`, {}));
  const connection = (
    await ok(api.post('/v1/connections', { name: 'lake', source_type: 'managed', config: {} }))
  ).body;
  await ok(
    api.post(`/v1/connections/${connection.id}/schemas/main/tables/t/loads`, {
      mode: 'replace',
      data: 'a\n1\n',
    }),
  );
  await ok(api.post(`${path}/catalogs`, { connection_id: connection.id, alias: 'other' }));
  await ok(
    api.post(`${path}/catalogs`, { connection_id: fork.default_connection_id, alias: 'fork' }),
  );
  const { body: batch } = await ok(
    api.post('/v1/databases/bulk', { count: 3, name_template: 'n{index}' }),
  );
  await eventually(async () =>
    expect((await api.get(`/v1/jobs/${batch.job_id}`)).body.status).toBe('succeeded'),
  );

  await ok(api.query(database.id, 'SELECT k, v FROM keyed'));
  await ok(api.query(database.id, 'SELECT md5(i::text) FROM generate_series(1, 5000) AS t(i)'));
  expect((await api.query(database.id, 'SELECT nothing')).status).toBe(400);
  const saved = (await ok(api.post('/v1/queries', { name: 'q', sql: 'SELECT 1 AS first' }))).body;
  await ok(api.request('PUT', `/v1/queries/${saved.id}`, { sql: 'SELECT 2 AS second' }));
  await ok(api.post(`/v1/queries/${saved.id}/execute`, {}, { 'x-database-id': database.id }));
  await ok(api.post('/v1/tokens', { kind: 'workspace', workspace_id: workspaceId }));
  const issued = await ok(
    api.post('/v1/tokens', {
      kind: 'database',
      workspace_id: workspaceId,
      database_id: database.id,
    }),
  );
  const limited = new Api(api.origin, issued.body.token);
  await api.load(database.id, 'loaded', { upload_id: await api.upload(Buffer.from('a\n1\n')) });
  await limited.upload(Buffer.from('a\n2\n'));
  const { body: session } = await ok(limited.post('/v1/uploads', { declared_size_bytes: 4 }));
  await put(session.url, Buffer.from('a\n3\n'));
  const { body: stream } = await ok(api.post('/v1/uploads', {}));
  const token = { 'x-upload-finalize-token': stream.finalize_token };
  const { body: minted } = await ok(
    api.post(`/v1/uploads/${stream.upload_id}/parts`, { part_numbers: [1] }, token),
  );
  await put(minted.parts[0].url, Buffer.from('a\n4\n'));
  await resultsReady(api, database.id);
  return database;
}

/** Until then a run and its result still change. */
async function resultsReady(api: Api, databaseId: string): Promise<void> {
  const scoped = { 'x-database-id': databaseId };
  await eventually(async () => {
    const { body } = await api.get('/v1/results', scoped);
    expect(body.results.map((one: Json) => one.status)).toEqual(['ready', 'ready', 'ready']);
    const runs = (await api.get('/v1/query-runs', scoped)).body.query_runs;
    expect(runs.map((one: Json) => one.status)).not.toContain('running');
  });
}

async function ok(
  asking: Promise<{ status: number; body: Json }>,
): Promise<{ status: number; body: Json }> {
  const answer = await asking;
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer;
}
