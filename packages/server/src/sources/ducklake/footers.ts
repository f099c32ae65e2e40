import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { FileColumn } from '../lake-files/schema-tree.ts';
import type { LakeFooter } from './read-footer.ts';
import type { LakeColumn } from './type-map.ts';

/**
 * Whether a nested column of a file has the same parts as the table's, by id and name: a field that
 * was renamed, added or dropped since is another one, also where one of its name came back.
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
 * Whether a file has a value that its own Bloom filters hide: they hold bytes, of which 0 and -0,
 * and two NaNs, have several. No condition of this statement can be asked of a filter.
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
