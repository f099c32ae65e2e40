import { setTimeout as delay } from 'node:timers/promises';

/**
 * Attempts last some four seconds, waits included. After a longer failure, the requester of the
 * work tries again.
 */
const attempts = 5;
const firstWaitMs = 250;

/** Codes of the operating system and Node for a lost connection or a missing answer. */
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

/** Statuses after which the same request may soon succeed. */
export const isTransientStatus = (status: number) =>
  status === 408 || status === 429 || status >= 500;

/**
 * Runs `work`, and repeats it after growing waits while its error is `isTransient`. A repeated
 * request must have the same effect on the source as a single one.
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
