import type { DuckDBConnection } from '@duckdb/node-api';
import { parseType, printType } from '../../engine/types/duckdb-type.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';
import { type ColumnElement, type FileColumn, schemaTree } from './schema-tree.ts';

export interface Footer {
  readonly columns: readonly FileColumn[];
  readonly rows: number;
}

/** Columns of files by any writer, as the engine reads their footers; by path. */
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
  const files = await read(`SELECT file_name, num_rows FROM parquet_file_metadata(${list})`);
  return new Map(
    files.map(([name, rows]) => {
      const path = String(name);
      return [path, { columns: schemaTree(elements.get(path) ?? []), rows: Number(rows) }];
    }),
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
