import { open } from 'node:fs/promises';
import { identifierOf } from '@quern/client';
import type Sqlite from 'better-sqlite3';
import type { ImportedTable } from './imported-table.ts';
import { exactJson } from './write-rows.ts';

/** Decides by the first bytes, not by the file's name. */
export async function isSqliteFile(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return bytesRead === 16 && buffer.toString('latin1') === 'SQLite format 3\0';
  } finally {
    await handle.close();
  }
}

interface Column {
  readonly name: string;
  /** The column's position in the primary key, from 1; 0 outside the key. */
  readonly pk: number;
}

/** The tables of a SQLite file, each read row by row in one snapshot. */
export async function openSqliteTables(
  path: string,
): Promise<{ tables: ImportedTable[]; close(): void }> {
  const { default: Database } = await import('better-sqlite3');
  const file: Sqlite.Database = new Database(path, { readonly: true, fileMustExist: true });
  file.defaultSafeIntegers(true);
  // A snapshot of all tables, unaffected by concurrent writers.
  file.exec('BEGIN');
  const names = file
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .pluck()
    .all() as string[];
  const tables = names.map((table): ImportedTable => {
    const columns = file
      .prepare('SELECT name, pk FROM pragma_table_info(?)')
      .all(table) as Column[];
    const key = columns
      .filter(({ pk }) => Number(pk) > 0)
      .sort((a, b) => Number(a.pk) - Number(b.pk))
      .map(({ name }) => name);
    const header = headerOfEmpty(file, table);
    const source = header === null ? { lines: () => linesOf(file, table) } : { header };
    return { schema: 'main', table: identifierOf(table), key, source };
  });
  return { tables, close: () => file.close() };
}

const allOf = (file: Sqlite.Database, table: string) =>
  file.prepare<[], object>(`SELECT * FROM "${table.replaceAll('"', '""')}"`);

/** The names of the columns as a line of CSV; null where the table has rows. */
function headerOfEmpty(file: Sqlite.Database, table: string): string | null {
  const all = allOf(file, table);
  if (all.get() !== undefined) return null;
  const names = all.columns().map(({ name }) => `"${name.replaceAll('"', '""')}"`);
  return `${names.join(',')}\n`;
}

/**
 * Rows as lines of JSON, some hundred at a time. Bytes are hexadecimal, as the service shows them.
 */
async function* linesOf(
  file: Sqlite.Database,
  table: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder();
  let lines: string[] = [];
  for (const row of allOf(file, table).iterate()) {
    const fields = Object.entries(row).map(([name, value]) => [name, jsonValue(name, value)]);
    lines.push(`${exactJson(Object.fromEntries(fields))}\n`);
    if (lines.length === 500) {
      yield encoder.encode(lines.join(''));
      lines = [];
    }
  }
  if (lines.length > 0) yield encoder.encode(lines.join(''));
}

function jsonValue(column: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new Error(
      `column '${column}' holds an infinite number, which cannot be loaded: set it to NULL or to a number`,
    );
  }
  return value;
}
