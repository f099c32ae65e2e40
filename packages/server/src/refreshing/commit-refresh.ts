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

/** The refresh settings of a table at the start of the work. */
export interface Refresh {
  readonly policy: RefreshPolicy | null;
  /** The end of the last refresh; null: the next refresh reads all rows. */
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
 * The instant at which the table's rows equalled the source, in milliseconds since the epoch; null
 * if unknown.
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
  /** The table at the start of the refresh. */
  readonly present: LakeTable;
  /** Null without changes: then only the time of the refresh is stored. */
  readonly prepared: PreparedLoad | null;
  /** Number of rows read. */
  readonly rows: number;
  readonly cursor: string | null;
  readonly started: Started;
}

/** The start of the work, by the clock (milliseconds since the epoch) and by a monotonic timer. */
export interface Started {
  readonly at: number;
  readonly timerMs: number;
}

export const sinceMs = ({ timerMs }: Started) => Math.round(performance.now() - timerMs);

/**
 * Writes the table's next version, the new cursor, and the outcome of the refresh in one
 * transaction.
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
 * Stores the cursor for the next refresh. A cursor belongs to the policy under which the rows were
 * read. If the policy now reads other changes, its own cursor remains. If only the schedule
 * changed, the new cursor is stored, because rows without a key would otherwise be added twice.
 */
async function keepCursor(
  trx: MetadataTransaction,
  synced: SyncedTable,
  { policy }: Refresh,
  { cursor, readAt }: { readonly cursor: string | null; readonly readAt: number },
): Promise<void> {
  // The write locks the row, so the policy read here is still valid at the commit.
  const kept = await noteReadAt(trx, synced, readAt);
  if (kept === null) return;
  if (readsSameChanges(policy ?? plainPolicy, JSON.parse(kept) as RefreshPolicy))
    await setRefreshCursor(trx, synced, cursor);
}

/** Loads wait for the lock of a table; a purge does not, and moves the table's pointer. */
const wasPurged = (error: unknown) => error instanceof QuernError && error.code === 'CONFLICT';

/** Another attempt begins with the purged table. */
const purgedMeanwhile = ({ schema, table }: SyncedTable, cause: unknown) =>
  new QuernError(
    'SERVICE_UNAVAILABLE',
    `Table '${schema}.${table}' was purged while it was being fetched; ask again`,
    {
      retryAfterS: 1,
      cause,
    },
  );
