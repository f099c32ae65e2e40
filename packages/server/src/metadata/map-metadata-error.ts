import { QuernError } from '../kernel/errors.ts';
import { storageFailureOf } from '../kernel/storage-failure.ts';

/**
 * Meanings of driver errors by code: SQLSTATE (PostgreSQL, appendix A), SQLite's extended result
 * code names, or Node's system error codes. Messages are compared only where pg's errors have no
 * code.
 */
type Meaning =
  | 'unique_violation'
  | 'foreign_key_violation'
  /** Another transaction interfered; a retry can succeed. */
  | 'conflict'
  /**
   * The database cannot be reached, or gave up on the statement; the statement may or may not have
   * been committed.
   */
  | 'unavailable'
  | 'storage_failed'
  | 'other';

const meaningByCode: Readonly<Record<string, Meaning>> = {
  '23505': 'unique_violation',
  SQLITE_CONSTRAINT_UNIQUE: 'unique_violation',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'unique_violation',
  '23503': 'foreign_key_violation',
  '23001': 'foreign_key_violation',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'foreign_key_violation',
  '40001': 'conflict',
  '40P01': 'conflict',
  '25P03': 'unavailable',
  '28000': 'unavailable',
  '28P01': 'unavailable',
  '3D000': 'unavailable',
  '53300': 'unavailable',
  '57014': 'unavailable',
  '57P01': 'unavailable',
  '57P02': 'unavailable',
  '57P03': 'unavailable',
  '57P05': 'unavailable',
  ECONNREFUSED: 'unavailable',
  ECONNRESET: 'unavailable',
  EPIPE: 'unavailable',
  ETIMEDOUT: 'unavailable',
  ENOTFOUND: 'unavailable',
  EAI_AGAIN: 'unavailable',
  EHOSTUNREACH: 'unavailable',
  ENETUNREACH: 'unavailable',
  '25006': 'storage_failed',
  '53100': 'storage_failed',
  '53200': 'storage_failed',
  '58030': 'storage_failed',
  XX001: 'storage_failed',
  XX002: 'storage_failed',
};

/** Extended SQLite codes have many members (SQLITE_IOERR_FSYNC); the first words decide. */
const meaningBySqlitePrefix: readonly (readonly [string, Meaning])[] = [
  ['SQLITE_BUSY', 'conflict'],
  ['SQLITE_LOCKED', 'conflict'],
  ['SQLITE_FULL', 'storage_failed'],
  ['SQLITE_IOERR', 'storage_failed'],
  ['SQLITE_READONLY', 'storage_failed'],
  ['SQLITE_CANTOPEN', 'storage_failed'],
  ['SQLITE_CORRUPT', 'storage_failed'],
  ['SQLITE_NOTADB', 'storage_failed'],
];

/** pg 8.23 (client.js, pg-pool index.js) throws these messages without a code. */
const lostConnectionMessages: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
]);

function meaningOf(error: unknown): Meaning {
  if (!(error instanceof Error)) return 'other';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code === undefined)
    return lostConnectionMessages.has(error.message) ? 'unavailable' : 'other';
  const known = meaningByCode[code];
  if (known !== undefined) return known;
  if (/^08...$/.test(code)) return 'unavailable';
  const bySqlite = meaningBySqlitePrefix.find(([prefix]) => code.startsWith(prefix))?.[1];
  return bySqlite ?? (storageFailureOf(error) === null ? 'other' : 'storage_failed');
}

/** True if a unique constraint or primary key refused the row. */
export function isUniqueViolation(error: unknown): boolean {
  return meaningOf(error) === 'unique_violation';
}

/** True if a foreign key refused the change: the parent is missing, or still has children. */
export function isForeignKeyViolation(error: unknown): boolean {
  return meaningOf(error) === 'foreign_key_violation';
}

/**
 * True if a retry of the transaction can succeed (serialization failure, deadlock, busy database).
 */
export function isConflict(error: unknown): boolean {
  return meaningOf(error) === 'conflict';
}

/**
 * True if the database could not be reached or gave up; the statement may or may not have been
 * committed.
 */
export function isUnavailable(error: unknown): boolean {
  return meaningOf(error) === 'unavailable';
}

/**
 * The error for callers of the metadata: SERVICE_UNAVAILABLE for an unreachable database,
 * PERSISTENCE_UNAVAILABLE for an unwritable disk. Violations and conflicts pass unchanged, for
 * callers that expect them.
 */
export function mapMetadataError(error: unknown): unknown {
  const meaning = meaningOf(error);
  if (meaning === 'unavailable') {
    const message = 'The metadata database cannot be reached; try again in a moment';
    return new QuernError('SERVICE_UNAVAILABLE', message, { retryAfterS: 1, cause: error });
  }
  if (meaning === 'storage_failed') {
    const message =
      'The metadata database cannot store anything at present; ask the operator to look at its disk';
    return new QuernError('PERSISTENCE_UNAVAILABLE', message, { retryAfterS: 5, cause: error });
  }
  return error;
}

/** The error after a conflict outlasted every retry. */
export function contentionError(cause: unknown): QuernError {
  const message =
    'Too many changes are being made to the same thing at once; try again in a moment';
  return new QuernError('SERVICE_UNAVAILABLE', message, { retryAfterS: 1, cause });
}
