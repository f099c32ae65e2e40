import { isUtf8 } from 'node:buffer';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { openPostgres } from '../postgres/connect-postgres.ts';
import type { SourceConfig, SourceContext } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { type LakeCatalog, selectText } from './lake-catalog.ts';

const settings = [
  'SET LOCAL search_path = pg_catalog',
  "SET LOCAL TimeZone = 'UTC'",
  "SET LOCAL DateStyle = 'ISO, MDY'",
  "SET LOCAL IntervalStyle = 'postgres'",
  // All digits; before 12 fewer lose some.
  'SET LOCAL extra_float_digits = 3',
];

/**
 * Texts may be bytea columns, because texts may contain NUL characters. These come as bytes, all
 * others as text.
 */
const heldAsBytes = new Set(['varchar', 'json']);

export async function openPostgresCatalog(
  context: SourceContext,
  config: SourceConfig,
  schema: string,
): Promise<LakeCatalog> {
  const { client, mapError, close } = await openPostgres(context, config);
  const read = async (sql: string) => {
    const { rows } = await client.query<(string | Buffer | null)[]>({
      text: sql,
      rowMode: 'array',
    });
    return rows.map((row) => row.map(textOf));
  };
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    for (const setting of settings) await client.query(setting);
    const [[version = ''] = []] = await read('SHOW server_version');
    return {
      version: `PostgreSQL ${version}`,
      mapError,
      close,
      rows: async (request) => {
        const columns = request.columns.map((name) => `${quoteIdentifier(name)}::text`);
        const rows = await read(selectText(request, columns, quoteIdentifier, schema));
        return rows.map((row) =>
          Object.fromEntries(request.columns.map((name, index) => [name, row[index] ?? null])),
        );
      },
      inlinedRows: (request) => {
        const columns = request.columns.map(({ name, lakeType }) =>
          valueExpression(quoteIdentifier(name), lakeType),
        );
        return read(selectText(request, columns, quoteIdentifier, schema));
      },
      columnsOf: async (table) => {
        const rows = await read(
          `SELECT a.attname::text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
           WHERE n.nspname = ${quoteLiteral(schema)} AND c.relname = ${quoteLiteral(table)} AND a.attnum > 0 AND NOT a.attisdropped
           ORDER BY a.attnum`,
        );
        return rows.map(([name]) => String(name));
      },
    };
  } catch (error) {
    await close();
    throw mapError(error);
  }
}

function valueExpression(column: string, lakeType: string): string {
  if (lakeType === 'blob') return `encode(${column}, 'hex')`;
  return heldAsBytes.has(lakeType) ? column : `${column}::text`;
}

function textOf(value: string | Buffer | null): string | null {
  if (value === null || typeof value === 'string') return value;
  if (isUtf8(value)) return value.toString('utf8');
  throw new SourceError(
    'value_not_representable',
    'A text in the catalog is not UTF-8; flush its inlined data into files',
  );
}
