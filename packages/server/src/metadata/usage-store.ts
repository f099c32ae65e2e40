import { sql } from 'kysely';
import type { MetadataHandle } from './open-metadata.ts';
import { vectorsMark } from './segment-keys.ts';

/** The number of runs, and the bytes scanned. */
export interface QueryUsage {
  readonly queryCount: number;
  readonly bytesScanned: number;
}

/** Literals, because the usage index contains exactly the runs that satisfy this condition. */
const ended = sql<boolean>`status in ('succeeded', 'failed')`;

/** A span in milliseconds since the epoch, with `from` and without `until`; null: to now. */
export interface UsageSpan {
  readonly from: number;
  readonly until: number | null;
}

/**
 * The instant before which `count` runs since `from` succeeded or failed, in milliseconds since the
 * epoch; null if the runs are fewer.
 */
export async function findEndOfRuns(
  db: MetadataHandle,
  workspaceId: string,
  from: number,
  count: number,
): Promise<number | null> {
  const runs = db
    .selectFrom('query_runs')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where(ended)
    .where('created_at', '>=', from);
  const row = await runs.orderBy('created_at').offset(count).limit(1).executeTakeFirst();
  return row ? Math.max(row.created_at, from + 1) : null;
}

export const dayMs = 86_400_000;

/**
 * The start of an instant's UTC day, both in milliseconds since the epoch, as a column `day` for
 * grouping.
 */
export const startOfDayOf = (instant: 'created_at' | 'minute') =>
  sql<number>`${sql.ref(instant)} - ${sql.ref(instant)} % ${sql.lit(dayMs)}`.as('day');

/** Sums per day with any, by the start of the day. */
export type ByDay<T> = ReadonlyMap<number, T>;

interface UsageRow {
  readonly runs: number | null;
  readonly bytes: number | null;
}

const toUsage = ({ runs, bytes }: UsageRow): QueryUsage => ({
  queryCount: Number(runs ?? 0),
  bytesScanned: Number(bytes ?? 0),
});

/** Rows grouped by `startOfDayOf`. */
export const byDay = <Row extends { readonly day: number }, T>(
  rows: readonly Row[],
  of: (row: Row) => T,
): ByDay<T> => new Map(rows.map((row) => [Number(row.day), of(row)]));

/** Runs of the span that succeeded or failed. */
export async function countEndedRuns(
  db: MetadataHandle,
  workspaceId: string,
  span: UsageSpan,
): Promise<QueryUsage> {
  return toUsage(await sumOfRuns(db, workspaceId, span).executeTakeFirstOrThrow());
}

/** Ended runs of the span, by day. */
export async function endedRunsByDay(
  db: MetadataHandle,
  workspaceId: string,
  span: UsageSpan,
): Promise<ByDay<QueryUsage>> {
  const runs = sumOfRuns(db, workspaceId, span).select(startOfDayOf('created_at'));
  return byDay(await runs.groupBy('day').execute(), toUsage);
}

function sumOfRuns(db: MetadataHandle, workspaceId: string, { from, until }: UsageSpan) {
  const runs = db
    .selectFrom('query_runs')
    .select((eb) => [
      eb.fn.countAll<number>().as('runs'),
      eb.fn.sum<number | null>('bytes_scanned').as('bytes'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where(ended)
    .where('created_at', '>=', from);
  return until === null ? runs : runs.where('created_at', '<', until);
}

/**
 * Runs since an instant whose rows were deleted, with their database or for age. Rows are per
 * minute, so the whole first minute counts.
 */
export async function countRemovedRuns(
  db: MetadataHandle,
  workspaceId: string,
  from: number,
): Promise<QueryUsage> {
  return toUsage(await sumOfRemovedRuns(db, workspaceId, from).executeTakeFirstOrThrow());
}

/** Removed runs, by day. */
export async function removedRunsByDay(
  db: MetadataHandle,
  workspaceId: string,
  from: number,
): Promise<ByDay<QueryUsage>> {
  const runs = sumOfRemovedRuns(db, workspaceId, from).select(startOfDayOf('minute'));
  return byDay(await runs.groupBy('day').execute(), toUsage);
}

const sumOfRemovedRuns = (db: MetadataHandle, workspaceId: string, from: number) =>
  db
    .selectFrom('removed_run_usage')
    .select((eb) => [
      eb.fn.sum<number | null>('query_count').as('runs'),
      eb.fn.sum<number | null>('bytes_scanned').as('bytes'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('minute', '>', from - 60_000);

/** Total bytes of the workspace's finalized uploads without a load. */
export async function sumUnloadedUploads(db: MetadataHandle, workspaceId: string): Promise<number> {
  const row = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`status = 'ready'`)
    .executeTakeFirstOrThrow();
  return Number(row.bytes ?? 0);
}

/**
 * Total bytes of index objects, and of the values of columns that outlived a dropped index. Objects
 * that indexes of several forks share count once.
 */
export async function sumBuiltSegments(db: MetadataHandle, workspaceId: string): Promise<number> {
  const definitions = db
    .selectFrom('lake_indexes as i')
    .innerJoin('lakes as l', 'l.id', 'i.lake_id')
    .select('i.definition_id')
    .where('l.workspace_id', '=', workspaceId)
    .where('l.deleted_at', 'is', null);
  const dropped = db
    .selectFrom('lake_dropped_indexes as i')
    .innerJoin('lakes as l', 'l.id', 'i.lake_id')
    .select('i.definition_id')
    .where('l.workspace_id', '=', workspaceId)
    .where('l.deleted_at', 'is', null);
  const row = await db
    .selectFrom('lake_index_objects')
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
    .where(({ or, and, eb }) =>
      or([
        eb('definition_id', 'in', definitions),
        and([eb('definition_id', 'in', dropped), eb('file_key', 'like', `%${vectorsMark}`)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(row.bytes ?? 0);
}
