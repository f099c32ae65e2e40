import { findJob } from '../../finding/find-job.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasJobs } from '../../jobs/job-store.ts';
import type { HasClock } from '../../kernel/clock.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { toJobStatus } from './job-body.ts';

export const getJob: Operation<
  'jobs.get',
  HasClock & HasJobs & HasMetadata & HasRemembered
> = async (services, { scope, params }) => {
  return { status: 200, body: toJobStatus(await findJob(services, scope, params.id)) };
};
