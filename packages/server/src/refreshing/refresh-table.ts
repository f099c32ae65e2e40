import type { JobContext } from '../jobs/job-runner.ts';
import type { JobOutcome } from '../jobs/job-store.ts';
import type { RefreshTablePayload } from './ask-for-work.ts';
import { readRefresh } from './commit-refresh.ts';
import { discoverTables } from './discover-tables.ts';
import { nameAtSource } from './name-at-source.ts';
import type { SyncServices } from './sync-services.ts';
import { notedFailure } from './sync-state.ts';
import { syncTable } from './sync-table.ts';

/**
 * Brings a table up to date; discovers columns first if they may have changed. A refresh of changes
 * detects new columns by itself, then reads all rows, and discovers the columns afterwards.
 */
export async function refreshTable(
  services: SyncServices,
  payload: RefreshTablePayload,
  context: JobContext,
): Promise<JobOutcome> {
  const { schema, table, rediscovers } = payload;
  const discover = async () => {
    const known = (await services.lakes.read(payload.connectionId))?.schemas
      .get(schema)
      ?.get(table);
    const filter = known ? nameAtSource(known) : { schema, table };
    return discoverTables(services, { ...payload, filter }, context);
  };
  const { policy } = await readRefresh(services, payload);
  const readsChanges = policy?.mode === 'incremental';
  if (rediscovers && !readsChanges) {
    await discover().catch(async (error: unknown) => {
      throw await notedFailure(services, payload, context.signal, error);
    });
  }
  const result = await syncTable(services, payload, context);
  if (readsChanges && result.mode === 'full') {
    await discover().catch((error: unknown) =>
      services.log.warn({ err: error }, 'the columns of a table that was fetched are not known'),
    );
  }
  return { status: 'succeeded', result };
}
