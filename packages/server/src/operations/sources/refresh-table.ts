import type { JobContext } from '../../jobs/job-runner.ts';
import type { JobOutcome } from '../../jobs/job-store.ts';
import type { Services } from '../services.ts';
import type { RefreshTablePayload } from './ask-for-work.ts';
import { discoverTables } from './discover-tables.ts';
import { toSourceFailure } from './source-failure.ts';
import { syncTable } from './sync-table.ts';

/** Fetches a table, after its columns where they may have changed. */
export async function refreshTable(
  services: Services,
  payload: RefreshTablePayload,
  context: JobContext,
): Promise<JobOutcome> {
  const { schema, table, rediscovers } = payload;
  if (rediscovers) {
    try {
      await discoverTables(services, { ...payload, filter: { schema, table } }, context);
    } catch (error) {
      throw toSourceFailure(error);
    }
  }
  return { status: 'succeeded', result: await syncTable(services, payload, context) };
}
