import { createTable, type TableDefinition } from './create-table.ts';
import type { Migration } from './migration.ts';

const tables: Readonly<Record<string, TableDefinition>> = {
  store_binding: {
    columns: {
      name: 'text',
      identity: 'text',
      is_bound: 'integer',
      mark: 'integer',
      service_seconds: 'integer',
      key_id: 'text?',
      held: 'text?',
      collect_allowed: 'integer',
      created_at: 'integer',
    },
    primaryKey: ['name'],
  },
  unnamed_objects: {
    columns: { object_key: 'text', first_seen: 'integer' },
    primaryKey: ['object_key'],
  },
};

/**
 * The object store and the secret key of this metadata, and the unreferenced objects seen in the
 * store.
 */
export const storeBinding: Migration = {
  version: 9,
  name: 'store-binding',
  async up(context) {
    for (const [name, definition] of Object.entries(tables))
      await createTable(context, name, definition);
  },
};
