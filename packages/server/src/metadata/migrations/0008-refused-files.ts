import { sql } from 'kysely';
import { columnType } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Other readers may refuse older files; null marks unchecked manifests and results. */
export const refusedFiles: Migration = {
  version: 8,
  name: 'refused-files',
  async up({ trx, dialect }) {
    for (const table of ['lake_manifests', 'results']) {
      await trx.schema
        .alterTable(table)
        .addColumn('refused_files', columnType('integer?', dialect))
        .execute();
    }
    const statements = [
      sql`create index lake_manifests_refused on lake_manifests (id) where refused_files is null or refused_files > 0`,
      sql`create index results_refused on results (id) where refused_files is null`,
    ];
    for (const statement of statements) await statement.execute(trx);
  },
};
