import { badRequest, QuernError } from '../../kernel/errors.ts';
import { inHotsqlWords } from '../../plan/hotsql/resolve/engine-words.ts';
import { namingNesting } from '../../plan/nested-construct.ts';
import { inSnowflakeWords } from '../../plan/snowflake/snowflake-words.ts';
import type { Derivation } from '../../plan/statements/derivation.ts';
import type { Dialect } from '../../plan/types.ts';
import { maxSqlBytes } from '../../scope/limits.ts';

/** A statement with the defaults for unqualified names. */
export interface QueryText {
  readonly sql: string;
  readonly dialect: Dialect;
  readonly defaultCatalog: string | null;
  readonly defaultSchema: string | null;
  /** The SELECT that is derived of `sql`, which writes; absent: `sql` reads. */
  readonly derivation?: Derivation;
}

/** Checks of the text alone; throws 400. */
export function checkQueryText(sql: string): void {
  if (sql.trim() === '') throw badRequest('SQL query cannot be empty');
  if (Buffer.byteLength(sql) > maxSqlBytes) throw badRequest('The SQL text is larger than 1 MB');
}

/** DuckDB's and Snowflake's texts are translated without the types of columns. */
export const needsShapes = (dialect: Dialect) => dialect === 'hotsql' || dialect === 'postgres';

/**
 * The error in words of the caller's text instead of its translation: types and functions have the
 * names of the caller's dialect. Errors about nesting name the nested construct in any dialect.
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
