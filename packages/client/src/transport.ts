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
  /** Address of the service, with the path prefix of a proxy. */
  readonly url: string;
  /** Access token, or a function that returns a token for each request. */
  readonly token: string | (() => string | Promise<string>);
  /** Needed only for a token with more than one workspace. */
  readonly workspaceId?: string | undefined;
  /** Most repetitions of a call; default 4. */
  readonly retries?: number | undefined;
  /**
   * Longest Retry-After to wait for, in milliseconds; default 60,000. A longer Retry-After is an
   * error at once.
   */
  readonly longestWaitMs?: number | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/**
 * Reads the body of an answer. A connection lost during the read counts as lost before the answer.
 */
export type Reader<T> = (response: Response) => Promise<T>;

/** Sends requests, and repeats requests that may be repeated. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #origin: string;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#origin = options.url.replace(/(?<!\/)\/+$/, '');
  }

  get fetch(): typeof globalThis.fetch {
    // Browsers refuse `fetch` called as a method of another object.
    return this.#options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  get retries(): number {
    return this.#options.retries ?? 4;
  }

  /**
   * Calls an endpoint and reads the answer; throws QuernError for a status that the endpoint does
   * not declare.
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
      // An earlier try without an answer had deleted the object.
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
    // The contract says of 429 that nothing was done. A locked table names the time of the next
    // try.
    const nothingDone = status === 429 || (status === 409 && retryAfterMs !== undefined);
    const passing =
      error.code === 'CONNECTION_LOST' ||
      (status !== undefined && [408, 502, 503, 504].includes(status));
    if (!nothingDone && !(repeatable && passing)) return null;
    const waitMs = Math.max(retryAfterMs ?? 0, backoffMs(attempt, 200, 10_000));
    return waitMs > (this.#options.longestWaitMs ?? 60_000) ? null : waitMs;
  }
}

/** Body as JSON; undefined for an empty body. */
export const readJson: Reader<unknown> = async (response) =>
  parseJson(response, await response.text());

/** Parses the text of an answer. */
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

/** Words of Node and browsers for a lost connection; the cause is more exact, if present. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error
    ? cause.message || ('code' in cause ? String(cause.code) : cause.name)
    : String(cause);
}
