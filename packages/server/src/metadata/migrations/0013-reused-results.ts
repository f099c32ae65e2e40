import { columnType } from './create-table.ts';
import type { Migration } from './migration.ts';

/**
 * A run that was answered from the result of an earlier one says which, and a result says what its
 * bytes are: of those from before, a Parquet file.
 */
export const reusedResults: Migration = {
  version: 13,
  name: 'reused-results',
  async up({ trx, dialect }) {
    const text = columnType('text?', dialect);
    await trx.schema.alterTable('query_runs').addColumn('reused_result_id', text).execute();
    await trx.schema.alterTable('results').addColumn('kept_as', text).execute();
  },
};
