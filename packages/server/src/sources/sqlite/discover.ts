import type Database from 'better-sqlite3';
import type { DiscoveredTable, DiscoverFilter } from '../source.ts';
import { columnsOf, type SqliteColumn } from './open-sqlite.ts';
import { declaredType, sqlTypeOf } from './type-map.ts';

/** The only schema of a file. */
export const sqliteSchema = 'main';

const tablesInPart = 500;
const note =
  'a column of SQLite has a type for each value: the type that holds them all, text where there is no other';

export async function* discoverTables(
  database: Database.Database,
  filter: DiscoverFilter,
): AsyncGenerator<readonly DiscoveredTable[], void> {
  if (filter.schema !== undefined && filter.schema !== sqliteSchema) return;
  const found = database
    .prepare<[string | null, string | null], { name: string; type: string }>(
      `SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       AND (? IS NULL OR name = ?) ORDER BY name`,
    )
    .all(filter.table ?? null, filter.table ?? null);
  for (let at = 0; at < found.length; at += tablesInPart) {
    yield found.slice(at, at + tablesInPart).flatMap(({ name, type }) => {
      const columns = readableColumns(database, name);
      return columns ? [toTable(columns, name, type === 'view')] : [];
    });
  }
}

/**
 * Undefined if SQLite cannot describe the columns: a view of absent tables, or a virtual table of
 * an absent module.
 */
function readableColumns(database: Database.Database, name: string): SqliteColumn[] | undefined {
  try {
    return columnsOf(database, name);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'SQLITE_ERROR') return undefined;
    throw error;
  }
}

function toTable(columns: readonly SqliteColumn[], name: string, isView: boolean): DiscoveredTable {
  const key = columns.filter(({ keyPosition }) => keyPosition > 0);
  return {
    schema: sqliteSchema,
    name,
    kind: isView ? 'view' : 'table',
    columns: columns.map(({ name: column, declared, notNull }) => {
      const sqlType = sqlTypeOf(declared);
      return {
        name: column,
        sourceType: declared,
        ...(sqlType !== undefined && { sqlType }),
        type: declaredType(declared),
        nullable: !notNull,
        comment: null,
        note,
      };
    }),
    primaryKey: key
      .sort((one, other) => one.keyPosition - other.keyPosition)
      .map((column) => column.name),
    comment: null,
    rowEstimate: null,
  };
}
