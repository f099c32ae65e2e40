import { columnType } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Results of before have none, and are read whole where their bytes are looked at. */
export const resultChecksums: Migration = {
  version: 10,
  name: 'result-checksums',
  async up({ trx, dialect }) {
    await trx.schema
      .alterTable('results')
      .addColumn('checksum', columnType('integer?', dialect))
      .execute();
  },
};
