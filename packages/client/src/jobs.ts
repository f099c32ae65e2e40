import type { JobStatusResponse, Resources } from './generated/contract.ts';
import type { CallOptions } from './operation.ts';
import { QuernError } from './quern-error.ts';
import { backoffMs, pause } from './waiting.ts';

export interface WaitOptions extends CallOptions {
  /** Called with each look at the job. */
  readonly onLook?: ((job: JobStatusResponse) => void) | undefined;
}

/**
 * Waits for the end of a job and returns the job; throws QuernError `JOB_FAILED` for a failed job.
 */
export async function waitForJob(
  jobs: Resources['jobs'],
  id: string,
  options: WaitOptions,
): Promise<JobStatusResponse> {
  const { onLook, ...call } = options;
  for (let attempt = 0; ; attempt += 1) {
    const job = await jobs.get({ id }, call);
    onLook?.(job);
    if (job.status === 'failed') {
      throw new QuernError(job.error_message ?? `the job ${id} failed`, {
        code: 'JOB_FAILED',
        operation: job.job_type,
      });
    }
    if (job.status === 'succeeded' || job.status === 'partially_succeeded') return job;
    await pause(backoffMs(attempt, 50, 2000), call.signal);
  }
}
