import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrateMetadata } from '../../src/metadata/migrate.ts';
import { allMigrations } from '../../src/metadata/migrations/all-migrations.ts';
import { createMetadataBackend, metadataKinds } from './metadata-backends.ts';

/** Former storage of `forked_from`: an empty description held the source's name. */
const forkedFrom = (source: string, name: string, description: string) =>
  JSON.stringify({
    database_id: source,
    name,
    description,
    snapshot_id: 3,
    forked_at: '2026-01-02T03:04:05.678Z',
  });

test.each(metadataKinds)(
  'the migration records the forks that are there, with their roots, on %s',
  async (kind) => {
    const backend = await createMetadataBackend(kind);
    try {
      const metadata = await backend.open();
      const index = allMigrations.findIndex(({ name }) => name === 'lineage');
      await migrateMetadata(metadata, index, allMigrations.slice(0, index));
      await sql`insert into organizations (id, name, created_at) values ('o', 'o', 0)`.execute(
        metadata.db,
      );
      await sql`insert into workspaces (id, organization_id, name, active, favorite, provision_status, created_at)
      values ('w', 'o', 'w', 1, 0, 'provisioned', 0)`.execute(metadata.db);
      const insert = (id: string, origin: string | null) =>
        sql`insert into databases (id, workspace_id, name, name_folded, default_catalog, default_schema,
        default_connection_id, created_at, created_by, forked_from)
        values (${id}, 'w', ${id}, ${id}, 'default', 'main', ${`c${id}`}, 0, 't', ${origin})`.execute(
          metadata.db,
        );
      await insert('a', null);
      await insert('b', forkedFrom('a', 'a', 'a'));
      await insert('c', forkedFrom('b', 'b', 'why'));
      await insert('d', forkedFrom('c', 'c', 'c'));
      await insert('e', forkedFrom('gone', 'was', 'was'));
      await migrateMetadata(metadata, index + 1, allMigrations.slice(0, index + 1));
      const row = {
        snapshot_id: 3,
        forked_at: Date.parse('2026-01-02T03:04:05.678Z'),
        description: null,
      };
      expect(
        await metadata.db
          .selectFrom('database_lineage')
          .selectAll()
          .orderBy('database_id')
          .execute(),
      ).toEqual([
        { ...row, database_id: 'b', source_id: 'a', root_id: 'a', source_name: 'a' },
        {
          ...row,
          database_id: 'c',
          source_id: 'b',
          root_id: 'a',
          source_name: 'b',
          description: 'why',
        },
        { ...row, database_id: 'd', source_id: 'c', root_id: 'a', source_name: 'c' },
        { ...row, database_id: 'e', source_id: 'gone', root_id: 'gone', source_name: 'was' },
      ]);
    } finally {
      await backend.remove();
    }
  },
);
