import { createDeferred } from '../kernel/deferred.ts';
import { QuernError } from '../kernel/errors.ts';
import { within } from '../kernel/within.ts';
import type { Job } from './job-row.ts';
import type { JobStore } from './job-store.ts';

const ended = new Set<Job['status']>(['succeeded', 'partially_succeeded', 'failed']);
const longestPauseMs = 250;

/**
 * The job once it has ended, or null when it has not within `timeoutMs`. Any node may run it, so
 * its row is polled; where this one runs it, the end is known at once. Throws where the metadata
 * cannot be written, so that the row would say for ever that the job goes on.
 */
export async function waitForJob(
  jobs: JobStore,
  id: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Job | null> {
  const deadline = performance.now() + timeoutMs;
  let attempted = createDeferred<void>();
  let stall: { readonly error: unknown } | undefined;
  const unsubscribe = jobs.onAttempted((other) => {
    if (other === id) attempted.resolve();
  });
  const endStalls = jobs.onStalled(({ error, concerns }) => {
    if (!concerns(id)) return;
    stall = { error };
    attempted.resolve();
  });
  try {
    for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
      attempted = createDeferred();
      const job = await jobs.get(id);
      if (job && ended.has(job.status)) return job;
      if (stall) throw stall.error;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0 || signal.aborted) return null;
      await within(attempted.promise, Math.min(pauseMs, leftMs));
    }
  } finally {
    unsubscribe();
    endStalls();
  }
}

/**
 * What is enqueued is done one day, also when nobody can wait for it now: null then, for callers
 * who are told the id of the job.
 */
export async function unlessStalled(waiting: Promise<Job | null>): Promise<Job | null> {
  try {
    return await waiting;
  } catch (error) {
    if (error instanceof QuernError && error.code === 'PERSISTENCE_UNAVAILABLE') return null;
    throw error;
  }
}

export interface HasJobWaits {
  /** The job once it has ended, or null when it has not ended within `timeoutMs`. */
  waitForJob(id: string, timeoutMs: number, signal: AbortSignal): Promise<Job | null>;
}
