import { sql } from 'kysely';
import type { MetadataHandle } from './open-metadata.ts';
import { vectorsMark } from './segment-keys.ts';

/** Runs, and the bytes that they scanned. */
export interface QueryUsage {
  readonly queryCount: number;
  readonly bytesScanned: number;
}

/** Literals, because the index of usage holds exactly the runs that satisfy it. */
const ended = sql<boolean>`status in ('succeeded', 'failed')`;

/** From `from` until, not at, `until`, in milliseconds since the epoch; null: until now. */
export interface UsageSpan {
  readonly from: number;
  readonly until: number | null;
}

/**
 * The instant before which there are `count` runs since `from` that succeeded or failed, in
 * milliseconds since the epoch; null where there are fewer.
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
 * The start of the day of UTC that an instant is in, both in milliseconds since the epoch, as a
 * column `day` to group by.
 */
export const startOfDayOf = (instant: 'created_at' | 'minute') =>
  sql<number>`${sql.ref(instant)} - ${sql.ref(instant)} % ${sql.lit(dayMs)}`.as('day');

/** What something came to on each day on which there was any, by the start of the day. */
export type ByDay<T> = ReadonlyMap<number, T>;

interface UsageRow {
  readonly runs: number | null;
  readonly bytes: number | null;
}

const toUsage = ({ runs, bytes }: UsageRow): QueryUsage => ({
  queryCount: Number(runs ?? 0),
  bytesScanned: Number(bytes ?? 0),
});

/** Rows that were grouped by `startOfDayOf`. */
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

/** The same, each day by itself. */
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
 * Runs since an instant that were removed with their databases or for their age. Kept by the
 * minute: of the minute in which that is all count.
 */
export async function countRemovedRuns(
  db: MetadataHandle,
  workspaceId: string,
  from: number,
): Promise<QueryUsage> {
  return toUsage(await sumOfRemovedRuns(db, workspaceId, from).executeTakeFirstOrThrow());
}

/** The same, each day by itself. */
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

/** Bytes of the workspace's uploads that are finalized and were not loaded. */
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
 * Bytes that were built for indexes, and the values of columns that stayed of dropped ones; what
 * indexes of several forks share counts once.
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
