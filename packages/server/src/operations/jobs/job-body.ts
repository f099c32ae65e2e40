import { type JobResult, type JobStatusResponse, type JobType, jobTypes } from '@quern/contract';
import type { Job } from '../../jobs/job-row.ts';
import { toTimestamp, toTimestampOrNull } from '../../kernel/clock.ts';
import { invariant } from '../../kernel/invariant.ts';

/**
 * A listed job as clients decode it: an unknown type, or a result of the wrong shape, would break
 * their whole list.
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
    // A running job may have noted its answer already; it counts once the job has ended.
    result: job.completedAt === null ? null : (job.result as JobResult | null),
  };
}
