import type { HasSettings } from '../config/settings.ts';
import type { HasFiles } from '../engine/engine.ts';
import type { HasClock } from '../kernel/clock.ts';
import { QuernError } from '../kernel/errors.ts';
import { commitLoad } from '../lake/commit-load.ts';
import type { LakeTable, RefreshPolicy } from '../lake/model.ts';
import type { PreparedLoad } from '../loading/prepared-load.ts';
import { assertUncollected, publishPrepared } from '../loading/publish-files.ts';
import type { HeldLock } from '../locking/with-lock.ts';
import { recordSync } from '../metadata/lake-table-store.ts';
import type { HasMetadata, MetadataTransaction } from '../metadata/open-metadata.ts';
import {
  findRefresh,
  noteReadAt,
  type RefreshedTable,
  setRefreshCursor,
} from '../metadata/refresh-store.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { plainPolicy, readsSameChanges } from './refresh-policy.ts';
import type { SyncState } from './sync-state.ts';
import type { SyncedTable } from './synced-table.ts';

/** How a table is refreshed, as it is when the work begins. */
export interface Refresh {
  readonly policy: RefreshPolicy | null;
  /** Where the last refresh ended; null: all rows come next. */
  readonly cursor: string | null;
}

export async function readRefresh(
  { metadata }: HasMetadata,
  synced: SyncedTable,
): Promise<Refresh> {
  const row = await findRefresh(metadata.db, synced);
  if (!row) return { policy: null, cursor: null };
  return { policy: JSON.parse(row.policy) as RefreshPolicy, cursor: row.cursor };
}

/**
 * The instant as of which the rows of a table are the source's, in milliseconds since the epoch;
 * null where it is not known.
 */
export async function readTimeOf(
  { metadata }: HasMetadata,
  synced: RefreshedTable,
): Promise<number | null> {
  return (await findRefresh(metadata.db, synced))?.read_at ?? null;
}

interface Committing {
  readonly request: SyncedTable;
  readonly refresh: Refresh;
  readonly lock: HeldLock;
  readonly context: { assertLease(trx: MetadataTransaction): Promise<void> };
}

interface Refreshed {
  /** The table as the refresh found it. */
  readonly present: LakeTable;
  /** Null where nothing has changed: then only the time of the refresh is kept. */
  readonly prepared: PreparedLoad | null;
  /** Rows that were read. */
  readonly rows: number;
  readonly cursor: string | null;
  readonly started: Started;
}

/**
 * When the work began, by the clock (milliseconds since the epoch) and by a timer that no clock
 * moves.
 */
export interface Started {
  readonly at: number;
  readonly timerMs: number;
}

export const sinceMs = ({ timerMs }: Started) => Math.round(performance.now() - timerMs);

/**
 * The table's next version, where its changes end, and how the refresh went, in one transaction.
 */
export async function commitRefresh(
  services: HasClock & HasFiles & HasMetadata & HasObjects & HasSettings,
  { request, refresh, lock, context }: Committing,
  { present, prepared, rows, cursor, started }: Refreshed,
): Promise<void> {
  const { connectionId: lakeId, schema, table } = request;
  const publishedAt = services.clock.now();
  const published = prepared === null ? null : await publishPrepared(services, lakeId, prepared);
  const commit = services.metadata.transaction(async (trx) => {
    await lock.assertHeld(trx);
    await context.assertLease(trx);
    const endedAt = services.clock.now();
    if (prepared !== null && published !== null) {
      assertUncollected(services, publishedAt);
      const { files, deletesKey } = published;
      const content = { columns: prepared.columns, files, ...prepared.kept(deletesKey) };
      await commitLoad(trx, { lakeId, schema, table, found: present }, content, 'sync', endedAt);
    }
    const state: SyncState = {
      status: 'succeeded',
      error: null,
      endedAt,
      rows,
      durationMs: sinceMs(started),
    };
    await recordSync(trx, present.id, JSON.stringify(state));
    await keepCursor(trx, request, refresh, { cursor, readAt: started.at });
  });
  await commit.catch((error: unknown) => {
    throw wasPurged(error) ? purgedMeanwhile(request, error) : error;
  });
}

/**
 * What the next refresh begins with. A cursor is of the changes that the rows were read by: a
 * policy that reads others by now keeps its own; one that differs in its schedule alone goes on
 * from here, or rows without a key would be added again.
 */
async function keepCursor(
  trx: MetadataTransaction,
  synced: SyncedTable,
  { policy }: Refresh,
  { cursor, readAt }: { readonly cursor: string | null; readonly readAt: number },
): Promise<void> {
  // The row is locked by being written, so the policy is the one that holds when this commits.
  const kept = await noteReadAt(trx, synced, readAt);
  if (kept === null) return;
  if (readsSameChanges(policy ?? plainPolicy, JSON.parse(kept) as RefreshPolicy))
    await setRefreshCursor(trx, synced, cursor);
}

/** Loads wait for the lock of a table; a purge does not, and moves its pointer. */
const wasPurged = (error: unknown) => error instanceof QuernError && error.code === 'CONFLICT';

/** Another attempt begins with the table as it is then. */
const purgedMeanwhile = ({ schema, table }: SyncedTable, cause: unknown) =>
  new QuernError(
    'SERVICE_UNAVAILABLE',
    `Table '${schema}.${table}' was purged while it was being fetched; ask again`,
    {
      retryAfterS: 1,
      cause,
    },
  );
