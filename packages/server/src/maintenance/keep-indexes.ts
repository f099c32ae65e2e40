import { sql } from 'kysely';
import type { IndexJobPayload } from '../indexing/build-index.ts';
import type { HasJobs } from '../jobs/job-store.ts';
import type { HasClock } from '../kernel/clock.ts';
import { deleteIndex } from '../metadata/index-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { sweepChunk } from '../metadata/sweep-rows.ts';

const upkeepType = 'index_upkeep';
/** How long an index whose build failed is left, in milliseconds, and no other waits for it. */
const restMs = 5 * 60_000;
/**
 * A refusal, of a text for example, is met again by every build of the same data: an index rests as
 * long as it has been refused, so that its rests double, and at most so long. What refused it may
 * be mended without a trace here, as a key that had expired.
 */
const maxRestMs = 60 * 60_000;

/**
 * Has what tables were loaded with since their indexes were built, built too: as jobs that any node
 * may run. And removes indexes that never came to be, whose job was cancelled or lost its last
 * attempt with its node. Gives how many of these.
 */
export async function keepIndexes(
  services: HasClock & HasJobs & HasMetadata,
  signal: AbortSignal,
): Promise<number> {
  const { db } = services.metadata;
  const now = services.clock.now();
  const key = sql<string>`'index:' || i.id`;
  const stale = await db
    .selectFrom('lake_indexes as i')
    .innerJoin('lake_tables as t', 't.id', 'i.table_id')
    .innerJoin('lake_versions as v', 'v.id', 't.version_id')
    .leftJoin(failuresSinceSuccess(services, now).as('f'), (join) =>
      join.on('f.dedupe_key', '=', key),
    )
    .innerJoin('lakes as l', 'l.id', 'i.lake_id')
    .select(['i.id', 'l.workspace_id'])
    .where('i.status', '=', 'ready')
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
    // An index changes after its last build where it was filled by a fork's, or found damaged.
    .where(sql<boolean>`(f.last is null or i.updated_at > f.last or f.last <= ${now - restMs})`)
    // What was loaded since has not been refused.
    .where(
      sql<boolean>`(f.last_refused is null or v.created_at > f.last_refused
        or i.updated_at > f.last_refused
        or f.last_refused + (f.last_refused - f.first_refused) <= ${now}
        or f.last_refused + ${maxRestMs} <= ${now})`,
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

/** When upkeep failed since it last succeeded, by the key of its jobs. */
function failuresSinceSuccess({ metadata: { db } }: HasMetadata, now: number) {
  const succeeded = db
    .selectFrom('jobs')
    .select(['dedupe_key', sql<number>`max(completed_at)`.as('at')])
    .where('job_type', '=', upkeepType)
    .where('status', '=', 'succeeded')
    .groupBy('dedupe_key');
  // A job that may repeat what failed uses up its attempts.
  const refused = sql<number>`case when j.attempts < j.max_attempts then j.completed_at end`;
  return (
    db
      .selectFrom('jobs as j')
      .leftJoin(succeeded.as('s'), 's.dedupe_key', 'j.dedupe_key')
      .select(['j.dedupe_key', sql<number>`max(j.completed_at)`.as('last')])
      .select(sql<number>`min(${refused})`.as('first_refused'))
      .select(sql<number>`max(${refused})`.as('last_refused'))
      .where('j.job_type', '=', upkeepType)
      .where('j.status', '=', 'failed')
      // One that the clock was set back from is no reason to wait.
      .where('j.completed_at', '<=', now)
      .where(sql<boolean>`(s.at is null or j.completed_at > s.at)`)
      .groupBy('j.dedupe_key')
  );
}

async function removeUnbuilt({ metadata }: HasMetadata): Promise<number> {
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
