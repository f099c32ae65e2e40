import { sql } from 'kysely';
import { createTable } from './create-table.ts';
import type { Migration } from './migration.ts';

/** A data file may have several objects per index; existing keys stay the same. */
export const indexParts: Migration = {
  version: 19,
  name: 'index-parts',
  async up(context) {
    await createTable(context, 'lake_index_objects', {
      columns: {
        definition_id: 'text',
        file_key: 'text',
        part: 'integer',
        object_key: 'text',
        size_bytes: 'integer',
        sha256: 'text',
        row_count: 'integer?',
        bounds: 'json?',
        created_at: 'integer',
      },
      primaryKey: ['definition_id', 'file_key', 'part'],
      indexes: {
        by_file: { columns: ['file_key'] },
        by_object: { columns: ['object_key'], unique: true },
      },
    });
    const columns = sql.raw('definition_id, file_key, object_key, size_bytes, sha256, created_at');
    await sql`INSERT INTO lake_index_objects (${columns}, part) SELECT ${columns}, 0 FROM lake_index_segments`.execute(
      context.trx,
    );
    await context.trx.schema.dropTable('lake_index_segments').execute();
  },
};
