/**
 * The closed table of error codes (docs/contract/errors.md#codes) and the only error class with a
 * code. The adapter of a driver translates the driver's errors, and `http/` renders the result.
 */

import { type StorageFailure, storageFailureOf } from './storage-failure.ts';

export type LogLevel = 'info' | 'warn' | 'error';

interface CodeProperties {
  readonly status: number;
  /** True where the same request can succeed later, unchanged. */
  readonly retryable: boolean;
  readonly logLevel: LogLevel;
}

export const errorCodes = {
  BAD_REQUEST: { status: 400, retryable: false, logLevel: 'info' },
  UNAUTHORIZED: { status: 401, retryable: false, logLevel: 'info' },
  ACCESS_DENIED: { status: 403, retryable: false, logLevel: 'info' },
  NOT_FOUND: { status: 404, retryable: false, logLevel: 'info' },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, logLevel: 'info' },
  REQUEST_TIMEOUT: { status: 408, retryable: true, logLevel: 'info' },
  CONFLICT: { status: 409, retryable: false, logLevel: 'info' },
  RESOURCE_LOCKED: { status: 409, retryable: true, logLevel: 'info' },
  IDEMPOTENCY_KEY_CONFLICT: { status: 409, retryable: false, logLevel: 'info' },
  INLINE_DATA_TOO_LARGE: { status: 413, retryable: false, logLevel: 'info' },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false, logLevel: 'info' },
  RESULT_TOO_LARGE: { status: 413, retryable: false, logLevel: 'info' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, logLevel: 'info' },
  VALIDATION_FAILED: { status: 422, retryable: false, logLevel: 'info' },
  OVERLOADED: { status: 429, retryable: true, logLevel: 'warn' },
  CLIENT_CLOSED_REQUEST: { status: 499, retryable: true, logLevel: 'info' },
  INTERNAL_SERVER_ERROR: { status: 500, retryable: false, logLevel: 'error' },
  STORED_DATA_DAMAGED: { status: 500, retryable: false, logLevel: 'error' },
  PRESIGN_UNSUPPORTED: { status: 501, retryable: false, logLevel: 'warn' },
  BAD_GATEWAY: { status: 502, retryable: true, logLevel: 'warn' },
  SERVICE_UNAVAILABLE: { status: 503, retryable: true, logLevel: 'warn' },
  PERSISTENCE_UNAVAILABLE: { status: 503, retryable: true, logLevel: 'error' },
} as const satisfies Record<string, CodeProperties>;

export type ErrorCode = keyof typeof errorCodes;

export interface QuernErrorOptions {
  /** The value of `Retry-After`, in whole seconds. */
  readonly retryAfterS?: number;
  /** Methods of the resource, sent as `Allow`. */
  readonly allow?: readonly string[];
  /** The actual error, for the log only; never rendered. */
  readonly cause?: unknown;
  /**
   * True where the same request can succeed later, unchanged; for codes that leave the question
   * open.
   */
  readonly retryable?: boolean;
  /**
   * The snake_case code of the workspace endpoints' error shape (E2); derived from `code` when
   * absent.
   */
  readonly workspaceCode?: string;
  /** PostgreSQL's code of what SQL raised; read off the cause or a marked message when absent. */
  readonly sqlState?: string;
}

/**
 * An error for the caller: `message` says what to do and contains no path, secret or foreign id.
 */
export class QuernError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterS: number | undefined;
  readonly allow: readonly string[] | undefined;
  readonly workspaceCode: string | undefined;
  readonly sqlState: string | undefined;
  readonly #retryable: boolean | undefined;

  constructor(code: ErrorCode, message: string, options: QuernErrorOptions = {}) {
    // A message may quote a caller's '\x00', and some stores of messages accept no NUL.
    super(
      message.replaceAll('\0', '\\0'),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'QuernError';
    this.code = code;
    this.retryAfterS = options.retryAfterS;
    this.allow = options.allow;
    this.workspaceCode = options.workspaceCode;
    this.sqlState = options.sqlState;
    this.#retryable = options.retryable;
  }

  /**
   * True where the same request can succeed later, unchanged. The service's own failures may pass.
   */
  get retryable(): boolean {
    return this.#retryable ?? (errorCodes[this.code].retryable || this.status >= 500);
  }

  /** True where the error explicitly allows a retry, independent of the code. */
  get isTransient(): boolean {
    return this.#retryable === true;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

export const badRequest = (message: string, cause?: unknown) =>
  new QuernError('BAD_REQUEST', message, { cause });
export const notFound = (message: string) => new QuernError('NOT_FOUND', message);
export const conflict = (message: string) => new QuernError('CONFLICT', message);
export const accessDenied = (message: string) => new QuernError('ACCESS_DENIED', message);
export const overloaded = (message: string, retryAfterS = 1) =>
  new QuernError('OVERLOADED', message, { retryAfterS });
export const resourceLocked = (message: string, retryAfterS = 1) =>
  new QuernError('RESOURCE_LOCKED', message, { retryAfterS });
/** The default error for a result that exceeds the answer and could not be stored. */
export const resultNotKept = (cause: unknown) =>
  new QuernError(
    'PERSISTENCE_UNAVAILABLE',
    'The result is too large for the answer and could not be kept; try again',
    { cause, retryAfterS: 5 },
  );
/**
 * Stored data differs from the written data. `subject` names the data: `table 'default.main.t'`.
 */
export const storedDataDamaged = (subject: string, cause: unknown) =>
  new QuernError(
    'STORED_DATA_DAMAGED',
    `stored data of ${subject} is damaged or missing; read an earlier snapshot or a fork that still has it, or load or compute it ` +
      "again, and have the operator run 'quern check'",
    { cause },
  );
export const internalError = (cause: unknown) =>
  new QuernError(
    'INTERNAL_SERVER_ERROR',
    'Internal error; the server log has the details under this request id',
    {
      cause,
    },
  );

const storageSentences: Readonly<Record<StorageFailure, string>> = {
  full: 'The service cannot store anything at present, because it has no room left; try again later, or ask its operator to make room',
  read_only:
    'The service cannot store anything at present, because its storage is read-only; try again later, or ask its operator',
  broken:
    'The service cannot reach its storage at present; try again later, or ask its operator to look at it',
  too_many_files: 'The service has too many files open at present; try again in a moment',
};

/**
 * The single answer to a failure of the machine's storage. The same request can succeed once there
 * is room.
 */
export const storageError = (failure: StorageFailure, cause: unknown) =>
  new QuernError('PERSISTENCE_UNAVAILABLE', storageSentences[failure], { cause, retryAfterS: 5 });

/**
 * Converts any thrown value to a QuernError. Other errors become a storage failure, or an internal
 * error without their text.
 */
export function toQuernError(thrown: unknown): QuernError {
  if (thrown instanceof QuernError) return thrown;
  const failure = storageFailureOf(thrown);
  return failure === null ? internalError(thrown) : storageError(failure, thrown);
}
