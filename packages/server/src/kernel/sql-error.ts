/**
 * The mark that carries an SQLSTATE in a message through DuckDB, which has no SQLSTATEs:
 * `[22012] division by zero`. Printed SQL writes the same form in error('...').
 */
const marked = /\[([0-9A-Z]{5})\] /;

/** An error that PostgreSQL would raise, with its class and words. */
export class SqlError extends Error {
  readonly sqlState: string;

  constructor(sqlState: string, message: string) {
    super(`[${sqlState}] ${message}`);
    this.name = 'SqlError';
    this.sqlState = sqlState;
  }
}

/** Raises with PostgreSQL's class and words: `sqlError('22012', 'division by zero')`. */
export function sqlError(sqlState: string, message: string): never {
  throw new SqlError(sqlState, message);
}

/** The SQLSTATE in a message of the engine, if any. */
export const sqlStateOf = (message: string): string | undefined => marked.exec(message)?.[1];

/**
 * PostgreSQL's code of an error: its own code, its cause's code, or the code in a message of the
 * engine.
 */
export function sqlStateIn(thrown: unknown): string | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 8; depth += 1) {
    const own: unknown = 'sqlState' in error ? error.sqlState : undefined;
    const state = typeof own === 'string' ? own : sqlStateOf(error.message);
    if (state !== undefined) return state;
    error = error.cause;
  }
  return thrown instanceof Error ? sqlStateOfWords(thrown.message) : undefined;
}

/** Words of PostgreSQL that the engine's errors are told in, and their codes. */
const statesOfWords: readonly (readonly [pattern: RegExp, sqlState: string])[] = [
  [/^division by zero/, '22012'],
  [/^(?:date|timestamp|interval|time)(?:\/time field value)? out of range/, '22008'],
  [/^date\/time field value out of range/, '22008'],
  [/^(?:smallint|integer|bigint|oid|value|input) (?:is )?out of range/, '22003'],
  [/^value out of range/, '22003'],
  [/^(?:numeric field overflow|value overflows numeric format)/, '22003'],
  [/^invalid input syntax for /, '22P02'],
  [/^malformed (?:array|record|range) literal/, '22P02'],
  [/^more than one row returned by a subquery/, '21000'],
  [/^cannot take logarithm of /, '2201E'],
  [/^cannot take square root of /, '2201F'],
  [/^table '[^']*' not found/, '42P01'],
  [/^column '?[^' ]+'? (?:of relation '[^']*' )?does not exist/, '42703'],
  [/^(?:function|operator) .* does not exist/, '42883'],
  [/^syntax error /, '42601'],
];

function sqlStateOfWords(message: string): string | undefined {
  const said = message.slice(0, 300);
  return statesOfWords.find(([pattern]) => pattern.test(said))?.[1];
}

/** The message for the caller, without the SQLSTATE. */
export const withoutSqlState = (message: string): string => message.replace(marked, '');

/**
 * The beginning of a message about a numeric that is NaN, infinite or longer than a DECIMAL, or
 * about an inexact double. The statement runs again with exact numbers (`numericLimit`), so nobody
 * reads the message.
 */
export const notHeldAsDecimal = 'HotSQL does not hold this number';

/**
 * The beginning of a message about an aggregate of floats whose result is uncertain. Only an
 * examination of all values tells the right result from an error, and the statement runs again with
 * the examination (`numericLimit`).
 */
export const wantsCloserLook = 'HotSQL has to look at the values of this aggregate';
