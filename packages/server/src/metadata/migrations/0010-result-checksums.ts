import { columnType } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Older results have no checksum; a check reads them whole. */
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
