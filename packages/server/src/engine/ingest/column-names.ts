import { badRequest } from '../../kernel/errors.ts';

export const maxNameBytes = 255;
/** DuckDB cannot write a column of the name with field ids. */
const reservedName = '__duckdb_field_id';

/**
 * Throws BAD_REQUEST unless the names can be a table's columns. A name is not empty, has no NUL and
 * at most 255 bytes. No two names are equal or differ only by case (docs/contract/names.md#columns;
 * DuckDB compares names without case).
 */
export function checkColumnNames(names: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const [index, name] of names.entries()) {
    if (name.trim() === '')
      throw badRequest(`Column ${index + 1} has no name; every column needs one`);
    if (name.includes('\0'))
      throw badRequest(`The name of column ${index + 1} holds a NUL character; remove it`);
    if (Buffer.byteLength(name) > maxNameBytes) {
      throw badRequest(
        `The name of column ${index + 1} is longer than ${maxNameBytes} bytes; shorten it`,
      );
    }
    if (name.toLowerCase() === reservedName)
      throw badRequest(`The column name '${name}' is reserved; rename the column`);
    const earlier = seen.get(name.toLowerCase());
    if (earlier === name)
      throw badRequest(`The column name '${name}' appears twice; rename one of the columns`);
    if (earlier !== undefined) {
      throw badRequest(
        `The column names '${earlier}' and '${name}' differ only by case; rename one of them`,
      );
    }
    seen.set(name.toLowerCase(), name);
  }
}

/** A file is refused at the first sign of too many columns, before any work per column. */
export const tooManyColumns = (format: 'CSV' | 'JSON' | 'Parquet', maxColumns: number) =>
  badRequest(
    `The ${format} file has more than ${maxColumns} columns, the most that a table may have; split it`,
  );

interface Named {
  readonly name: string;
}

/**
 * True where both sides have columns and no name in common. Names are compared without case, as in
 * the engine.
 */
export function sharesNoColumn(present: readonly Named[], incoming: readonly Named[]): boolean {
  if (present.length === 0 || incoming.length === 0) return false;
  const names = new Set(present.map(({ name }) => name.toLowerCase()));
  return !incoming.some(({ name }) => names.has(name.toLowerCase()));
}
