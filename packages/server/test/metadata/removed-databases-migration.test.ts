import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrateMetadata } from '../../src/metadata/migrate.ts';
import { allMigrations } from '../../src/metadata/migrations/all-migrations.ts';
import { createMetadataBackend, metadataKinds } from './metadata-backends.ts';

test.each(metadataKinds)(
  'the migration finds what earlier removals have left, on %s',
  async (kind) => {
    const backend = await createMetadataBackend(kind);
    try {
      const metadata = await backend.open();
      const index = allMigrations.findIndex(({ name }) => name === 'removed-databases');
      await migrateMetadata(metadata, 5, allMigrations.slice(0, index));
      const context = sql`insert into database_contexts (database_id, name, content, length, updated_at)
      values ('gone', 'a', 'x', 1, 0), ('gone', 'b', 'x', 1, 0), ('kept', 'a', 'x', 1, 0)`;
      await context.execute(metadata.db);
      await sql`insert into organizations (id, name, created_at) values ('o', 'o', 0)`.execute(
        metadata.db,
      );
      await sql`insert into workspaces (id, organization_id, name, active, favorite, provision_status, created_at)
      values ('w', 'o', 'w', 1, 0, 'provisioned', 0)`.execute(metadata.db);
      await sql`insert into databases (id, workspace_id, name, name_folded, default_catalog, default_schema,
      default_connection_id, created_at, created_by) values ('kept', 'w', 'k', 'k', 'default', 'main', 'c', 0, 't')`.execute(
        metadata.db,
      );
      await migrateMetadata(metadata, 6, allMigrations.slice(0, index + 1));
      expect(await metadata.db.selectFrom('removed_databases').selectAll().execute()).toEqual([
        { id: 'gone', removed_at: 0, look_at: 0 },
      ]);
    } finally {
      await backend.remove();
    }
  },
);
