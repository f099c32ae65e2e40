import { createTable } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Tables found so far by a running discovery. */
export const foundTables: Migration = {
  version: 22,
  name: 'found tables',
  async up(context) {
    await createTable(context, 'lake_found_tables', {
      columns: {
        run_id: 'text',
        position: 'integer',
        lake_id: 'text',
        table_id: 'text',
        schema_name: 'text',
        name: 'text',
        source: 'json',
        is_new: 'integer',
        created_at: 'integer',
      },
      primaryKey: ['run_id', 'position'],
      foreignKeys: [{ columns: ['lake_id'], references: 'lakes' }],
      indexes: { lake: { columns: ['lake_id'] } },
    });
  },
};
