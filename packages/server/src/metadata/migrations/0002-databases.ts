import { sql } from 'kysely';
import { createTable, type TableDefinition } from './create-table.ts';
import type { Migration } from './migration.ts';

/** Batches, contexts and usage of databases; ../schema.ts explains the columns. */
const tables: Readonly<Record<string, TableDefinition>> = {
  database_batches: {
    columns: {
      id: 'text',
      workspace_id: 'text',
      job_id: 'text',
      count: 'integer',
      created_count: 'integer',
      cancel_requested: 'integer',
      name_template: 'text?',
      template: 'json',
      expires_at: 'integer?',
      idempotency_key: 'text?',
      created_by: 'text',
      created_at: 'integer',
      deleted_at: 'integer?',
    },
    primaryKey: ['id'],
    foreignKeys: [{ columns: ['workspace_id'], references: 'workspaces' }],
    indexes: {
      by_workspace: { columns: ['workspace_id'] },
      by_key: {
        columns: ['workspace_id', 'idempotency_key'],
        unique: true,
        where: sql`idempotency_key is not null`,
      },
    },
  },
  database_contexts: {
    columns: {
      database_id: 'text',
      name: 'text',
      content: 'text',
      length: 'integer',
      updated_at: 'integer',
    },
    // No foreign key: texts may be long, so a background sweep deletes them, like the runs and
    // results of a database.
    primaryKey: ['database_id', 'name'],
  },
  removed_run_usage: {
    columns: {
      workspace_id: 'text',
      minute: 'integer',
      query_count: 'integer',
      bytes_scanned: 'integer',
    },
    primaryKey: ['workspace_id', 'minute'],
    indexes: { by_age: { columns: ['minute'] } },
  },
};

export const databases: Migration = {
  version: 2,
  name: 'databases',
  async up(context) {
    for (const [name, definition] of Object.entries(tables))
      await createTable(context, name, definition);
    const { schema } = context.trx;
    // Usage sums over the index without reading rows; a run enters the index at its end.
    await schema
      .createIndex('query_runs_usage')
      .on('query_runs')
      .columns(['workspace_id', 'created_at', 'bytes_scanned'])
      .where(sql<boolean>`status in ('succeeded', 'failed')`)
      .execute();
    await schema
      .createIndex('uploads_unloaded')
      .on('uploads')
      .columns(['workspace_id', 'size_bytes'])
      .where(sql<boolean>`status = 'ready'`)
      .execute();
  },
};
