import type { ConnectionRefreshResult } from '@quern/contract';
import { connectionNotFound } from '../finding/connection-not-found.ts';
import type { JobContext } from '../jobs/job-runner.ts';
import type { JobOutcome } from '../jobs/job-store.ts';
import { QuernError } from '../kernel/errors.ts';
import type { RefreshConnectionPayload } from './ask-for-work.ts';
import { discoverAll } from './discover-tables.ts';
import { isReadLive } from './refresh-policy.ts';
import type { SyncServices } from './sync-services.ts';
import { syncTable } from './sync-table.ts';
import type { SyncedTable } from './synced-table.ts';

/** Maximum number of reported errors of tables; more are only counted. */
const messagesTold = 100;

/**
 * Refreshes the tables of a connection in order. A table that fails has its former rows, and the
 * others continue.
 */
export async function refreshConnection(
  services: SyncServices,
  payload: RefreshConnectionPayload,
  context: JobContext,
): Promise<JobOutcome> {
  const startedAt = performance.now();
  await discoverAll(services, payload, context);
  const { workspaceId, connectionId, includesUncached, isWhole, removesGone } = payload;
  const catalog = await services.lakes.read(connectionId);
  if (!catalog) throw connectionNotFound(connectionId);
  const tables: SyncedTable[] = [...catalog.schemas].flatMap(([schema, found]) =>
    [...found.values()]
      .filter((table) => (includesUncached || table.version !== null) && !isReadLive(table))
      .map(({ name }) => ({ workspaceId, connectionId, schema, table: name })),
  );
  const done = { refreshed: 0, rows: 0 };
  const errors: { schema_name: string; table_name: string; error: string }[] = [];
  const warnings: NonNullable<ConnectionRefreshResult['warnings']> = [];
  for (const synced of tables) {
    try {
      const { signal, assertLease } = context;
      const report: JobContext['report'] = ({ rows, bytes }) =>
        context.report({ rows: done.rows + rows, bytes });
      // A query or upkeep with the table's lock releases the lock within the time of a load.
      const patience = { waitMs: services.settings.loadTimeoutS * 1000, signal };
      const request = { ...synced, isWhole, removesGone };
      const result = await syncTable(services, request, { signal, assertLease, report }, patience);
      done.refreshed += 1;
      done.rows += result.rows_synced;
      warnings.push(...(result.warnings ?? []));
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof QuernError)) throw error;
      errors.push({ schema_name: synced.schema, table_name: synced.table, error: error.message });
    }
  }
  const result: ConnectionRefreshResult = {
    connection_id: connectionId,
    tables_refreshed: done.refreshed,
    tables_failed: errors.length,
    total_rows: done.rows,
    duration_ms: Math.round(performance.now() - startedAt),
    errors: errors.slice(0, messagesTold),
    warnings: warnings.slice(0, messagesTold),
  };
  const [first] = errors;
  if (first === undefined) return { status: 'succeeded', result };
  const name = `'${first.schema_name}.${first.table_name}'`;
  const reason = first.error.includes(name) ? first.error : `${name}: ${first.error}`;
  const errorMessage = `${errors.length} of ${tables.length} tables failed; ${reason}`;
  return { status: 'partially_succeeded', result, errorMessage };
}
