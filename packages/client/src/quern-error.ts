export interface QuernErrorDetails {
  /** A code of the contract, or of the client. */
  readonly code: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** `databases.get` */
  readonly operation?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Everything that a call fails with, but for a caller's own abort (which rejects with the signal's
 * reason) and wrong arguments (TypeError). `code` is the contract's
 * (docs/contract/errors.md#codes), or one of the client:
 *
 * - `CONNECTION_LOST`: no answer came, or not all of it;
 * - `UNREADABLE_ANSWER`: what came is no answer of Quern;
 * - `QUERY_FAILED`, `QUERY_CANCELLED`, `QUERY_INTERRUPTED`, `RESULT_FAILED`, `JOB_FAILED`: what ran
 *   in the background ended so;
 * - `RESULT_NOT_KEPT`, `TOO_MANY_ROWS`, `DUPLICATE_COLUMNS`: the rows cannot be given in the form
 *   asked for.
 */
export class QuernError extends Error {
  override readonly name = 'QuernError';
  readonly code: string;
  /** The HTTP status; undefined where there was no answer, or what failed was no request. */
  readonly status: number | undefined;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly operation: string | undefined;

  constructor(message: string, details: QuernErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.operation = details.operation;
  }
}

/** The error that an answer tells, in either of the contract's shapes; any other body is quoted. */
export async function errorOf(response: Response, operation: string): Promise<QuernError> {
  const text = await response.text().catch(() => '');
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const details = {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined,
    operation,
  };
  const told = errorField(text);
  if (typeof told === 'string') return new QuernError(told, { ...details, code: told });
  if (told !== null) return new QuernError(told.message, { ...details, code: told.code });
  const shown = text.replace(/\s+/g, ' ').slice(0, 200);
  const message = `${response.status} without an error of Quern${shown === '' ? '' : `: ${shown}`}; is the address right?`;
  return new QuernError(message, { ...details, code: 'UNREADABLE_ANSWER' });
}

function errorField(
  text: string,
): string | { readonly code: string; readonly message: string } | null {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === 'string') return error;
    const { code, message } = error as { code?: unknown; message?: unknown };
    return typeof code === 'string' && typeof message === 'string' ? { code, message } : null;
  } catch {
    return null;
  }
}
