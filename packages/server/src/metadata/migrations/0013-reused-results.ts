import { columnType } from './create-table.ts';
import type { Migration } from './migration.ts';

/**
 * A run answered from an earlier result names the result, and a result says the format of its
 * bytes. Older results are Parquet files.
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
