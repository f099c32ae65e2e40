import { type Compilable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabasePage, pageOfDatabases } from '../../src/metadata/database-store.ts';
import type { Metadata, MetadataHandle } from '../../src/metadata/open-metadata.ts';
import { pageOfWorkspaceRuns } from '../../src/metadata/query-run-store.ts';
import type { MetadataSchema } from '../../src/metadata/schema.ts';
import { createMigratedBackend, type MetadataBackend } from './metadata-backends.ts';

type Table = keyof MetadataSchema;

/** `select ... where each column = 'x' [order by created_at desc, id desc]`. */
function lookup(
  db: MetadataHandle,
  table: Table,
  columns: readonly string[],
  newestFirst: boolean,
): Compilable {
  const rows = sql`select * from ${sql.table(table)} where ${sql.join(
    columns.map((column) => sql`${sql.ref(column)} = ${'x'}`),
    sql` and `,
  )} ${newestFirst ? sql`order by created_at desc, id desc limit 50` : sql``}`;
  return { compile: () => rows.compile(db) };
}

const equalities: readonly (readonly [Table, readonly string[], 'newest first'?])[] = [
  ['tokens', ['token_hash']],
  ['tokens', ['database_id']],
  ['tokens', ['organization_id'], 'newest first'],
  ['tokens', ['workspace_id'], 'newest first'],
  ['workspaces', ['organization_id'], 'newest first'],
  ['connections', ['workspace_id'], 'newest first'],
  ['connections', ['database_id']],
  ['databases', ['workspace_id'], 'newest first'],
  ['databases', ['workspace_id', 'name_folded']],
  ['databases', ['batch_id']],
  ['databases', ['default_connection_id']],
  ['database_attachments', ['database_id']],
  ['database_attachments', ['connection_id']],
  ['database_batches', ['workspace_id']],
  ['database_contexts', ['database_id', 'name']],
  ['secrets', ['workspace_id', 'name']],
  ['secrets', ['id']],
  ['embedding_providers', ['workspace_id', 'name']],
  ['embedding_providers', ['id']],
  ['embedded_texts', ['workspace_id', 'key']],
  ['embedding_usage', ['workspace_id']],
  ['removed_run_usage', ['workspace_id']],
  ['lakes', ['workspace_id']],
  ['lake_snapshots', ['lake_id']],
  ['lake_schemas', ['lake_id']],
  ['lake_tables', ['lake_id', 'schema_name', 'name']],
  ['lake_past_tables', ['lake_id']],
  ['lake_past_schemas', ['lake_id']],
  ['lake_tables', ['version_id']],
  ['lake_table_states', ['lake_id']],
  ['lake_table_states', ['lake_id', 'schema_name', 'table_name']],
  ['lake_table_states', ['version_id']],
  ['lake_compactions', ['lake_id']],
  ['lake_refreshes', ['lake_id', 'schema_name', 'table_name']],
  ['lake_found_tables', ['lake_id']],
  ['lake_found_tables', ['run_id']],
  ['lake_indexes', ['table_id', 'name']],
  ['lake_indexes', ['lake_id']],
  ['lake_indexes', ['definition_id']],
  ['lake_dropped_indexes', ['lake_id']],
  ['lake_dropped_indexes', ['definition_id']],
  ['lake_index_objects', ['definition_id', 'file_key']],
  ['lake_index_objects', ['file_key']],
  ['lake_index_objects', ['object_key']],
  ['uploads', ['workspace_id'], 'newest first'],
  ['uploads', ['object_key']],
  ['jobs', ['workspace_id'], 'newest first'],
  ['sql_texts', ['workspace_id', 'sql_hash']],
  ['query_runs', ['database_id'], 'newest first'],
  ['query_runs', ['database_id', 'saved_query_id'], 'newest first'],
  ['query_runs', ['workspace_id'], 'newest first'],
  ['query_runs', ['sql_text_id']],
  ['results', ['database_id'], 'newest first'],
  ['results', ['workspace_id']],
  ['results', ['query_run_id']],
  ['results', ['object_key']],
  ['query_run_profiles', ['query_run_id']],
  ['saved_queries', ['id']],
  ['saved_query_versions', ['saved_query_id', 'version']],
  ['saved_query_versions', ['sql_text_id']],
];

const databasePage: DatabasePage = {
  workspaceId: 'w',
  search: null,
  batch: null,
  now: 1,
  limit: 51,
  after: null,
};

