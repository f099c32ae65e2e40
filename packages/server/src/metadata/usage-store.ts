import { sql } from 'kysely';
import type { MetadataHandle } from './open-metadata.ts';

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
 * The instant of the span before which there are `count` of its runs that succeeded or failed, in
 * milliseconds since the epoch; null where there are fewer.
 */
export async function findEndOfRuns(
  db: MetadataHandle,
  workspaceId: string,
  { from, until }: UsageSpan,
  count: number,
): Promise<number | null> {
  let runs = db
    .selectFrom('query_runs')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where(ended)
    .where('created_at', '>=', from);
  if (until !== null) runs = runs.where('created_at', '<', until);
  const row = await runs.orderBy('created_at').offset(count).limit(1).executeTakeFirst();
  return row ? Math.max(row.created_at, from + 1) : null;
}

/** Runs of the span that succeeded or failed. */
export async function countEndedRuns(
  db: MetadataHandle,
  workspaceId: string,
  { from, until }: UsageSpan,
): Promise<QueryUsage> {
  let runs = db
    .selectFrom('query_runs')
    .where('workspace_id', '=', workspaceId)
    .where(ended)
    .where('created_at', '>=', from);
  if (until !== null) runs = runs.where('created_at', '<', until);
  const row = await runs
    .select((eb) => [
      eb.fn.countAll<number>().as('runs'),
      eb.fn.sum<number | null>('bytes_scanned').as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  return { queryCount: Number(row.runs), bytesScanned: Number(row.bytes ?? 0) };
}

/**
 * Runs that were removed with their databases or for their age. Kept by the minute: of the minute
 * in which the span begins all count.
 */
export async function countRemovedRuns(
  db: MetadataHandle,
  workspaceId: string,
  { from, until }: UsageSpan,
): Promise<QueryUsage> {
  let minutes = db
    .selectFrom('removed_run_usage')
    .where('workspace_id', '=', workspaceId)
    .where('minute', '>', from - 60_000);
  if (until !== null) minutes = minutes.where('minute', '<', until);
  const row = await minutes
    .select((eb) => [eb.fn.sum<number | null>('query_count').as('runs')])
    .select((eb) => [eb.fn.sum<number | null>('bytes_scanned').as('bytes')])
    .executeTakeFirstOrThrow();
  return { queryCount: Number(row.runs ?? 0), bytesScanned: Number(row.bytes ?? 0) };
}

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

/** Bytes that were built for indexes; what indexes of several forks share counts once. */
export async function sumBuiltSegments(db: MetadataHandle, workspaceId: string): Promise<number> {
  const definitions = db
    .selectFrom('lake_indexes as i')
    .innerJoin('lakes as l', 'l.id', 'i.lake_id')
    .select('i.definition_id')
    .where('l.workspace_id', '=', workspaceId)
    .where('l.deleted_at', 'is', null);
  const row = await db
    .selectFrom('lake_index_objects')
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
    .where('definition_id', 'in', definitions)
    .executeTakeFirstOrThrow();
  return Number(row.bytes ?? 0);
}
