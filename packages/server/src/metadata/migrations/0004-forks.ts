import { type Kysely, sql } from 'kysely';
import {
  columnType,
  createTable,
  type MigrationContext,
  type TableDefinition,
} from './create-table.ts';
import type { Migration } from './migration.ts';

const tables: Readonly<Record<string, TableDefinition>> = {
  lake_past_schemas: {
    columns: { lake_id: 'text', name: 'text', from_snapshot: 'integer', until_snapshot: 'integer' },
    primaryKey: ['lake_id', 'until_snapshot', 'name'],
  },
  lake_past_tables: {
    columns: {
      id: 'text',
      lake_id: 'text',
      schema_name: 'text',
      name: 'text',
      key_columns: 'json',
      constant_per_key: 'json',
      partition_by: 'json',
      sorted_by: 'json',
      from_snapshot: 'integer',
      until_snapshot: 'integer',
    },
    primaryKey: ['lake_id', 'until_snapshot', 'id'],
  },
  lake_garbage: { columns: { root_id: 'text' }, primaryKey: ['root_id'] },
};

/**
 * Columns and tables for forks and time travel: the first snapshot of schemas and tables, dropped
 * schemas and tables, the time at which a snapshot was superseded, and the tree of forks (by root
 * lake) of versions and manifests.
 */
export const forks: Migration = {
  version: 4,
  name: 'forks',
  async up(context) {
    for (const [name, definition] of Object.entries(tables))
      await createTable(context, name, definition);
    await addColumns(context);
    await dateDeclarations(context.trx);
    await rootVersions(context.trx);
    const indexes = [
      sql`create index lake_snapshots_superseded on lake_snapshots (superseded_at) where superseded_at is not null`,
      sql`create index lake_versions_by_root on lake_versions (root_id, id)`,
      sql`create index lake_manifests_by_root on lake_manifests (root_id, id)`,
      // Existing lakes may contain unreferenced manifests and files.
      sql`insert into lake_garbage (root_id) select id from lakes`,
    ];
    for (const index of indexes) await index.execute(context.trx);
  },
};

async function addColumns({ trx, dialect }: MigrationContext): Promise<void> {
  const add = async (
    table: string,
    column: string,
    type: 'text' | 'text?' | 'integer' | 'integer?',
    rest = sql``,
  ) => {
    const kind = columnType(type, dialect);
    await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} ${kind} ${rest}`.execute(
      trx,
    );
  };
  await add('lakes', 'root_id', 'text?');
  await add('lakes', 'oldest_snapshot', 'integer', sql`not null default 1`);
  await add('lake_snapshots', 'superseded_at', 'integer?');
  await add('lake_schemas', 'from_snapshot', 'integer', sql`not null default 1`);
  await add('lake_tables', 'from_snapshot', 'integer', sql`not null default 1`);
  await add('lake_versions', 'root_id', 'text', sql`not null default ''`);
  await add('lake_manifests', 'root_id', 'text', sql`not null default ''`);
}

/**
 * A declaration has the time of its snapshot; a table exists at the latest from its first state on.
 */
async function dateDeclarations(trx: Kysely<unknown>): Promise<void> {
  await sql`update lake_snapshots set superseded_at = (
    select min(n.committed_at) from lake_snapshots as n where n.lake_id = lake_snapshots.lake_id and n.snapshot =
      (select min(m.snapshot) from lake_snapshots as m
       where m.lake_id = lake_snapshots.lake_id and m.snapshot > lake_snapshots.snapshot))`.execute(
    trx,
  );
  for (const table of ['lake_schemas', 'lake_tables']) {
    const row = (column: string) => sql.ref(`${table}.${column}`);
    await sql`update ${sql.table(table)} set from_snapshot = coalesce((
      select min(s.snapshot) from lake_snapshots as s
      where s.lake_id = ${row('lake_id')} and s.committed_at >= ${row('created_at')}), 1)`.execute(
      trx,
    );
  }
  await sql`update lake_tables set from_snapshot = (
      select min(s.from_snapshot) from lake_table_states as s where s.table_id = lake_tables.id)
    where from_snapshot > (
      select min(s.from_snapshot) from lake_table_states as s where s.table_id = lake_tables.id)`.execute(
    trx,
  );
}

/**
 * No forks exist yet, so a version belongs to the lake with a state of the version, and a manifest
 * to the lake of its versions. A sweep would have removed the rest.
 */
async function rootVersions(trx: Kysely<unknown>): Promise<void> {
  await sql`update lake_versions set root_id = coalesce((
    select min(s.lake_id) from lake_table_states as s where s.version_id = lake_versions.id), '')`.execute(
    trx,
  );
  await sql`delete from lake_versions where root_id = ''`.execute(trx);
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; root_id: string; manifest_ids: string }>`
      select id, root_id, manifest_ids from lake_versions where id > ${after} order by id limit 100`.execute(
      trx,
    );
    for (const { root_id, manifest_ids } of rows) {
      const ids = JSON.parse(manifest_ids) as string[];
      for (let start = 0; start < ids.length; start += 500) {
        const chunk = sql.join(ids.slice(start, start + 500));
        await sql`update lake_manifests set root_id = ${root_id} where id in (${chunk})`.execute(
          trx,
        );
      }
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  await sql`delete from lake_manifests where root_id = ''`.execute(trx);
}
