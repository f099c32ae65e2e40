import { toTimestamp } from '../kernel/clock.ts';
import { badRequest, notFound } from '../kernel/errors.ts';
import type { MetadataHandle } from '../metadata/open-metadata.ts';

/**
 * A snapshot by its number, or the newest snapshot committed at or before an instant
 * (milliseconds).
 */
export type SnapshotPoint = { readonly version: number } | { readonly instant: number };

/**
 * Maximum distance from now of an instant that means the present: callers write their own clock's
 * time into statements.
 */
const presentMs = 60_000;

export interface Readability {
  /** Name of the lake in messages: `'default'`, `this database`. */
  readonly subject: string;
  /**
   * Start of the retention in milliseconds; snapshots superseded at or before this instant are
   * outside.
   */
  readonly since: number;
  readonly now: number;
}

/**
 * The number of a readable snapshot. A reader's snapshot stays until the reader ends: retention
 * refuses a snapshot before the sweep removes the rows, earlier by at least the longest time of a
 * reader.
 *
 * 400, with the newest or the oldest snapshot in the message, if no snapshot of the number or
 * instant is readable; 404 if the lake is gone.
 */
export async function findSnapshot(
  db: MetadataHandle,
  lakeId: string,
  point: SnapshotPoint,
  readability: Readability,
): Promise<number> {
  const { subject, since, now } = readability;
  const lake = await db
    .selectFrom('lakes')
    .select(['head_snapshot', 'oldest_snapshot'])
    .where('id', '=', lakeId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!lake) throw notFound('The database or connection was deleted meanwhile');
  if ('version' in point && point.version > lake.head_snapshot) {
    throw badRequest(
      `Snapshot ${point.version} of ${subject} does not exist yet; the newest is ${lake.head_snapshot}`,
    );
  }
  if ('instant' in point) {
    const newest = await newestSnapshot(db, lakeId);
    // The newest snapshot has a future time only after the clock was set back. The displayed time
    // of the snapshot, and the present, then mean the newest snapshot.
    const isAhead = newest !== undefined && newest.committed_at > now;
    if (point.instant > (isAhead ? newest.committed_at : now)) {
      throw badRequest(
        `${toTimestamp(point.instant)} lies in the future; name a time that has passed`,
      );
    }
    if (isAhead && Math.abs(point.instant - now) <= presentMs) return newest.snapshot;
  }
  const found = await db
    .selectFrom('lake_snapshots')
    .select(['snapshot', 'superseded_at'])
    .where('lake_id', '=', lakeId)
    .$if('version' in point, (query) =>
      query.where('snapshot', '=', 'version' in point ? point.version : 0),
    )
    .$if('instant' in point, (query) =>
      query.where('committed_at', '<=', 'instant' in point ? point.instant : 0),
    )
    .orderBy('committed_at', 'desc')
    .orderBy('snapshot', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isKept = found !== undefined && found.snapshot >= lake.oldest_snapshot;
  if (isKept && (found.superseded_at === null || found.superseded_at > since))
    return found.snapshot;
  const oldest = await snapshotsOf(db, lakeId, since)
    .orderBy('s.snapshot')
    .limit(1)
    .executeTakeFirstOrThrow();
  const asked =
    'version' in point ? `Snapshot ${point.version}` : `The state at ${toTimestamp(point.instant)}`;
  const committed = toTimestamp(oldest.committed_at);
  throw badRequest(
    `${asked} of ${subject} is not kept; the oldest is snapshot ${oldest.snapshot}, of ${committed}`,
  );
}

function newestSnapshot(db: MetadataHandle, lakeId: string) {
  return db
    .selectFrom('lake_snapshots')
    .select(['snapshot', 'committed_at'])
    .where('lake_id', '=', lakeId)
    .orderBy('snapshot', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The readable snapshots of a lake, unordered. */
export function snapshotsOf(db: MetadataHandle, lakeId: string, since: number) {
  return db
    .selectFrom('lake_snapshots as s')
    .innerJoin('lakes as l', 'l.id', 's.lake_id')
    .select(['s.snapshot', 's.operation', 's.committed_at'])
    .where('s.lake_id', '=', lakeId)
    .whereRef('s.snapshot', '>=', 'l.oldest_snapshot')
    .where((eb) => eb.or([eb('s.superseded_at', 'is', null), eb('s.superseded_at', '>', since)]));
}
