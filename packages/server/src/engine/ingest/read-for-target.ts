import { isNested } from '../types/cast-between.ts';
import type { InspectedColumn } from './file-source.ts';
import type { ColumnSource } from './type-evolution.ts';

interface Inspected {
  readonly source: { readonly format: string };
  readonly columns: readonly InspectedColumn[];
}

/**
 * Adapts the reading of a JSON file to the columns of the table. A nested value for a text column
 * is read as its JSON text, because a cast of a list or struct would give DuckDB's form. Text of an
 * object without fields is read as an object for a column of objects. An exact number for a text
 * column is read as its text.
 */
export function readForTarget<File extends Inspected>(
  file: File,
  target: readonly ColumnSource[],
): File {
  const { source } = file;
  if (source.format !== 'json' || !('columns' in source) || !Array.isArray(source.columns))
    return file;
  const targets = new Map(target.map(({ from, column }) => [from, column.type]));
  const changed = new Map(
    file.columns.flatMap((column) => {
      const read = readAs(column, targets.get(column.name));
      return read === null ? [] : [[column.name, read] as const];
    }),
  );
  if (changed.size === 0) return file;
  const read = source.columns.map((column: { readonly name: string }) => {
    const type = changed.get(column.name)?.readType;
    return type === undefined ? column : { ...column, readType: type };
  });
  const columns = file.columns.map((column) => changed.get(column.name)?.column ?? column);
  return { ...file, source: { ...source, columns: read }, columns };
}

function readAs(
  column: InspectedColumn,
  target: string | undefined,
): { readonly readType: string; readonly column: InspectedColumn } | null {
  const { type, asObjects } = column;
  if (target === 'VARCHAR' && isNested(type))
    return { readType: 'JSON', column: { ...column, type: 'VARCHAR' } };
  if (target === 'VARCHAR' && type.startsWith('DECIMAL('))
    return { readType: 'VARCHAR', column: { ...column, type: 'VARCHAR' } };
  if (asObjects !== undefined && target !== undefined && isNested(target))
    return { readType: asObjects.type, column: { ...column, ...asObjects } };
  return null;
}
