import { badRequest, QuernError } from '../../kernel/errors.ts';
import { inHotsqlWords } from '../../plan/hotsql/resolve/engine-words.ts';
import { namingNesting } from '../../plan/nested-construct.ts';
import { inSnowflakeWords } from '../../plan/snowflake/snowflake-words.ts';
import type { Dialect } from '../../plan/types.ts';
import { maxSqlBytes } from '../../scope/limits.ts';

/** A statement and where its bare names are looked up. */
export interface QueryText {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly defaultCatalog: string | null;
  readonly defaultSchema: string | null;
}

/** Checks what the text alone shows; throws 400. */
export function checkQueryText(sql: string): void {
  if (sql.trim() === '') throw badRequest('SQL query cannot be empty');
  if (Buffer.byteLength(sql) > maxSqlBytes) throw badRequest('The SQL text is larger than 1 MB');
}

/** DuckDB's and Snowflake's texts are translated without the types of columns. */
export const needsShapes = (dialect: Dialect) => dialect === 'hotsql' || dialect === 'postgres';

/**
 * An error in words about the caller's text and not about its translation: callers read of the
 * types and functions of the dialect that they wrote; what nests too deeply is named for all.
 */
export function inWordsOfText(
  { sql, dialect }: Pick<QueryText, 'sql' | 'dialect'>,
  error: unknown,
): unknown {
  if (!(error instanceof QuernError) || error.code !== 'BAD_REQUEST') return error;
  const named = namingNesting(error.message, sql);
  const words = needsShapes(dialect)
    ? inHotsqlWords
    : dialect === 'snowflake'
      ? inSnowflakeWords
      : undefined;
  const message = words === undefined ? named : words(named);
  return message === error.message ? error : new QuernError(error.code, message, { cause: error });
}
