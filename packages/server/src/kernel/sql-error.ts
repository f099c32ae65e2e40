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
