import { sql } from 'kysely';
import { deleteIndex } from '../metadata/index-store.ts';
import { sweepChunk } from '../metadata/sweep-rows.ts';
import type { IndexJobPayload } from '../operations/indexes/create-index.ts';
import type { Services } from '../operations/services.ts';

const upkeepType = 'index_upkeep';
/** How long an index whose build failed is left, in milliseconds, and no other waits for it. */
const restMs = 5 * 60_000;

/**
 * Has what tables were loaded with since their indexes were built, built too: as jobs that any node
 * may run. And removes indexes that never came to be, whose job was cancelled or lost its last
 * attempt with its node. Gives how many of these.
 */
export async function keepIndexes(services: Services, signal: AbortSignal): Promise<number> {
  const { db } = services.metadata;
  const now = services.clock.now();
  const key = sql<string>`'index:' || i.id`;
  const stale = await db
    .selectFrom('lake_indexes as i')
    .innerJoin('lake_tables as t', 't.id', 'i.table_id')
    .innerJoin('lakes as l', 'l.id', 'i.lake_id')
    .select(['i.id', 'l.workspace_id'])
    .where('i.status', '=', 'ready')
    .where('t.version_id', 'is not', null)
    .where('l.deleted_at', 'is', null)
    .where(sql<boolean>`(i.built_version is null or i.built_version <> t.version_id)`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs as live')
            .select('live.id')
            .where('live.status', 'in', ['pending', 'running'])
            .where('live.dedupe_key', '=', key),
        ),
      ),
    )
    .where(key, 'not in', ({ selectFrom }) =>
      selectFrom('jobs as failed')
        .select(sql<string>`failed.dedupe_key`.as('key'))
        .where('failed.status', '=', 'failed')
        .where('failed.job_type', '=', upkeepType)
        .where('failed.dedupe_key', 'is not', null)
        .where('failed.completed_at', '>', now - restMs)
        // One that the clock was set back from is no reason to wait.
        .where('failed.completed_at', '<=', now),
    )
    .limit(sweepChunk)
    .execute();
  for (const { id, workspace_id } of stale) {
    if (signal.aborted) return 0;
    await services.jobs.enqueue({
      jobType: upkeepType,
      workspaceId: workspace_id,
      payload: { indexId: id } satisfies IndexJobPayload,
      dedupeKey: `index:${id}`,
    });
  }
  return removeUnbuilt(services);
}

async function removeUnbuilt({ metadata }: Services): Promise<number> {
  const lost = await metadata.db
    .selectFrom('lake_indexes as i')
    .leftJoin('jobs as j', 'j.id', 'i.job_id')
    .select('i.id')
    .where('i.status', '=', 'pending')
    .where((eb) =>
      eb.or([
        eb('j.id', 'is', null),
        eb('j.status', 'not in', ['pending', 'running', 'succeeded']),
      ]),
    )
    .limit(sweepChunk)
    .execute();
  for (const { id } of lost) await deleteIndex(metadata.db, id);
  return lost.length;
}
