import { createTable } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Dropped indexes whose column stayed, with references to the stored values. */
export const droppedIndexes: Migration = {
  version: 25,
  name: 'dropped-indexes',
  async up(context) {
    await createTable(context, 'lake_dropped_indexes', {
      columns: {
        id: 'text',
        definition_id: 'text',
        lake_id: 'text',
        table_id: 'text',
        schema_name: 'text',
        table_name: 'text',
        name: 'text',
        definition: 'json',
        description: 'text?',
        until_snapshot: 'integer',
        created_at: 'integer',
        dropped_at: 'integer',
      },
      primaryKey: ['id'],
      indexes: {
        by_lake: { columns: ['lake_id', 'until_snapshot'] },
        by_definition: { columns: ['definition_id'] },
      },
    });
  },
};
