import { sql } from 'kysely';
import type { IndexJobPayload } from '../indexing/build-index.ts';
import type { HasJobs } from '../jobs/job-store.ts';
import type { HasClock } from '../kernel/clock.ts';
import { deleteIndex } from '../metadata/index-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { sweepChunk } from '../metadata/sweep-rows.ts';

const upkeepType = 'index_upkeep';
/** Pause after a failed build of an index, in milliseconds; other indexes do not wait. */
const restMs = 5 * 60_000;
/**
 * Every build of the same data meets the same refusal, of a text for example. So an index pauses as
 * long as it has been refused so far, which doubles the pauses, up to this maximum. The cause may
 * end without a trace here, such as an expired key.
 */
const maxRestMs = 60 * 60_000;

/**
 * Enqueues builds of tables loaded since the builds of their indexes, as jobs for any node. Also
 * removes indexes never built, whose job was cancelled or lost its last attempt with its node.
 * Returns the number of removed indexes.
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
    // An index changes after its last build when a fork's index filled it, or damage was found.
    .where(sql<boolean>`(f.last is null or i.updated_at > f.last or f.last <= ${now - restMs})`)
    // Data loaded since then was not refused.
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

/** Times of upkeep failures since the last success, by job key. */
function failuresSinceSuccess({ metadata: { db } }: HasMetadata, now: number) {
  const succeeded = db
    .selectFrom('jobs')
    .select(['dedupe_key', sql<number>`max(completed_at)`.as('at')])
    .where('job_type', '=', upkeepType)
    .where('status', '=', 'succeeded')
    .groupBy('dedupe_key');
  // A job that may repeat the failure uses up its attempts.
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
      // A failure dated in the future, before the clock was set back, causes no pause.
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
