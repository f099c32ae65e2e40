import { columnType } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Texts refused by a provider wait alone for vectors, and the index states the reason. */
export const waitingTexts: Migration = {
  version: 24,
  name: 'waiting-texts',
  async up({ trx, dialect }) {
    await trx.schema
      .alterTable('lake_index_objects')
      .addColumn('refused_texts', columnType('integer?', dialect))
      .execute();
    await trx.schema
      .alterTable('lake_indexes')
      .addColumn('problem', columnType('text?', dialect))
      .execute();
  },
};
