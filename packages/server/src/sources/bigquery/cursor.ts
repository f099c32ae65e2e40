import type { ExtractRequest } from '../source.ts';
import { badConfiguration, SourceError } from '../source-error.ts';
import { pages, type TableDescription } from './catalog.ts';
import type { BigquerySession } from './connect-bigquery.ts';
import { finishQuery, type QueryParameter } from './query-job.ts';
import { type FieldSchema, normalized, sqlTypeOf } from './schema.ts';

export interface CursorCondition {
  /** The SQL after FROM and the table. */
  readonly condition: string;
  readonly parameters: readonly QueryParameter[];
  /** The cursor of the result, `ExtractSummary.cursor`. */
  readonly greatest: string | null;
}

const cursorTypes = ['INT64', 'NUMERIC', 'BIGNUMERIC', 'DATE', 'DATETIME', 'TIMESTAMP', 'STRING'];

/**
 * Reads up to the greatest value at the start of the reading; later rows are left to the next
 * refresh.
 */
export async function cursorCondition(
  session: BigquerySession,
  { cursor }: ExtractRequest,
  { fields, location }: TableDescription,
  from: string,
): Promise<CursorCondition> {
  if (!cursor) return { condition: '', parameters: [], greatest: null };
  const column = quoteBigquery(cursor.column);
  const type = cursorType(fields, cursor.column);
  if (
    cursor.value !== null &&
    /^(INT64|.*NUMERIC)$/.test(type) &&
    !/^-?\d+(\.\d+)?$/.test(cursor.value)
  ) {
    throw badConfiguration(`The cursor '${cursor.column}' stands at a value that is no number`);
  }
  const known = cursor.value === null ? [] : [{ type, value: cursor.value }];
  const over = cursor.isInclusive ? '>=' : '>';
  const above = cursor.value === null ? '' : ` WHERE ${column} ${over} ?`;
  const greatest = await readOne(
    session,
    `SELECT CAST(MAX(${column}) AS STRING) ${from}${above}`,
    known,
    location,
  );
  const readsNone = cursor.value === null || cursor.isInclusive === true;
  const none = readsNone ? `${column} IS NULL` : 'FALSE';
  if (greatest === null) return { condition: ` WHERE ${none}`, parameters: [], greatest };
  const least = cursor.value === null ? '' : `${column} ${over} ? AND `;
  const parameters = [...known, { type, value: greatest }];
  return { condition: ` WHERE ${none} OR (${least}${column} <= ?)`, parameters, greatest };
}

function cursorType(fields: readonly FieldSchema[], name: string): string {
  const field = fields.find((one) => one.name === name);
  if (!field)
    throw new SourceError(
      'not_found',
      `Column '${name}' is not there to be a cursor; refresh the connection`,
    );
  const written = sqlTypeOf(normalized(field));
  const type = written.endsWith(')') ? written.slice(0, written.indexOf('(')) : written;
  if (cursorTypes.includes(type)) return type;
  throw badConfiguration(
    `Column '${name}' of type ${type} cannot be a cursor; use a number, a date or a text`,
  );
}

async function readOne(
  session: BigquerySession,
  sql: string,
  parameters: readonly QueryParameter[],
  location: string | undefined,
): Promise<string | null> {
  const { path } = await finishQuery(session, sql, parameters, location);
  for await (const { rows } of pages(session, path, location === undefined ? {} : { location })) {
    const value: unknown = Array.isArray(rows) ? rows[0]?.f?.[0]?.v : undefined;
    return typeof value === 'string' ? value : null;
  }
  return null;
}

/** A quoted name in SQL, with backslash escapes. */
export const quoteBigquery = (name: string) => `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
