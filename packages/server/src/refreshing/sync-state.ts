import type { HasClock } from '../kernel/clock.ts';
import type { QuernError } from '../kernel/errors.ts';
import type { HasLog } from '../kernel/log.ts';
import type { LakeTable } from '../lake/model.ts';
import { listSyncs, recordSyncByName } from '../metadata/lake-table-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { toSourceFailure } from './source-failure.ts';
import type { SyncedTable } from './synced-table.ts';

/** The outcome of a table's last fetch; stored in `lake_tables.sync`. */
export interface SyncState {
  readonly status: 'succeeded' | 'failed';
  readonly error: string | null;
  /** Milliseconds since the epoch. */
  readonly endedAt: number;
  readonly rows: number | null;
  readonly durationMs: number | null;
}

/** The state of a source's table as callers see it. */
export type TableState = 'discovered' | 'loaded' | 'stale' | 'failed' | 'live';

/**
 * The error of a table's refresh. It is stored with the table unless the refresh was cancelled or
 * another refresh has the lock.
 */
export async function notedFailure(
  { metadata, clock, log }: HasClock & HasLog & HasMetadata,
  synced: SyncedTable,
  signal: AbortSignal,
  thrown: unknown,
): Promise<QuernError> {
  const failure = toSourceFailure(thrown);
  if (signal.aborted || failure.code === 'RESOURCE_LOCKED') return failure;
  const state: SyncState = {
    status: 'failed',
    error: failure.message,
    endedAt: clock.now(),
    rows: null,
    durationMs: null,
  };
  await recordSyncByName(metadata.db, synced, JSON.stringify(state)).catch((error: unknown) =>
    log.warn({ err: error }, 'the end of a refresh is not written'),
  );
  return failure;
}

/**
 * `stale`: the source's columns have changed since the rows were fetched. Null for a table without
 * a source.
 */
export function tableState(
  { version, source, refresh }: LakeTable,
  sync: SyncState | null,
): TableState | null {
  if (source === null) return null;
  if (refresh?.mode === 'live') return 'live';
  if (sync?.status === 'failed') return 'failed';
  if (version === null) return 'discovered';
  const cached = new Set(version.columns.map(({ name }) => name));
  const isSame =
    source.columns.length === cached.size && source.columns.every(({ name }) => cached.has(name));
  return isSame ? 'loaded' : 'stale';
}

/**
 * The last instant at which the rows were known to equal the source; null for a table without rows.
 */
export function refreshedAt(
  { version, loadedAt }: LakeTable,
  sync: SyncState | null,
): number | null {
  if (version === null || loadedAt === null) return null;
  return sync?.status === 'succeeded' ? Math.max(loadedAt, sync.endedAt) : loadedAt;
}

/** States of a connection's tables by table id. */
export async function readSyncStates(
  { metadata }: HasMetadata,
  lakeId: string,
): Promise<ReadonlyMap<string, SyncState>> {
  const rows = await listSyncs(metadata.db, lakeId);
  return new Map(rows.map(({ id, sync }) => [id, JSON.parse(sync ?? 'null') as SyncState]));
}
