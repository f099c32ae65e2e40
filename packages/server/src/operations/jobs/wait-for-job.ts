import { setTimeout as delay } from 'node:timers/promises';
import type { Job } from '../../jobs/job-row.ts';
import type { JobStore } from '../../jobs/job-store.ts';

const ended = new Set<Job['status']>(['succeeded', 'partially_succeeded', 'failed']);

/** The job once it has ended, or null when it has not within `timeoutMs`. Any node may run it, so its row is polled. */
export async function waitForJob(
  jobs: JobStore,
  id: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Job | null> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, 250)) {
    const job = await jobs.get(id);
    if (job && ended.has(job.status)) return job;
    const leftMs = deadline - performance.now();
    if (leftMs <= 0 || signal.aborted) return null;
    await delay(Math.min(pauseMs, leftMs));
  }
}
