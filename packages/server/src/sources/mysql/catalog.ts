import { quoteLiteral } from '../../kernel/quoting.ts';
import type { DiscoverFilter } from '../source.ts';

/** A column in information_schema; all values come as text. */
export interface CatalogRow {
  readonly table: string;
  /** BASE TABLE, VIEW, SYSTEM VERSIONED. */
  readonly table_type: string;
  readonly table_comment: string | null;
  readonly row_estimate: string | null;
  readonly column: string;
  /** `int(10) unsigned` */
  readonly column_type: string;
  /** `int` */
  readonly data_type: string;
  readonly is_nullable: string;
  readonly numeric_precision: string | null;
  readonly numeric_scale: string | null;
  readonly datetime_precision: string | null;
  readonly comment: string | null;
}

/**
 * All columns of the database that the user may select, or of one table. Literals have no backslash
 * escapes.
 */
export function catalogQuery(database: string, { table }: DiscoverFilter): string {
  const only = table === undefined ? '' : ` AND c.table_name = ${quoteLiteral(table)}`;
  // The catalog's collation may fold case; the second condition requires the exact name.
  const exact = table === undefined ? '' : ` AND BINARY c.table_name = ${quoteLiteral(table)}`;
  return `SELECT c.table_name AS \`table\`, t.table_type AS table_type, t.table_comment AS table_comment,
    t.table_rows AS row_estimate, c.column_name AS \`column\`, c.column_type AS column_type, c.data_type AS data_type,
    c.is_nullable AS is_nullable, c.numeric_precision AS numeric_precision, c.numeric_scale AS numeric_scale,
    c.datetime_precision AS datetime_precision, c.column_comment AS comment
  FROM information_schema.columns c JOIN information_schema.tables t
    ON t.table_schema = c.table_schema AND t.table_name = c.table_name AND BINARY t.table_name = BINARY c.table_name
  WHERE c.table_schema = ${quoteLiteral(database)}${only}${exact}
    AND t.table_type IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') AND c.privileges LIKE '%select%'
  ORDER BY BINARY c.table_name, c.ordinal_position`;
}

const ofTable = (table: string | undefined) =>
  table === undefined ? '' : ` AND table_name = ${quoteLiteral(table)}`;

export const primaryKeyQuery = (database: string, { table }: DiscoverFilter) =>
  `SELECT table_name AS \`table\`, column_name AS \`column\` FROM information_schema.statistics
   WHERE table_schema = ${quoteLiteral(database)}${ofTable(table)} AND index_name = 'PRIMARY' ORDER BY table_name, seq_in_index`;

/** MariaDB's JSON is a text with a check constraint; this query finds the constraint. */
export const jsonChecksQuery = (database: string, { table }: DiscoverFilter) =>
  `SELECT table_name AS \`table\`, check_clause AS clause FROM information_schema.check_constraints
   WHERE constraint_schema = ${quoteLiteral(database)}${ofTable(table)} AND check_clause LIKE 'json_valid(%'`;

/**
 * Settings for the driver's own SQL: no sql_mode of the user changes the meaning of literals or
 * dates.
 */
export const sessionSettings: readonly string[] = [
  "SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES'",
  "SET SESSION time_zone = '+00:00'",
  // The server would disconnect a reader that pauses to write files.
  'SET SESSION net_write_timeout = 600',
];

export const quoteMysql = (name: string) => `\`${name.replaceAll('`', '``')}\``;
