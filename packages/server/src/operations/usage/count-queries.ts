import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { MetadataHandle } from '../../metadata/open-metadata.ts';

/** Runs added up in one statement: on SQLite the whole process waits for it, some 2 ms. */
const runsPerStep = 10_000;

export interface QueryUsage {
  readonly queryCount: number;
  readonly bytesScanned: number;
}

/** Literals, because the index of usage holds exactly the runs that satisfy it. */
const ended = sql<boolean>`status in ('succeeded', 'failed')`;

/**
 * Runs that succeeded or failed, created at `since` or later, of present databases and of those
 * that are gone.
 */
export async function countQueries(
  db: MetadataHandle,
  workspaceId: string,
  since: number,
): Promise<QueryUsage> {
  const total = { queryCount: 0, bytesScanned: 0 };
  for (let from: number | null = since; from !== null; ) {
    const until = await endOfStep(db, workspaceId, from);
    const step = await countStep(db, workspaceId, from, until);
    total.queryCount += step.queryCount;
    total.bytesScanned += step.bytesScanned;
    from = until;
    if (from !== null) await turn();
  }
  const removed = await countRemoved(db, workspaceId, since);
  return {
    queryCount: total.queryCount + removed.queryCount,
    bytesScanned: total.bytesScanned + removed.bytesScanned,
  };
}

/** The instant before which there are `runsPerStep` runs, or null when there are fewer. */
async function endOfStep(
  db: MetadataHandle,
  workspaceId: string,
  from: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('query_runs')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where(ended)
    .where('created_at', '>=', from)
    .orderBy('created_at')
    .offset(runsPerStep)
    .limit(1)
    .executeTakeFirst();
  return row ? Math.max(row.created_at, from + 1) : null;
}

async function countStep(
  db: MetadataHandle,
  workspaceId: string,
  from: number,
  until: number | null,
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

/** Kept by the minute: of the minute in which `since` lies all count. */
async function countRemoved(
  db: MetadataHandle,
  workspaceId: string,
  since: number,
): Promise<QueryUsage> {
  const row = await db
    .selectFrom('removed_run_usage')
    .select((eb) => [eb.fn.sum<number | null>('query_count').as('runs')])
    .select((eb) => [eb.fn.sum<number | null>('bytes_scanned').as('bytes')])
    .where('workspace_id', '=', workspaceId)
    .where('minute', '>', since - 60_000)
    .executeTakeFirstOrThrow();
  return { queryCount: Number(row.runs ?? 0), bytesScanned: Number(row.bytes ?? 0) };
}
