import { sql } from 'kysely';
import type { Metadata } from '../../src/metadata/open-metadata.ts';

export type FoundColumns = Record<string, Record<string, string>>;

interface ColumnRow {
  table_name: string;
  column_name: string;
  data_type: string;
  nullable: number;
}

const fromSqlite = sql<ColumnRow>`
  select m.name as table_name, c.name as column_name, lower(c.type) as data_type, 1 - c."notnull" as nullable
  from sqlite_master m, pragma_table_info(m.name) c
  where m.type = 'table' and m.name <> 'schema_versions'`;

const fromPostgres = sql<ColumnRow>`
  select table_name, column_name,
    case when data_type = 'bigint' then 'integer' when data_type = 'bytea' then 'blob'
      when collation_name = 'C' then data_type else 'text without collation' end as data_type,
    case is_nullable when 'YES' then 1 else 0 end as nullable
  from information_schema.columns
  where table_schema = 'public' and table_name <> 'schema_versions'`;

/**
 * The columns of all tables as the database tells them: table, column, `text`, `integer` or `blob`,
 * `?` when nullable.
 */
export async function readColumns({ db, kind }: Metadata): Promise<FoundColumns> {
  const { rows } = await (kind === 'sqlite' ? fromSqlite : fromPostgres).execute(db);
  const tables: FoundColumns = {};
  for (const row of rows) {
    const columns = tables[row.table_name] ?? {};
    columns[row.column_name] = row.data_type + (row.nullable === 1 ? '?' : '');
    tables[row.table_name] = columns;
  }
  return tables;
}
