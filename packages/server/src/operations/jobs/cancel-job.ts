import { findJob } from '../../finding/find-job.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasJobs } from '../../jobs/job-store.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { conflict } from '../../kernel/errors.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { toJobStatus } from './job-body.ts';

/**
 * Ends a job. The new status is visible at once. The work stops within a moment on this node and
 * within a third of a lease on other nodes, and cannot be committed meanwhile.
 */
export const cancelJob: Operation<
  'jobs.cancel',
  HasClock & HasJobs & HasMetadata & HasRemembered
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
