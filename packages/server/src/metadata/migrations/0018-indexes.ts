import { createTable, type TableDefinition } from './create-table.ts';
import type { Migration } from './migration.ts';

const tables: Readonly<Record<string, TableDefinition>> = {
  lake_indexes: {
    columns: {
      id: 'text',
      definition_id: 'text',
      lake_id: 'text',
      table_id: 'text',
      schema_name: 'text',
      table_name: 'text',
      name: 'text',
      index_type: 'text',
      definition: 'json',
      description: 'text?',
      status: 'text',
      job_id: 'text?',
      built_version: 'text?',
      created_at: 'integer',
      updated_at: 'integer',
    },
    primaryKey: ['id'],
    indexes: {
      by_table: { columns: ['table_id', 'name'], unique: true },
      by_lake: { columns: ['lake_id', 'created_at', 'id'] },
      by_definition: { columns: ['definition_id'] },
    },
  },
  lake_index_segments: {
    columns: {
      definition_id: 'text',
      file_key: 'text',
      object_key: 'text',
      size_bytes: 'integer',
      sha256: 'text',
      created_at: 'integer',
    },
    primaryKey: ['definition_id', 'file_key'],
    indexes: {
      by_file: { columns: ['file_key'] },
      by_object: { columns: ['object_key'], unique: true },
    },
  },
};

/** Indexes of tables, and the objects built from each data file. */
export const indexes: Migration = {
  version: 18,
  name: 'indexes',
  async up(context) {
    for (const [name, definition] of Object.entries(tables))
      await createTable(context, name, definition);
  },
};
