import { requireOwnConnection } from '../../finding/find-connection.ts';
import type { HasClock } from '../../kernel/clock.ts';
import type { ConnectionRow } from '../../metadata/connection-store.ts';
import { isLakePresent } from '../../metadata/lake-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { toSourceFailure } from '../../refreshing/source-failure.ts';
import { readTarget } from '../../refreshing/source-target.ts';
import type { HasVault } from '../../secrets/secret-vault.ts';
import type { HasSources } from '../../sources/source.ts';
import type { Operation } from '../operation.ts';

/** A source that answers later counts as unhealthy. */
const checkMs = 15_000;

/**
 * Connects to a source now and sends a query; a managed catalog is healthy if its head is readable.
 */
export const checkConnectionHealth: Operation<
  'connections.checkHealth',
  HasClock & HasMetadata & HasSources & HasVault
> = async (services, { scope, params, signal }) => {
  const row = await requireOwnConnection(services, scope, params.connection_id);
  const startedAt = performance.now();
  const error = await problemOf(services, row, signal);
  return {
    status: 200,
    body: {
      connection_id: row.id,
      healthy: error === null,
      latency_ms: Math.round(performance.now() - startedAt),
      error,
    },
  };
};

/** A sentence for people; null if there is no problem. */
async function problemOf(
  services: HasMetadata & HasSources & HasVault,
  row: ConnectionRow,
  signal: AbortSignal,
): Promise<string | null> {
  if (row.source_type === 'managed') return problemOfLake(services, row.id);
  const limit = AbortSignal.timeout(2 * checkMs);
  let isStarted = false;
  try {
    const target = await readTarget(services, row);
    // The check does not queue behind other work of the connection: the work may be the problem.
    const apart = { ...target, connectionId: `${row.id} health` };
    await services.sources.check(apart, {
      signal: AbortSignal.any([signal, limit]),
      deadlineMs: checkMs,
      onStarted: () => {
        isStarted = true;
      },
    });
    return null;
  } catch (error) {
    if (limit.aborted) {
      return isStarted
        ? 'The source was not reached in time; try again'
        : 'Nothing is known of the source: every process that reads sources is busy with others of this workspace; try again';
    }
    const failure = toSourceFailure(error);
    if (failure.code === 'INTERNAL_SERVER_ERROR') throw error;
    return failure.message;
  }
}

async function problemOfLake({ metadata }: HasMetadata, id: string): Promise<string | null> {
  return (await isLakePresent(metadata.db, id))
    ? null
    : 'The catalog of this connection is missing; ask the operator to look at the metadata';
}
