import { columnType } from './create-table.ts';
import type { Migration } from './migration.ts';

/** A run records the requested dialect of its text; older runs have null. */
export const dialectOfARun: Migration = {
  version: 23,
  name: 'dialect-of-a-run',
  async up({ trx, dialect }) {
    const text = columnType('text?', dialect);
    await trx.schema.alterTable('query_runs').addColumn('dialect', text).execute();
  },
};
