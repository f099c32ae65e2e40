import { sql } from 'kysely';
import type { Metadata } from '../metadata/open-metadata.ts';
import { deleteInChunks, pages, sweepChunk } from '../metadata/sweep-rows.ts';

/** Manifests whose versions are looked for together: every batch reads all versions, so there are few (5 MB each). */
const MANIFESTS = 50_000;
/** A version names all manifests of its table in one JSON text, and it is parsed in one go. */
const VERSIONS = 20;

/**
 * Forgets states of tables that ended before `cutoff` (milliseconds), and versions and manifests that nothing names any
 * more. Their files are then nobody's, and the collector removes them. Gives how many versions went.
 */
export async function expireSnapshots(metadata: Metadata, cutoff: number, signal: AbortSignal): Promise<number> {
  const lakes = pages(signal, (after: { id: string } | undefined) =>
    metadata.db
      .selectFrom('lakes')
      .select(['id', 'head_snapshot'])
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(sweepChunk)
      .execute(),
  );
  for await (const rows of lakes) {
    // A lake that was only made has nothing to forget.
    for (const lake of rows) if (lake.head_snapshot > 1) await forgetHistory(metadata, lake, cutoff, signal);
  }
  const versions = await removeVersions(metadata, signal);
  await removeManifests(metadata, signal);
  return versions;
}

async function forgetHistory(
  metadata: Metadata,
  lake: { readonly id: string; readonly head_snapshot: number },
  cutoff: number,
  signal: AbortSignal,
): Promise<void> {
  const kept = await metadata.db
    .selectFrom('lake_snapshots')
    .select('snapshot')
    .where('lake_id', '=', lake.id)
    .where('committed_at', '>=', cutoff)
    .orderBy('committed_at')
    .orderBy('snapshot')
    .limit(1)
    .executeTakeFirst();
  const firstKept = kept?.snapshot ?? lake.head_snapshot + 1;
  const ended = sql`lake_id = ${lake.id} and until_snapshot < ${firstKept}`;
  await deleteInChunks(metadata, 'lake_table_states', ended, signal);
  await removeOldSnapshots(metadata, lake, firstKept, signal);
}

/** The newest snapshot of a lake stays, whatever its age, and so does every one that a kept state begins or ends at. */
async function removeOldSnapshots(
  metadata: Metadata,
  lake: { readonly id: string; readonly head_snapshot: number },
  firstKept: number,
  signal: AbortSignal,
): Promise<void> {
  const last = Math.min(firstKept, lake.head_snapshot);
  const old = await metadata.db
    .selectFrom('lake_snapshots')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lake_id', '=', lake.id)
    .where('snapshot', '<', last)
    .executeTakeFirstOrThrow();
  if (Number(old.count) === 0) return;
  // One subquery for each of the two, so that each is read once and hashed; states that ended before are gone.
  const named = (column: string) => sql`select ${sql.ref(column)} from lake_table_states
    where lake_id = ${lake.id} and ${sql.ref(column)} < ${last}`;
  const where = sql`lake_id = ${lake.id} and snapshot < ${last}
    and snapshot not in (${named('from_snapshot')}) and snapshot not in (${named('until_snapshot')})`;
  await deleteInChunks(metadata, 'lake_snapshots', where, signal);
}

/** A version and the state that names it are committed together, so one without a state is nobody's. */
async function removeVersions({ db }: Metadata, signal: AbortSignal): Promise<number> {
  let removed = 0;
  const versions = pages(signal, (after: { id: string } | undefined) =>
    db
      .selectFrom('lake_versions as v')
      .leftJoin('lake_table_states as s', 's.version_id', 'v.id')
      .select(['v.id', 's.version_id'])
      .where('v.id', '>', after?.id ?? '')
      .orderBy('v.id')
      .limit(sweepChunk)
      .execute(),
  );
  for await (const rows of versions) {
    const ids = rows.filter((row) => row.version_id === null).map((row) => row.id);
    if (ids.length > 0) await db.deleteFrom('lake_versions').where('id', 'in', ids).execute();
    removed += ids.length;
  }
  return removed;
}

/**
 * A new version takes over manifests of the one before it only while that one is its table's present version, so a
 * manifest that no version names stays so. Candidates are read before the versions: what is committed in between is
 * no candidate.
 */
async function removeManifests({ db }: Metadata, signal: AbortSignal): Promise<void> {
  const manifests = pages(signal, (after: { id: string } | undefined) =>
    db
      .selectFrom('lake_manifests')
      .select('id')
      .where('id', '>', after?.id ?? '')
      .orderBy('id')
      .limit(MANIFESTS)
      .execute(),
  );
  for await (const rows of manifests) {
    const unnamed = new Set(rows.map((row) => row.id));
    const versions = pages(signal, (after: { id: string } | undefined) => pageOfVersions(db, after));
    for await (const page of versions) {
      for (const row of page) for (const id of JSON.parse(row.manifest_ids) as string[]) unnamed.delete(id);
      if (unnamed.size === 0) break;
    }
    const ids = [...unnamed];
    for (let start = 0; start < ids.length && !signal.aborted; start += sweepChunk) {
      const chunk = ids.slice(start, start + sweepChunk);
      await db.deleteFrom('lake_manifests').where('id', 'in', chunk).execute();
    }
  }
}

function pageOfVersions(db: Metadata['db'], after: { id: string } | undefined) {
  return db
    .selectFrom('lake_versions')
    .select(['id', 'manifest_ids'])
    .where('id', '>', after?.id ?? '')
    .orderBy('id')
    .limit(VERSIONS)
    .execute();
}
