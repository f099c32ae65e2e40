import { parseExact } from './exact-json.ts';
import {
  type Arguments,
  type CallOptions,
  type OperationEntry,
  type PreparedRequest,
  prepareRequest,
} from './operation.ts';
import { errorOf, QuernError } from './quern-error.ts';
import { backoffMs, pause } from './waiting.ts';

export interface TransportOptions {
  /** Address of the service, with the path below which a proxy shows it. */
  readonly url: string;
  /** The access token, or what gives it for each request. */
  readonly token: string | (() => string | Promise<string>);
  /** Needed only where the token has more than one workspace. */
  readonly workspaceId?: string | undefined;
  /** How often a call is repeated at most; 4 unless given. */
  readonly retries?: number | undefined;
  /**
   * Longest Retry-After that is waited for, in milliseconds; 60,000 unless given. A longer one is
   * an error at once.
   */
  readonly longestWaitMs?: number | undefined;
  /** In place of the global one. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Reads what an answer holds. A connection that is lost meanwhile counts as lost before. */
export type Reader<T> = (response: Response) => Promise<T>;

/** Sends requests, and again what may be sent again. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #origin: string;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#origin = options.url.replace(/(?<!\/)\/+$/, '');
  }

  get fetch(): typeof globalThis.fetch {
    // Browsers refuse to have it called as a method of anything else.
    return this.#options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  get retries(): number {
    return this.#options.retries ?? 4;
  }

  /**
   * Calls an endpoint and reads its answer; throws QuernError for any status that is none of the
   * endpoint's.
   */
  async call<T>(
    id: string,
    entry: OperationEntry,
    args: Arguments,
    options: CallOptions,
    read: Reader<T>,
  ): Promise<T> {
    const request = prepareRequest(id, entry, args);
    const repeatable = options.repeatable ?? request.method !== 'POST';
    const most = options.retries ?? this.retries;
    let wasLost = false;
    for (let attempt = 0; ; attempt += 1) {
      const tried = await this.#try(id, entry, request, options, read);
      if ('value' in tried) return tried.value;
      const { error } = tried;
      // It was deleted by a try whose answer did not come.
      if (wasLost && request.method === 'DELETE' && error.status === 404) return undefined as T;
      wasLost ||= error.code === 'CONNECTION_LOST';
      const waitMs = this.#waitBefore(error, attempt, repeatable);
      if (waitMs === null || attempt >= most) throw error;
      await pause(waitMs, options.signal);
    }
  }

  async #try<T>(
    id: string,
    entry: OperationEntry,
    request: PreparedRequest,
    options: CallOptions,
    read: Reader<T>,
  ): Promise<{ readonly value: T } | { readonly error: QuernError }> {
    const { signal } = options;
    signal?.throwIfAborted();
    const headers = await this.#headers(entry, request, options);
    try {
      const response = await this.fetch(this.#origin + request.target, {
        method: request.method,
        headers,
        body: request.body,
        ...(signal ? { signal } : {}),
      });
      if (entry.statuses.includes(response.status)) return { value: await read(response) };
      return { error: await errorOf(response, id) };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof QuernError) throw error;
      const message = `no answer from ${this.#origin}: ${reasonOf(error)}`;
      return {
        error: new QuernError(message, { code: 'CONNECTION_LOST', operation: id, cause: error }),
      };
    }
  }

  async #headers(entry: OperationEntry, request: PreparedRequest, options: CallOptions) {
    const { token } = this.#options;
    const workspaceId = options.workspaceId ?? this.#options.workspaceId;
    return {
      accept: 'application/json',
      authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
      ...(entry.workspace && workspaceId ? { 'x-workspace-id': workspaceId } : {}),
      ...request.headers,
      ...options.headers,
    };
  }

  /** Milliseconds to wait before the same request is sent again; null where it may not be. */
  #waitBefore(error: QuernError, attempt: number, repeatable: boolean): number | null {
    const { status, retryAfterMs } = error;
    // Of 429 the contract says that nothing was done; a table that is locked says when to come
    // again.
    const nothingDone = status === 429 || (status === 409 && retryAfterMs !== undefined);
    const passing =
      error.code === 'CONNECTION_LOST' ||
      (status !== undefined && [408, 502, 503, 504].includes(status));
    if (!nothingDone && !(repeatable && passing)) return null;
    const waitMs = Math.max(retryAfterMs ?? 0, backoffMs(attempt, 200, 10_000));
    return waitMs > (this.#options.longestWaitMs ?? 60_000) ? null : waitMs;
  }
}

/** Of a JSON body; nothing of an empty one. */
export const readJson: Reader<unknown> = async (response) =>
  parseJson(response, await response.text());

/** Of the text of an answer. */
export function parseJson(response: Response, text: string): unknown {
  if (text === '') return undefined;
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json'))
    throw unreadable(response, `it is ${type || 'of no content type'}`);
  try {
    return parseExact(text);
  } catch (error) {
    throw unreadable(response, 'it is no whole JSON', error);
  }
}

function unreadable(response: Response, why: string, cause?: unknown): QuernError {
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const details = { code: 'UNREADABLE_ANSWER', status: response.status, requestId, cause };
  return new QuernError(`the answer cannot be read as JSON: ${why}`, details);
}

/** What Node and browsers say of a lost connection: the cause tells more where there is one. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error
    ? cause.message || ('code' in cause ? String(cause.code) : cause.name)
    : String(cause);
}
