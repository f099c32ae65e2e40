import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { FileColumn } from '../lake-files/schema-tree.ts';
import type { LakeFooter } from './read-footer.ts';
import type { LakeColumn } from './type-map.ts';

/**
 * True if a nested column of a file has the table's parts, by id and name. A renamed, added or
 * dropped field counts as a different part, even if its name was used before.
 */
export function hasSameParts(column: LakeColumn, file: FileColumn): boolean {
  const parts = column.lakeType === 'struct' ? file.children : (file.children[0]?.children ?? []);
  if (column.children.length === 0) return file.children.length === 0;
  if (parts.length !== column.children.length) return false;
  return column.children.every((child, index) => {
    const part = parts[index];
    return (
      part !== undefined &&
      part.fieldId === child.id &&
      (column.lakeType !== 'struct' || part.name === child.name) &&
      hasSameParts(child, part)
    );
  });
}

/**
 * True if the file has values that its own Bloom filters hide. Filters contain bytes, and 0 and -0,
 * or two NaNs, have several byte forms. No filter can answer the conditions of the statement below.
 */
export async function hidesValues(
  connect: () => Promise<DuckDBConnection>,
  path: string,
  { columns, filteredFloats }: LakeFooter,
): Promise<boolean> {
  if (filteredFloats.length === 0) return false;
  const own = new Set(
    columns.filter(({ children }) => children.length === 0).map(({ name }) => name),
  );
  if (!filteredFloats.every((name) => own.has(name))) return true;
  const hidden = filteredFloats
    .map(quoteIdentifier)
    .map((name) => `isnan(${name}) OR (signbit(${name}) AND ${name} + 0 = 0)`);
  const looked = await (await connect()).runAndReadAll(
    `SELECT coalesce(bool_or(${hidden.join(' OR ')}), false) FROM read_parquet(${quoteLiteral(path)}, hive_partitioning = false)`,
  );
  return looked.getRows()[0]?.[0] !== false;
}
