import { sql } from 'kysely';
import { columnType, createTable, type TableDefinition } from './create-table.ts';
import type { Migration } from './migration.ts';

const tables: Readonly<Record<string, TableDefinition>> = {
  lake_compactions: {
    columns: {
      table_id: 'text',
      lake_id: 'text',
      workspace_id: 'text',
      schema_name: 'text',
      table_name: 'text',
      version_id: 'text',
      due_at: 'integer',
    },
    primaryKey: ['table_id'],
    indexes: {
      by_workspace: { columns: ['workspace_id', 'due_at', 'table_id'] },
      by_due: { columns: ['due_at'] },
      by_lake: { columns: ['lake_id'] },
    },
  },
};

/**
 * The queue of compaction, filled with every table that was ever loaded. Indexes find runs and
 * texts by age.
 */
export const upkeep: Migration = {
  version: 7,
  name: 'upkeep',
  async up(context) {
    for (const [name, definition] of Object.entries(tables))
      await createTable(context, name, definition);
    const statements = [
      sql`insert into lake_compactions (table_id, lake_id, workspace_id, schema_name, table_name, version_id, due_at)
        select t.id, t.lake_id, l.workspace_id, t.schema_name, t.name, t.version_id, 0
        from lake_tables as t join lakes as l on l.id = t.lake_id
        where t.version_id is not null and l.deleted_at is null`,
      sql`alter table sql_texts add column unnamed_since ${columnType('integer?', context.dialect)}`,
      sql`create index sql_texts_unnamed on sql_texts (unnamed_since) where unnamed_since is not null`,
      sql`create index query_runs_by_age on query_runs (created_at, id)`,
    ];
    for (const statement of statements) await statement.execute(context.trx);
  },
};
