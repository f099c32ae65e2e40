import type { InspectedColumn } from './file-source.ts';
import type { ColumnSource } from './type-evolution.ts';

interface Inspected {
  readonly source: { readonly format: string };
  readonly columns: readonly InspectedColumn[];
}

/**
 * The file, with its nested JSON read as the text that it is where it goes into a column of text:
 * the cast of a list or a struct would write DuckDB's form of it.
 */
export function readAsText<File extends Inspected>(
  file: File,
  target: readonly ColumnSource[],
): File {
  const { source } = file;
  if (source.format !== 'json' || !('columns' in source) || !Array.isArray(source.columns))
    return file;
  const texts = new Set(
    target.flatMap(({ from, column }) => (column.type === 'VARCHAR' && from !== null ? from : [])),
  );
  const isText = ({ name, type }: InspectedColumn) => texts.has(name) && /[\])]$/.test(type);
  const asText = new Set(file.columns.filter(isText).map(({ name }) => name));
  if (asText.size === 0) return file;
  const read = source.columns.map((column: { readonly name: string }) =>
    asText.has(column.name) ? { ...column, readType: 'JSON' } : column,
  );
  const columns = file.columns.map((column) =>
    asText.has(column.name) ? { ...column, type: 'VARCHAR' } : column,
  );
  return { ...file, source: { ...source, columns: read }, columns };
}
