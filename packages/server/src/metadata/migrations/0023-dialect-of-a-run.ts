import { columnType } from './create-table.ts';
import type { Migration } from './migration.ts';

/** A run says in which dialect its text was asked for; those from before do not know it. */
export const dialectOfARun: Migration = {
  version: 23,
  name: 'dialect-of-a-run',
  async up({ trx, dialect }) {
    const text = columnType('text?', dialect);
    await trx.schema.alterTable('query_runs').addColumn('dialect', text).execute();
  },
};
