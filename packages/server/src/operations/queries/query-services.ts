import type { HasJobs } from '../../jobs/job-store.ts';
import type { HasJobWaits } from '../../jobs/wait-for-job.ts';
import type { ExecutionServices } from '../../querying/run/execution-services.ts';
import type { HasQueryPlans } from '../../querying/understand/planned-query.ts';
import type { HasSources } from '../../sources/source.ts';
import type { WritingServices } from '../../writing/writing-services.ts';

/** Services that answer a query, from text to rows. */
export type QueryServices = ExecutionServices &
  HasJobs &
  HasQueryPlans &
  HasSources &
  HasJobWaits &
  WritingServices;
