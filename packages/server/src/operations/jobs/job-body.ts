import { type JobResult, type JobStatusResponse, type JobType, jobTypes } from '@quern/contract';
import type { Job } from '../../jobs/job-row.ts';
import { toTimestamp, toTimestampOrNull } from '../../kernel/clock.ts';
import { invariant } from '../../kernel/invariant.ts';

/**
 * A listed job in a form that clients can decode: a single unknown type or malformed result would
 * break their whole list.
 */
export function toJobStatus(job: Job): JobStatusResponse {
  const jobType = jobTypes.find((type) => type === job.jobType);
  invariant(jobType, 'a listed job has a type of the contract');
  return {
    id: job.id,
    job_type: jobType satisfies JobType,
    status: job.status,
    attempts: job.attempts,
    created_at: toTimestamp(job.createdAt),
    completed_at: toTimestampOrNull(job.completedAt),
    error_message: job.errorMessage,
    ...(job.progress !== null && { progress: job.progress }),
    // A running job may have noted its result already; the result is valid only after the job ends.
    result: job.completedAt === null ? null : (job.result as JobResult | null),
  };
}
