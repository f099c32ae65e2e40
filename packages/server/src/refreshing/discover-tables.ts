import { connectionNotFound } from '../finding/connection-not-found.ts';
import { exactly, text } from '../jobs/job-kind.ts';
import type { JobContext } from '../jobs/job-runner.ts';
import type { JobOutcome } from '../jobs/job-store.ts';
import type { HasClock } from '../kernel/clock.ts';
import { resourceLocked } from '../kernel/errors.ts';
import { type AppliedDiscovery, Discovery } from '../lake/discovery.ts';
import type { LockServices } from '../locking/with-lock.ts';
import { withLock } from '../locking/with-lock.ts';
import { findConnection, recordDiscovery } from '../metadata/connection-store.ts';
import { discoveryLock } from '../metadata/lock-names.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { HasVault } from '../secrets/secret-vault.ts';
import type { DiscoverFilter, HasSources } from '../sources/source.ts';
import { DiscoveryBounds } from './discovery-bounds.ts';
import { toSourceFailure } from './source-failure.ts';
import { readTarget } from './source-target.ts';

/** Payload of a `source_discovery` job. */
export interface DiscoveryPayload {
  readonly workspaceId: string;
  readonly connectionId: string;
}
export const discoveryPayload = exactly({ workspaceId: text, connectionId: text });

/** The outcome of a connection's last discovery. */
export interface DiscoveryState {
  readonly status: 'success' | 'failed';
  readonly error: string | null;
  readonly endedAt: number;
}

/** Maximum wait for another discovery of the connection, which takes as long. */
const discoveryMs = 300_000;

/** Discovers all tables of a source, and stores the tables or the error with the connection. */
export async function discoverAll(
  services: LockServices & HasClock & HasMetadata & HasSources & HasVault,
  { workspaceId, connectionId }: DiscoveryPayload,
  context: Pick<JobContext, 'signal' | 'assertLease'>,
): Promise<JobOutcome> {
  const note = (state: DiscoveryState) =>
    recordDiscovery(services.metadata.db, connectionId, JSON.stringify(state));
  try {
    const result = await discoverTables(
      services,
      { workspaceId, connectionId, filter: {} },
      context,
    );
    await note({ status: 'success', error: null, endedAt: services.clock.now() });
    return { status: 'succeeded', result };
  } catch (error) {
    const failure = toSourceFailure(error);
    const { message } = failure;
    if (!context.signal.aborted)
      await note({ status: 'failed', error: message, endedAt: services.clock.now() });
    throw failure;
  }
}

/** Discovers the tables of the filter; other tables are unchanged. */
export async function discoverTables(
  services: LockServices & HasClock & HasMetadata & HasSources & HasVault,
  asked: DiscoveryPayload & { readonly filter: DiscoverFilter },
  { signal, assertLease }: Pick<JobContext, 'signal' | 'assertLease'>,
): Promise<AppliedDiscovery> {
  const { workspaceId, connectionId, filter } = asked;
  const { metadata, clock, sources } = services;
  const row = await findConnection(metadata.db, workspaceId, connectionId, clock.now());
  if (!row) throw connectionNotFound(connectionId);
  const busy = () =>
    resourceLocked(`The tables of connection '${row.name}' are being discovered already`, 2);
  const isWhole = filter.schema === undefined && filter.table === undefined;
  return withLock(
    services,
    discoveryLock(connectionId),
    busy,
    async (lock) => {
      const target = await readTarget(services, row);
      const bounds = new DiscoveryBounds();
      const discovery = await Discovery.begin(metadata, connectionId, clock.now());
      try {
        await sources.discover(target, filter, {
          signal: AbortSignal.any([signal, lock.signal]),
          deadlineMs: discoveryMs,
          onTables: (tables) => {
            bounds.add(tables);
            return discovery.add(tables);
          },
        });
        await discovery.settleNames(isWhole);
        return await metadata.transaction(async (trx) => {
          await lock.assertHeld(trx);
          await assertLease(trx);
          return discovery.commit(trx, isWhole);
        });
      } finally {
        await discovery.end().catch((error: unknown) => {
          services.log.warn({ err: error }, 'what a discovery staged cannot be removed yet');
        });
      }
    },
    { waitMs: discoveryMs, signal },
  );
}
