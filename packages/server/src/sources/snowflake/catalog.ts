import { quoteIdentifier, quoteName } from '../../kernel/quoting.ts';
import { uniqueNames } from '../../kernel/unique-names.ts';
import type { Binding, SnowflakeSession } from './connect-snowflake.ts';
import { resultRows } from './result.ts';

/** A column in INFORMATION_SCHEMA; all values come as text. */
export interface CatalogRow {
  readonly table: string;
  /** BASE TABLE, TEMPORARY TABLE, EXTERNAL TABLE, VIEW, MATERIALIZED VIEW. */
  readonly table_type: string | null;
  readonly table_comment: string | null;
  readonly row_estimate: string | null;
  readonly column: string;
  /** `NUMBER`, `TIMESTAMP_NTZ` */
  readonly data_type: string;
  readonly numeric_precision: string | null;
  readonly numeric_scale: string | null;
  readonly is_nullable: string;
  readonly comment: string | null;
}

/** A column with its name in the lake, which is unique within the table without regard to case. */
export interface NamedColumn extends CatalogRow {
  readonly name: string;
}

/** The columns of one table; `rows` are all rows of the table. */
export function nameColumns(rows: readonly CatalogRow[]): readonly NamedColumn[] {
  const names = uniqueNames(rows.map(({ column }) => column));
  return rows.map((row) => ({ ...row, name: names.get(row.column) ?? row.column }));
}

export const text = (value: string): Binding => ({ type: 'TEXT', value });

/** Schemas that the role may use, without the catalogs themselves. */
export async function schemaNames(session: SnowflakeSession): Promise<string[]> {
  const { database, schema } = session.account;
  const data = await session.query(
    `SELECT schema_name AS "name" FROM ${quoteIdentifier(database)}.INFORMATION_SCHEMA.SCHEMATA
     WHERE schema_name <> 'INFORMATION_SCHEMA'${schema === undefined ? '' : ' AND schema_name = ?'}`,
    schema === undefined ? [] : [text(schema)],
  );
  const names: string[] = [];
  for await (const { name } of resultRows(session, data)) names.push(name ?? '');
  return names;
}

/**
 * All columns of a schema, or of one table, that the role may see, in the order of tables and
 * columns.
 */
export async function* catalogRows(
  session: SnowflakeSession,
  schema: string,
  table: string | undefined,
): AsyncGenerator<CatalogRow> {
  const catalog = `${quoteIdentifier(session.account.database)}.INFORMATION_SCHEMA`;
  const data = await session.query(
    `SELECT c.table_name AS "table", t.table_type AS "table_type", t.comment AS "table_comment",
       CAST(t.row_count AS VARCHAR) AS "row_estimate", c.column_name AS "column", c.data_type AS "data_type",
       CAST(c.numeric_precision AS VARCHAR) AS "numeric_precision", CAST(c.numeric_scale AS VARCHAR) AS "numeric_scale",
       c.is_nullable AS "is_nullable", c.comment AS "comment"
     FROM ${catalog}.COLUMNS c LEFT JOIN ${catalog}.TABLES t
       ON t.table_schema = c.table_schema AND t.table_name = c.table_name
     WHERE c.table_schema = ?${table === undefined ? '' : ' AND c.table_name = ?'}
     ORDER BY c.table_name, c.ordinal_position`,
    table === undefined ? [text(schema)] : [text(schema), text(table)],
  );
  for await (const row of resultRows(session, data)) yield row as unknown as CatalogRow;
}

/** Columns of primary keys by table, in the order of the key. */
export async function primaryKeys(
  session: SnowflakeSession,
  schema: string,
): Promise<Map<string, string[]>> {
  const data = await session.query(
    `SHOW PRIMARY KEYS IN SCHEMA ${quoteName(session.account.database, schema)}`,
  );
  const found: { table: string; column: string; at: number }[] = [];
  for await (const row of resultRows(session, data)) {
    found.push({
      table: row.table_name ?? '',
      column: row.column_name ?? '',
      at: Number(row.key_sequence),
    });
  }
  // A truncated list (SHOW has a maximum) may end within a key.
  const whole =
    found.length < shownAtMost ? found : found.filter(({ table }) => table !== found.at(-1)?.table);
  const keys = new Map<string, string[]>();
  for (const { table, column } of whole.toSorted((one, other) => one.at - other.at)) {
    keys.set(table, [...(keys.get(table) ?? []), column]);
  }
  return keys;
}

const shownAtMost = 10_000;
