/**
 * How a message carries its SQLSTATE through DuckDB, which knows none: `[22012] division by zero`.
 * Also what error('...') in printed SQL writes.
 */
const marked = /\[([0-9A-Z]{5})\] /;

/** What PostgreSQL would raise, with its class and its words. */
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

/** The class that a message of the engine carries, if any. */
export const sqlStateOf = (message: string): string | undefined => marked.exec(message)?.[1];

/** The message for the caller, without its class. */
export const withoutSqlState = (message: string): string => message.replace(marked, '');

/**
 * How a message begins where a numeric is NaN, infinite or longer than a DECIMAL, or a double is
 * not exact enough: the statement is then run again with exact numbers (`numericLimit`), so nobody
 * reads it.
 */
export const notHeldAsDecimal = 'HotSQL does not hold this number';

/**
 * How a message begins where an aggregate of floats came to what may be right or may have to raise,
 * which only a look at all its values tells: the statement is run again with one (`numericLimit`).
 */
export const wantsCloserLook = 'HotSQL has to look at the values of this aggregate';
