import { sql } from 'kysely';
import { deleteIndex } from '../metadata/index-store.ts';
import { sweepChunk } from '../metadata/sweep-rows.ts';
import type { IndexJobPayload } from '../operations/indexes/create-index.ts';
import type { Services } from '../operations/services.ts';

/**
 * Has what tables were loaded with since their indexes were built, built too: as jobs that any node
 * may run. And removes indexes that never came to be, whose job was cancelled or lost its last
 * attempt with its node. Gives how many of these.
 */
export async function keepIndexes(services: Services, signal: AbortSignal): Promise<number> {
  const { db } = services.metadata;
  const stale = await db
    .selectFrom('lake_indexes as i')
    .innerJoin('lake_tables as t', 't.id', 'i.table_id')
    .innerJoin('lakes as l', 'l.id', 'i.lake_id')
    .select(['i.id', 'l.workspace_id'])
    .where('i.status', '=', 'ready')
    .where('t.version_id', 'is not', null)
    .where('l.deleted_at', 'is', null)
    .where(sql<boolean>`(i.built_version is null or i.built_version <> t.version_id)`)
    .limit(sweepChunk)
    .execute();
  for (const { id, workspace_id } of stale) {
    if (signal.aborted) return 0;
    await services.jobs.enqueue({
      jobType: 'index_upkeep',
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
