import type { Operation } from '../operation.ts';
import { findJob } from './find-job.ts';
import { toJobStatus } from './job-body.ts';

export const getJob: Operation<'jobs.get', 'clock' | 'jobs' | 'metadata' | 'remembered'> = async (
  services,
  { scope, params },
) => {
  return { status: 200, body: toJobStatus(await findJob(services, scope, params.id)) };
};
