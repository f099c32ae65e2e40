/**
 * All failures of sources, by class. Drivers map the source's own codes (`map-<name>-error.ts`);
 * nothing interprets messages.
 */
export const sourceErrorClasses = {
  /** The connection's own settings: missing, unreadable or at odds. */
  configuration: { retryable: false },
  address_refused: { retryable: false },
  name_not_found: { retryable: false },
  unreachable: { retryable: true },
  tls_not_offered: { retryable: false },
  certificate: { retryable: false },
  authentication: { retryable: false },
  database_missing: { retryable: false },
  permission: { retryable: false },
  too_many_connections: { retryable: true },
  /** A replica conflict, a deadlock, a serialization failure. */
  conflict: { retryable: true },
  cancelled: { retryable: false },
  /** The source's own time limit. */
  source_timeout: { retryable: false },
  /** Quern's limit of time or memory. */
  time_limit: { retryable: false },
  memory_limit: { retryable: false },
  not_found: { retryable: false },
  definition_changed: { retryable: true },
  incompatible_type: { retryable: false },
  value_not_representable: { retryable: false },
  unsupported: { retryable: false },
  quota: { retryable: false },
  /** The worker ended during the reading. */
  reader_ended: { retryable: true },
  secret_missing: { retryable: false },
  /** No room for staging files. */
  disk_full: { retryable: false },
  /** A view, or a generated column, fails to compute. */
  table_failed: { retryable: false },
  /** Any failure that no other class covers. */
  source_failed: { retryable: false },
} as const satisfies Record<string, { readonly retryable: boolean }>;

export type SourceErrorClass = keyof typeof sourceErrorClasses;

export interface SourceErrorOptions {
  /** The source's own code (a SQLSTATE, an errno), for the log. */
  readonly sourceCode?: string;
  /** The column with a value outside its type; the column may be read `asText`. */
  readonly column?: string;
}

/** `message` is for the user: host and advice, without secrets and values of rows. */
export class SourceError extends Error {
  readonly class: SourceErrorClass;
  readonly sourceCode: string | undefined;
  readonly column: string | undefined;

  constructor(errorClass: SourceErrorClass, message: string, options: SourceErrorOptions = {}) {
    super(message.replaceAll('\0', '\\0'));
    this.name = 'SourceError';
    this.class = errorClass;
    this.sourceCode = options.sourceCode;
    this.column = options.column;
  }

  /** True if the same work may soon succeed. */
  get retryable(): boolean {
    return sourceErrorClasses[this.class].retryable;
  }
}

/** A server's report of its own failure, which says nothing about the requested file. */
export class ServerFailure extends SourceError {
  constructor(message: string, options: SourceErrorOptions) {
    super('source_failed', message, options);
  }
}

export const badConfiguration = (message: string) => new SourceError('configuration', message);
