import { columnType } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Small results are stored in the metadata; older results are objects and stay objects. */
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
