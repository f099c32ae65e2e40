import type { DuckDBConnection } from '@duckdb/node-api';
import { parseType, printType } from '../../engine/types/duckdb-type.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';
import { type ColumnElement, type FileColumn, schemaTree } from './schema-tree.ts';

export interface Footer {
  readonly columns: readonly FileColumn[];
  readonly rows: number;
}

/**
 * Columns of files by any writer, as the engine reads their footers; by path. Rows are those of the
 * row groups: some writers leave the sum at 0.
 */
export async function readFooters(
  connection: DuckDBConnection,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Footer>> {
  const list = `[${paths.map(quoteLiteral).join(', ')}]`;
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
  const schemas = await read(
    `SELECT file_name, name, num_children, field_id, duckdb_type FROM parquet_schema(${list}) ORDER BY file_name, column_id`,
  );
  const elements = new Map<string, ColumnElement[]>();
  for (const [path, ...row] of schemas) {
    const known = elements.get(String(path));
    if (known) known.push(elementOf(row));
    else elements.set(String(path), [elementOf(row)]);
  }
  const groups = await read(
    `SELECT file_name, row_group_num_rows FROM parquet_metadata(${list}) GROUP BY file_name, row_group_id, row_group_num_rows`,
  );
  const rows = new Map<string, number>();
  for (const [path, count] of groups)
    rows.set(String(path), (rows.get(String(path)) ?? 0) + Number(count));
  return new Map(
    [...elements].map(([path, own]) => [
      path,
      { columns: schemaTree(own), rows: rows.get(path) ?? 0 },
    ]),
  );
}

function elementOf([name, children, fieldId, type]: readonly unknown[]): ColumnElement {
  return {
    name: String(name),
    fieldId: fieldId === null || fieldId === undefined ? null : Number(fieldId),
    type: typeof type === 'string' ? printType(parseType(type)) : null,
    childCount: Number(children ?? 0),
  };
}
