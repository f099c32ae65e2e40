import { createDeferred } from '../kernel/deferred.ts';
import { QuernError } from '../kernel/errors.ts';
import { within } from '../kernel/within.ts';
import type { Job } from './job-row.ts';
import type { JobStore } from './job-store.ts';

const ended = new Set<Job['status']>(['succeeded', 'partially_succeeded', 'failed']);
const longestPauseMs = 250;

/**
 * The ended job, or null when the job has not ended within `timeoutMs`. Any node may run the job,
 * so the row is polled. For a job of this node, the end is known at once. Throws where the metadata
 * cannot be written, because the row would say running for ever.
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
 * Returns null where nobody can wait for the job now. An enqueued job runs eventually, and the
 * caller receives the job's id.
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
  /** The ended job, or null when the job has not ended within `timeoutMs`. */
  waitForJob(id: string, timeoutMs: number, signal: AbortSignal): Promise<Job | null>;
}
