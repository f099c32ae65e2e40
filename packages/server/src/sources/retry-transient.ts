import { setTimeout as delay } from 'node:timers/promises';

/**
 * With the waits between them some four seconds: what lasts longer is tried again by who asked for
 * the work.
 */
const attempts = 5;
const firstWaitMs = 250;

/**
 * By the operating system and Node: the connection was lost on the way, or nobody answered in time.
 */
const lostCodes: readonly unknown[] = [
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_HTTP2_GOAWAY_SESSION',
  'ERR_HTTP2_INVALID_SESSION',
  'ERR_HTTP2_SESSION_ERROR',
  'ERR_HTTP2_STREAM_CANCEL',
  'ERR_HTTP2_STREAM_ERROR',
];

export const isLost = (error: unknown) => lostCodes.includes((error as { code?: unknown }).code);

/** Statuses after which the same request may succeed in a moment. */
export const isTransientStatus = (status: number) =>
  status === 408 || status === 429 || status >= 500;

/**
 * Does what `work` does, and again after growing waits while what it throws is `isTransient`. What
 * is asked this way must be the same to the source however often it comes.
 */
export async function retryTransient<Result>(
  signal: AbortSignal,
  isTransient: (error: unknown) => boolean,
  work: (attempt: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt + 1 >= attempts || signal.aborted || !isTransient(error)) throw error;
      await delay(firstWaitMs * 2 ** attempt * (0.75 + Math.random() / 2), undefined, { signal });
    }
  }
}
