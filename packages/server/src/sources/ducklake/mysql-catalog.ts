import { quoteLiteral } from '../../kernel/quoting.ts';
import { quoteMysql } from '../mysql/catalog.ts';
import { openMysql } from '../mysql/connect-mysql.ts';
import type { SourceConfig, SourceContext } from '../source.ts';
import { type LakeCatalog, selectText } from './lake-catalog.ts';

export async function openMysqlCatalog(
  context: SourceContext,
  config: SourceConfig,
  schema: string,
): Promise<LakeCatalog> {
  const { query, version, isMariaDb, mapError, close } = await openMysql(context, config);
  const read = async (request: Parameters<typeof selectText>[0], columns: readonly string[]) => {
    const rows = await query(selectText(request, columns, quoteMysql, schema));
    return rows.map((row) => columns.map((_, index) => row[`c${index}`] ?? null));
  };
  try {
    await query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    return {
      version: `${isMariaDb ? 'MariaDB' : 'MySQL'} ${version}`,
      mapError,
      close,
      rows: async (request) => {
        const rows = await read(request, request.columns.map(quoteMysql));
        return rows.map((row) =>
          Object.fromEntries(request.columns.map((name, index) => [name, row[index] ?? null])),
        );
      },
      inlinedRows: (request) => {
        const columns = request.columns.map(({ name, lakeType }) =>
          valueExpression(quoteMysql(name), lakeType),
        );
        return read(request, columns);
      },
      columnsOf: async (table) => {
        const rows = await query(
          `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = ${quoteLiteral(schema)}
             AND table_name = ${quoteLiteral(table)} ORDER BY ordinal_position`,
        );
        return rows.map(({ name }) => String(name));
      },
    };
  } catch (error) {
    await close();
    throw mapError(error);
  }
}

/** The server rounds a FLOAT to six digits when printing. */
function valueExpression(column: string, lakeType: string): string {
  if (lakeType === 'blob') return `HEX(${column})`;
  return lakeType === 'float32' ? `CAST(${column} AS DOUBLE)` : column;
}
