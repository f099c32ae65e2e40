import { sql } from 'kysely';
import { createTable, type TableDefinition } from './create-table.ts';
import type { Migration } from './migration.ts';

const tables: Readonly<Record<string, TableDefinition>> = {
  saved_queries: {
    columns: {
      id: 'text',
      workspace_id: 'text',
      name: 'text',
      description: 'text',
      tags: 'json',
      latest_version: 'integer',
      category_override: 'text?',
      table_size_override: 'text?',
      created_at: 'integer',
      updated_at: 'integer',
    },
    primaryKey: ['id'],
    foreignKeys: [{ columns: ['workspace_id'], references: 'workspaces' }],
    indexes: { by_name: { columns: ['workspace_id', 'name', 'id'] } },
  },
  saved_query_versions: {
    columns: {
      saved_query_id: 'text',
      version: 'integer',
      sql_text_id: 'text',
      classification: 'json?',
      created_at: 'integer',
    },
    primaryKey: ['saved_query_id', 'version'],
    foreignKeys: [
      { columns: ['saved_query_id'], references: 'saved_queries', onDelete: 'cascade' },
      { columns: ['sql_text_id'], references: 'sql_texts' },
    ],
    indexes: { by_text: { columns: ['sql_text_id'] } },
  },
  query_run_profiles: {
    columns: { query_run_id: 'text', profile: 'json' },
    primaryKey: ['query_run_id'],
    foreignKeys: [{ columns: ['query_run_id'], references: 'query_runs', onDelete: 'cascade' }],
  },
};

/**
 * Saved queries with versions, an index for the runs of a saved query, and the profiles of runs.
 */
export const savedQueries: Migration = {
  version: 5,
  name: 'saved-queries',
  async up(context) {
    for (const [name, definition] of Object.entries(tables))
      await createTable(context, name, definition);
    await context.trx.schema
      .createIndex('query_runs_of_saved_query')
      .on('query_runs')
      .columns(['database_id', 'saved_query_id', 'created_at', 'id'])
      .where(sql<boolean>`saved_query_id is not null`)
      .execute();
  },
};