const others: Readonly<Record<string, (db: MetadataHandle) => Compilable>> = {
  'due jobs': (db) =>
    db
      .selectFrom('jobs')
      .select('id')
      .where('status', '=', 'pending')
      .where('run_at', '<=', 1)
      .orderBy('run_at')
      .orderBy('created_at')
      .orderBy('id')
      .limit(1),
  'the live job of a key': (db) =>
    db
      .selectFrom('jobs')
      .select('id')
      .where('dedupe_key', '=', 'k')
      .where(sql<boolean>`status in ('pending', 'running')`),
  'user connections by name': (db) =>
    db
      .selectFrom('connections')
      .select('id')
      .where('workspace_id', '=', 'w')
      .where('name', '=', 'n')
      .where('database_id', 'is', null),
  'the first page of databases': (db) => pageOfDatabases(db, databasePage),
  'a later page of databases': (db) =>
    pageOfDatabases(db, { ...databasePage, after: { createdAt: 1, id: 'i' } }),
  'databases by a part of their name': (db) =>
    pageOfDatabases(db, { ...databasePage, search: 's' }),
  'the first page of a batch': (db) => pageOfDatabases(db, { ...databasePage, batch: 'b' }),
  'a later page of a batch': (db) =>
    pageOfDatabases(db, { ...databasePage, batch: 'b', after: { createdAt: 1, id: 'i' } }),
  'the batch of an idempotency key': (db) =>
    db
      .selectFrom('database_batches')
      .select('id')
      .where('workspace_id', '=', 'w')
      .where('idempotency_key', '=', 'k'),
  'a later page of the runs of a workspace': (db) =>
    pageOfWorkspaceRuns(db, {
      workspaceId: 'w',
      statuses: ['failed'],
      slowerThanMs: 5,
      after: { createdAt: 1, id: 'i' },
      limit: 9,
    }),
  'runs that count as usage': (db) =>
    db
      .selectFrom('query_runs')
      .select(['created_at', 'bytes_scanned'])
      .where('workspace_id', '=', 'w')
      .where('created_at', '>=', 1)
      .where(sql<boolean>`status in ('succeeded', 'failed')`)
      .orderBy('created_at'),
  'uploads that were not loaded': (db) =>
    db
      .selectFrom('uploads')
      .select('size_bytes')
      .where('workspace_id', '=', 'w')
      .where(sql<boolean>`status = 'ready'`),
  'connections of a workspace after one': (db) =>
    db
      .selectFrom('connections')
      .select('id')
      .where('workspace_id', '=', 'w')
      .where(sql<boolean>`(created_at, id) > (1, 'i')`)
      .orderBy('created_at')
      .orderBy('id')
      .limit(10),
  'expired databases': (db) => db.selectFrom('databases').select('id').where('expires_at', '<=', 1),
  'expired results': (db) => db.selectFrom('results').select('id').where('expires_at', '<=', 1),
  'expired uploads': (db) =>
    db
      .selectFrom('uploads')
      .select('id')
      .where('status', '=', 'created')
      .where('expires_at', '<=', 1),
  'running queries of a node': (db) =>
    db
      .selectFrom('query_runs')
      .select('id')
      .where('node_id', '=', 'n')
      .where('status', '=', 'running'),
  'open states of a lake': (db) =>
    db
      .selectFrom('lake_table_states')
      .select('table_id')
      .where('lake_id', '=', 'l')
      .where('until_snapshot', 'is', null),
  'old versions': (db) =>
    db.selectFrom('lake_versions').select('id').where('created_at', '<', 1).orderBy('created_at'),
  'old manifests': (db) =>
    db.selectFrom('lake_manifests').select('id').where('created_at', '<', 1).orderBy('created_at'),
  'snapshots past the retention': (db) =>
    db
      .selectFrom('lake_snapshots')
      .select('snapshot')
      .where('superseded_at', '<', 1)
      .orderBy('superseded_at')
      .limit(1),
  'states of a lake that ended': (db) =>
    db
      .selectFrom('lake_table_states')
      .select('version_id')
      .where('lake_id', '=', 'l')
      .where('until_snapshot', '<=', 1),
  'versions of a tree of forks': (db) =>
    db
      .selectFrom('lake_versions')
      .select('id')
      .where('root_id', '=', 'r')
      .where('id', '>', 'x')
      .orderBy('id'),
  'manifests of a tree of forks': (db) =>
    db
      .selectFrom('lake_manifests')
      .select('id')
      .where('root_id', '=', 'r')
      .where('id', '>', 'x')
      .orderBy('id'),
  'tables that are due for a compaction, by workspace': (db) =>
    db
      .selectFrom('lake_compactions')
      .selectAll()
      .where('workspace_id', '>', 'w')
      .where('due_at', '<=', 1)
      .orderBy('workspace_id')
      .orderBy('due_at')
      .orderBy('table_id')
      .limit(1),
  'the longest wait for a compaction': (db) =>
    db
      .selectFrom('lake_compactions')
      .select((eb) => eb.fn.min('due_at').as('due_at'))
      .where('due_at', '<=', 1),
  'runs past the retention': (db) =>
    db
      .selectFrom('query_runs')
      .select('id')
      .where('created_at', '<=', 1)
      .orderBy('created_at')
      .orderBy('id'),
  'dead nodes': (db) =>
    db.selectFrom('nodes').select('id').where('heartbeat_at', '<', 1).orderBy('heartbeat_at'),
};

describe('access paths', () => {
  let backend: MetadataBackend;
  let metadata: Metadata;

  beforeAll(async () => {
    backend = await createMigratedBackend('sqlite');
    metadata = await backend.openMigrated();
  });
  afterAll(() => backend.remove());

  const expectIndexed = async (query: Compilable) => {
    const { sql: text, parameters } = query.compile();
    const plan = await metadata.db.executeQuery<{ detail: string }>({
      ...sql.raw(`explain query plan ${text}`).compile(metadata.db),
      parameters,
    });
    expect(plan.rows.length).toBeGreaterThan(0);
    for (const { detail } of plan.rows) expect(detail).toMatch(/^SEARCH .* USING .*INDEX/);
  };

  test.each(
    equalities.map(([table, columns, order]) => ({
      table,
      columns,
      order: order ?? 'in any order',
    })),
  )(
    '$table are found by $columns, $order, without a scan or a sort',
    async ({ table, columns, order }) => {
      await expectIndexed(lookup(metadata.db, table, columns, order === 'newest first'));
    },
  );

  test.each(Object.keys(others))('%s are found without a scan or a sort', async (name) => {
    const query = others[name];
    if (query === undefined) throw new Error('unknown');
    await expectIndexed(query(metadata.db));
  });
});
