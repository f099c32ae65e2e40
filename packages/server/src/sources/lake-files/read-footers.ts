import type { DuckDBConnection } from '@duckdb/node-api';
import { parseType, printType } from '../../engine/types/duckdb-type.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';

/** A column of a Parquet file, with those that are in it. */
export interface FileColumn {
  readonly name: string;
  /** The lake's id of the column; null of what only Parquet has (the group in a list). */
  readonly fieldId: number | null;
  /** As DuckDB reads it; null of what has parts. */
  readonly type: string | null;
  readonly children: readonly FileColumn[];
}

export interface Footer {
  readonly columns: readonly FileColumn[];
  readonly rows: number;
}

/** Of files by any writer, as the engine reads them; by path. */
export async function readFooters(
  connection: DuckDBConnection,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Footer>> {
  const list = `[${paths.map(quoteLiteral).join(', ')}]`;
  const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
  const schemas = await read(
    `SELECT file_name, name, num_children, field_id, duckdb_type FROM parquet_schema(${list}) ORDER BY file_name, column_id`,
  );
  const elements = new Map<string, (readonly unknown[])[]>();
  for (const [path, ...element] of schemas) {
    const known = elements.get(String(path));
    if (known) known.push(element);
    else elements.set(String(path), [element]);
  }
  const files = await read(`SELECT file_name, num_rows FROM parquet_file_metadata(${list})`);
  return new Map(
    files.map(([name, rows]) => {
      const path = String(name);
      return [path, { columns: treeOf(elements.get(path) ?? []), rows: Number(rows) }];
    }),
  );
}

/** Elements of a schema stand depth first, the root before all. */
function treeOf(elements: readonly (readonly unknown[])[]): readonly FileColumn[] {
  let at = 0;
  const next = (): FileColumn => {
    const [name, children, fieldId, type] = elements[at] ?? [];
    at += 1;
    const count = Number(children ?? 0);
    const inner: FileColumn[] = [];
    for (let index = 0; index < count && at < elements.length; index += 1) inner.push(next());
    return {
      name: String(name),
      fieldId: fieldId === null || fieldId === undefined ? null : Number(fieldId),
      type: typeof type === 'string' ? printType(parseType(type)) : null,
      children: inner,
    };
  };
  return elements.length === 0 ? [] : next().children;
}
