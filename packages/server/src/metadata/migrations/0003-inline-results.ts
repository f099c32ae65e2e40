import { columnType } from './create-table.ts';
import type { Migration } from './migration.ts';

/**
 * Small results are kept in the metadata themselves; those from before are objects, and stay so.
 */
export const inlineResults: Migration = {
  version: 3,
  name: 'inline-results',
  async up({ trx, dialect }) {
    await trx.schema
      .alterTable('results')
      .addColumn('parquet', columnType('bytes?', dialect))
      .execute();
  },
};
