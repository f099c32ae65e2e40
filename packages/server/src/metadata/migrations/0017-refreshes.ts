import { createTable } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Refresh policies of source tables. */
export const refreshes: Migration = {
  version: 17,
  name: 'refreshes',
  async up(context) {
    await createTable(context, 'lake_refreshes', {
      columns: {
        lake_id: 'text',
        schema_name: 'text',
        table_name: 'text',
        policy: 'json',
        cursor: 'text?',
        read_at: 'integer?',
        next_at: 'integer?',
        updated_at: 'integer',
      },
      primaryKey: ['lake_id', 'schema_name', 'table_name'],
      foreignKeys: [{ columns: ['lake_id'], references: 'lakes' }],
      indexes: { due: { columns: ['next_at'] } },
    });
  },
};
