import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { attachedName, openDuckdb } from '../duckdb/open-duckdb.ts';
import type { SourceContext } from '../source.ts';
import { type LakeCatalog, selectText } from './lake-catalog.ts';

export async function openDuckdbCatalog(
  context: SourceContext,
  path: string,
  schema: string,
): Promise<LakeCatalog> {
  const { engine, mapError, close } = await openDuckdb(context, { path });
  const { connection } = engine;
  const quote = (name: string) => quoteIdentifier(name);
  const from = (name: string) =>
    name === schema ? `${quote(attachedName)}.${quote(schema)}` : quote(name);
  const read = async (sql: string) =>
    (await connection.runAndReadAll(sql))
      .getRows()
      .map((row) => row.map((value) => (value === null ? null : String(value))));
  try {
    await connection.run('BEGIN TRANSACTION READ ONLY');
    const [[version = ''] = []] = await read('SELECT version()');
    return {
      version: `DuckDB ${String(version).replace(/^v/, '')}`,
      mapError,
      close,
      rows: async (request) => {
        const columns = request.columns.map((name) => `CAST(${quote(name)} AS VARCHAR)`);
        const rows = await read(selectText(request, columns, from, schema));
        return rows.map((row) =>
          Object.fromEntries(request.columns.map((name, index) => [name, row[index] ?? null])),
        );
      },
      inlinedRows: (request) => {
        const columns = request.columns.map(({ name, lakeType }) =>
          lakeType === 'blob' ? `hex(${quote(name)})` : `CAST(${quote(name)} AS VARCHAR)`,
        );
        return read(selectText(request, columns, from, schema));
      },
      columnsOf: async (table) => {
        const rows = await read(
          `SELECT column_name FROM duckdb_columns() WHERE database_name = ${quoteLiteral(attachedName)}
             AND schema_name = ${quoteLiteral(schema)} AND table_name = ${quoteLiteral(table)} ORDER BY column_index`,
        );
        return rows.map(([name]) => String(name));
      },
    };
  } catch (error) {
    await close();
    throw mapError(error);
  }
}
