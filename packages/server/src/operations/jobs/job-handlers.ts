import type { JobHandler } from '../../jobs/job-runner.ts';
import type { Services } from '../services.ts';
import type { LoadJobPayload } from '../tables/load-table.ts';
import { performLoad } from '../tables/perform-load.ts';

/** What runs the jobs of each type. */
export function jobHandlers(services: Services): Readonly<Record<string, JobHandler>> {
  return { managed_load: (context) => runLoad(services, context) };
}

/** The load itself is what makes it idempotent: a load that was committed is answered from its source's record. */
async function runLoad(services: Services, { job, signal, assertLease }: Parameters<JobHandler>[0]) {
  const { target, spec } = job.payload as LoadJobPayload;
  const result = await performLoad(services, target, spec, { signal, assertOwned: assertLease });
  return { status: 'succeeded', result } as const;
}
