import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrateMetadata } from '../../src/metadata/migrate.ts';
import { allMigrations } from '../../src/metadata/migrations/all-migrations.ts';
import type { Metadata } from '../../src/metadata/open-metadata.ts';
import { createMetadataBackend, type MetadataBackend, metadataKinds } from './metadata-backends.ts';

/**
 * A lake before the migration: `old` declared with the lake and loaded in snapshot 3, `new`
 * declared in 2, one dropped version.
 */
const rows = [
  `insert into lakes (id, workspace_id, head_snapshot, next_column_id, created_at) values ('l', 'w', 4, 9, 10), ('m', 'w', 1, 1, 10)`,
  `insert into lake_snapshots (lake_id, snapshot, operation, committed_at) values
    ('l', 1, 'create', 10), ('l', 2, 'declare', 20), ('l', 3, 'load', 30), ('l', 4, 'load', 40), ('m', 1, 'create', 10)`,
  `insert into lake_schemas (lake_id, name, created_at) values ('l', 'main', 10), ('l', 'late', 20), ('m', 'main', 10)`,
  `insert into lake_tables (id, lake_id, schema_name, name, key_columns, constant_per_key, partition_by, sorted_by, version_id, created_at, loaded_at)
    values ('t1', 'l', 'main', 'old', '[]', '[]', '[]', '[]', 'v2', 10, 40), ('t2', 'l', 'late', 'new', '[]', '[]', '[]', '[]', null, 20, null),
      ('t3', 'l', 'main', 'made', '[]', '[]', '[]', '[]', 'v3', 31, 30)`,
  `insert into lake_table_states (lake_id, schema_name, table_name, table_id, version_id, from_snapshot, until_snapshot)
    values ('l', 'main', 'old', 't1', 'v1', 3, 4), ('l', 'main', 'old', 't1', 'v2', 4, null), ('l', 'main', 'made', 't3', 'v3', 3, null)`,
  `insert into lake_versions (id, columns, manifest_ids, row_count, size_bytes, file_count, created_at)
    values ('v1', '[]', '["a"]', 1, 1, 1, 30), ('v2', '[]', '["a","b"]', 1, 1, 1, 40), ('v3', '[]', '[]', 1, 1, 1, 30), ('lost', '[]', '["c"]', 1, 1, 1, 40)`,
  `insert into lake_manifests (id, columns, files, row_count, size_bytes, file_count, created_at)
    values ('a', '[]', '[]', 1, 1, 1, 30), ('b', '[]', '[]', 1, 1, 1, 30), ('c', '[]', '[]', 1, 1, 1, 30)`,
];

describe.each(metadataKinds)('the migration for forks on %s', (kind) => {
  let backend: MetadataBackend;
  let metadata: Metadata;
  beforeEach(async () => {
    backend = await createMetadataBackend(kind);
    metadata = await backend.open();
  });
  afterEach(() => backend.remove());

  test('dates what was there, and says which lake it belongs to', async () => {
    const index = allMigrations.findIndex(({ name }) => name === 'forks');
    await migrateMetadata(metadata, 5, allMigrations.slice(0, index));
    for (const statement of rows) await sql.raw(statement).execute(metadata.db);
    await migrateMetadata(metadata, 6, allMigrations.slice(0, index + 1));
    const all = async (statement: string) =>
      (await sql.raw<Record<string, unknown>>(statement).execute(metadata.db)).rows.map((row) =>
        Object.values(row),
      );
    expect(
      await all(
        'select lake_id, snapshot, superseded_at from lake_snapshots order by lake_id, snapshot',
      ),
    ).toEqual([
      ['l', 1, 20],
      ['l', 2, 30],
      ['l', 3, 40],
      ['l', 4, null],
      ['m', 1, null],
    ]);
    expect(await all('select name, from_snapshot from lake_tables order by id')).toEqual([
      ['old', 1],
      ['new', 2],
      ['made', 3],
    ]);
    expect(
      await all('select lake_id, name, from_snapshot from lake_schemas order by lake_id, name'),
    ).toEqual([
      ['l', 'late', 2],
      ['l', 'main', 1],
      ['m', 'main', 1],
    ]);
    expect(await all('select id, root_id from lake_versions order by id')).toEqual([
      ['v1', 'l'],
      ['v2', 'l'],
      ['v3', 'l'],
    ]);
    expect(await all('select id, root_id from lake_manifests order by id')).toEqual([
      ['a', 'l'],
      ['b', 'l'],
    ]);
    expect(await all('select id, root_id, oldest_snapshot from lakes order by id')).toEqual([
      ['l', null, 1],
      ['m', null, 1],
    ]);
    expect(await all('select root_id from lake_garbage order by root_id')).toEqual([['l'], ['m']]);
  });
});
