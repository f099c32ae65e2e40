import { conflict } from '../../kernel/errors.ts';
import type { Operation } from '../operation.ts';
import { findJob } from './find-job.ts';
import { toJobStatus } from './job-body.ts';

/**
 * Ends a job for good, at once for those who look at it: its work stops within a moment on this
 * node and within a third of a lease on others, and cannot be committed meanwhile.
 */
export const cancelJob: Operation<
  'jobs.cancel',
  'clock' | 'jobs' | 'metadata' | 'remembered'
> = async (services, { scope, params }) => {
  const job = await findJob(services, scope, params.id);
  if (job.jobType === 'bulk_create_databases') {
    throw conflict(
      'This job creates the databases of a batch; stop it with DELETE /v1/database-batches/{id}',
    );
  }
  await services.jobs.cancel(job.id);
  return { status: 200, body: toJobStatus(await findJob(services, scope, params.id)) };
};
