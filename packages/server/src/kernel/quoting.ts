/** `"name"` with inner quotes doubled (PostgreSQL 4.1.1, the same in DuckDB). */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * `'text'` with inner quotes doubled. Backslashes have no meaning in DuckDB. Throws for NUL,
 * because no SQL text can contain NUL.
 */
export function quoteLiteral(text: string): string {
  if (text.includes('\0')) throw new Error('a SQL literal cannot hold a NUL character');
  return `'${text.replaceAll("'", "''")}'`;
}

/** `"catalog"."schema"."table"`. */
export function quoteName(...parts: readonly string[]): string {
  return parts.map(quoteIdentifier).join('.');
}
