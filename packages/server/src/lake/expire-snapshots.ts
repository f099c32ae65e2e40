import type { Metadata } from '../metadata/open-metadata.ts';

/** Rows of one statement: a sweep must not hold the metadata for long. */
const CHUNK = 500;

/**
 * Forgets states of tables that ended before `cutoff` (milliseconds), and versions and manifests that nothing names any
 * more. Their files are then nobody's, and the collector removes them. Gives how many versions went.
 */
export async function expireSnapshots(metadata: Metadata, cutoff: number, signal: AbortSignal): Promise<number> {
  await removeEndedStates(metadata, cutoff, signal);
  await removeOldSnapshots(metadata, cutoff);
  const versions = await removeVersions(metadata, signal);
  await removeManifests(metadata, signal);
  return versions;
}

async function removeEndedStates({ db }: Metadata, cutoff: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('lake_table_states as s')
      .leftJoin('lake_snapshots as n', (join) =>
        join.onRef('n.lake_id', '=', 's.lake_id').onRef('n.snapshot', '=', 's.until_snapshot'),
      )
      .select(['s.lake_id', 's.table_id', 's.from_snapshot'])
      .where('s.until_snapshot', 'is not', null)
      .where((eb) => eb.or([eb('n.committed_at', '<', cutoff), eb('n.committed_at', 'is', null)]))
      .limit(CHUNK)
      .execute();
    if (rows.length === 0 || signal.aborted) return;
    for (const row of rows) {
      await db
        .deleteFrom('lake_table_states')
        .where('lake_id', '=', row.lake_id)
        .where('table_id', '=', row.table_id)
        .where('from_snapshot', '=', row.from_snapshot)
        .execute();
    }
  }
}

/** The newest snapshot of a lake stays, whatever its age, and so does every one that a kept state begins or ends at. */
async function removeOldSnapshots({ db }: Metadata, cutoff: number): Promise<void> {
  await db
    .deleteFrom('lake_snapshots')
    .where('committed_at', '<', cutoff)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('lakes as l')
            .select('l.id')
            .whereRef('l.id', '=', 'lake_snapshots.lake_id')
            .whereRef('l.head_snapshot', '=', 'lake_snapshots.snapshot'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('lake_table_states as s')
            .select('s.table_id')
            .whereRef('s.lake_id', '=', 'lake_snapshots.lake_id')
            .where((or) =>
              or.or([
                or('s.from_snapshot', '=', or.ref('lake_snapshots.snapshot')),
                or('s.until_snapshot', '=', or.ref('lake_snapshots.snapshot')),
              ]),
            ),
        ),
      ),
    )
    .execute();
}

/** A version and the state that names it are committed together, so one without a state is nobody's. */
async function removeVersions({ db }: Metadata, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (;;) {
    const rows = await db
      .selectFrom('lake_versions as v')
      .leftJoin('lake_table_states as s', 's.version_id', 'v.id')
      .select('v.id')
      .where('s.version_id', 'is', null)
      .limit(CHUNK)
      .execute();
    if (rows.length === 0 || signal.aborted) return removed;
    const ids = rows.map((row) => row.id);
    await db.deleteFrom('lake_versions').where('id', 'in', ids).execute();
    removed += ids.length;
  }
}

/**
 * A new version takes over manifests of the one before it only while that one is its table's present version, so a
 * manifest that no version names stays so. Candidates are read before the versions: what is committed in between is
 * no candidate.
 */
async function removeManifests({ db }: Metadata, signal: AbortSignal): Promise<void> {
  const candidates = new Set((await db.selectFrom('lake_manifests').select('id').execute()).map((row) => row.id));
  for await (const version of pagesOfVersions(db)) {
    for (const id of JSON.parse(version) as string[]) candidates.delete(id);
  }
  const ids = [...candidates];
  for (let start = 0; start < ids.length && !signal.aborted; start += CHUNK) {
    await db
      .deleteFrom('lake_manifests')
      .where('id', 'in', ids.slice(start, start + CHUNK))
      .execute();
  }
}

async function* pagesOfVersions(db: Metadata['db']): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('lake_versions')
      .select(['id', 'manifest_ids'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .execute();
    for (const row of rows) yield row.manifest_ids;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
