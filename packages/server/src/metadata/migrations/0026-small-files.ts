import { createTable } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Data files of few rows, kept here in place of the object store. */
export const smallFiles: Migration = {
  version: 26,
  name: 'small-files',
  async up(context) {
    await createTable(context, 'lake_small_files', {
      columns: { key: 'text', bytes: 'bytes', created_at: 'integer' },
      primaryKey: ['key'],
    });
  },
};
