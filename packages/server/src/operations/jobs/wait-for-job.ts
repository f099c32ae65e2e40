import type { Job } from '../../jobs/job-row.ts';
import type { JobStore } from '../../jobs/job-store.ts';
import { createDeferred } from '../../kernel/deferred.ts';
import { within } from '../../kernel/within.ts';

const ended = new Set<Job['status']>(['succeeded', 'partially_succeeded', 'failed']);
const longestPauseMs = 250;

/**
 * The job once it has ended, or null when it has not within `timeoutMs`. Any node may run it, so
 * its row is polled; where this one runs it, the end is known at once.
 */
export async function waitForJob(
  jobs: JobStore,
  id: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Job | null> {
  const deadline = performance.now() + timeoutMs;
  let attempted = createDeferred<void>();
  const unsubscribe = jobs.onAttempted((other) => {
    if (other === id) attempted.resolve();
  });
  try {
    for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
      attempted = createDeferred();
      const job = await jobs.get(id);
      if (job && ended.has(job.status)) return job;
      const leftMs = deadline - performance.now();
      if (leftMs <= 0 || signal.aborted) return null;
      await within(attempted.promise, Math.min(pauseMs, leftMs));
    }
  } finally {
    unsubscribe();
  }
}
