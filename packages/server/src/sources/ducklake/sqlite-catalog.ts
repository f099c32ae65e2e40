import { quoteIdentifier } from '../../kernel/quoting.ts';
import type { SourceContext } from '../source.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { type LakeCatalog, selectText } from './lake-catalog.ts';

type Value = bigint | number | string | Buffer | null;

export async function openSqliteCatalog(
  context: SourceContext,
  path: string,
): Promise<LakeCatalog> {
  const { database, mapError, close } = await openSqlite(context, { path });
  const read = (sql: string) =>
    database
      .prepare<[], Value[]>(sql)
      .raw()
      .safeIntegers()
      .all()
      .map((row) => row.map(textOf));
  try {
    database.prepare('BEGIN').run();
    const version = `SQLite ${String(database.prepare('SELECT sqlite_version()').pluck().get())}`;
    return {
      version,
      mapError,
      close,
      rows: async (request) =>
        read(selectText(request, request.columns.map(quoteIdentifier), quoteIdentifier, null)).map(
          (row) =>
            Object.fromEntries(request.columns.map((name, index) => [name, row[index] ?? null])),
        ),
      inlinedRows: async (request) =>
        read(
          selectText(
            request,
            request.columns.map(({ name }) => quoteIdentifier(name)),
            quoteIdentifier,
            null,
          ),
        ),
      columnsOf: async (table) =>
        database
          .prepare<[string], string>('SELECT name FROM pragma_table_info(?) ORDER BY cid')
          .pluck()
          .all(table),
    };
  } catch (error) {
    await close();
    throw mapError(error);
  }
}

function textOf(value: Value): string | null {
  if (value === null) return null;
  return typeof value === 'object' ? value.toString('hex') : String(value);
}
