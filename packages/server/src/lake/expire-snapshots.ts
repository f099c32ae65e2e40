import { setImmediate as turn } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Metadata, MetadataTransaction } from '../metadata/open-metadata.ts';
import { deleteInChunks, pages, sweepChunk } from '../metadata/sweep-rows.ts';

/**
 * Forgets snapshots superseded before `cutoff` (milliseconds), the states of tables that only they had, and versions that
 * no lake has a state of any more. What that makes of manifests and files is for the collection of garbage. It reads what
 * has to go and nothing else, however many lakes there are. Gives how many versions went.
 */
export async function expireSnapshots(metadata: Metadata, cutoff: number, signal: AbortSignal): Promise<number> {
  let versions = 0;
  const superseded = pages(signal, () =>
    metadata.db
      .selectFrom('lake_snapshots')
      .select(['lake_id', 'snapshot'])
      .where('superseded_at', '<', cutoff)
      .orderBy('superseded_at')
      .limit(sweepChunk)
      .execute(),
  );
  for await (const rows of superseded) {
    const oldest = new Map<string, number>();
    for (const row of rows) oldest.set(row.lake_id, Math.max(row.snapshot + 1, oldest.get(row.lake_id) ?? 0));
    for (const [lakeId, snapshot] of oldest) {
      if (signal.aborted) break;
      versions += await forgetBefore(metadata, lakeId, snapshot, signal);
    }
  }
  return versions;
}

/** The lake's own word comes first, so that nobody reads half of a state, and the snapshots last: a stop is gone on from. */
async function forgetBefore(metadata: Metadata, lakeId: string, oldest: number, signal: AbortSignal): Promise<number> {
  await metadata.db
    .updateTable('lakes')
    .set({ oldest_snapshot: oldest })
    .where('id', '=', lakeId)
    .where('oldest_snapshot', '<', oldest)
    .execute();
  const ended = sql`lake_id = ${lakeId} and until_snapshot <= ${oldest}`;
  const versions = await removeStates(metadata, ended, signal);
  await deleteInChunks(metadata, 'lake_past_tables', ended, signal);
  await deleteInChunks(metadata, 'lake_past_schemas', ended, signal);
  const passed = sql`lake_id = ${lakeId} and snapshot < ${oldest}`;
  if (!signal.aborted) await deleteInChunks(metadata, 'lake_snapshots', passed, signal);
  return versions;
}

/**
 * Removes states of tables in chunks, each with the versions that nothing names after it, and remembers in which trees of
 * forks. A fork that takes over a version does so from a state, in a transaction as these. Gives how many versions went.
 */
export async function removeStates(
  metadata: Metadata,
  where: RawBuilder<unknown>,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const chunk = await metadata.transaction((trx) => removeChunk(trx, metadata.kind, where));
    removed += chunk.versions;
    if (chunk.states < sweepChunk) break;
    await turn();
  }
  return removed;
}

async function removeChunk(
  trx: MetadataTransaction,
  kind: Metadata['kind'],
  where: RawBuilder<unknown>,
): Promise<{ states: number; versions: number }> {
  const row = sql.raw(kind === 'sqlite' ? 'rowid' : 'ctid');
  const { rows } = await sql<{ version_id: string }>`delete from lake_table_states where ${row} in
    (select ${row} from lake_table_states where ${where} limit ${sql.lit(sweepChunk)}) returning version_id`.execute(
    trx,
  );
  const ids = [...new Set(rows.map(({ version_id }) => version_id))];
  if (ids.length === 0) return { states: 0, versions: 0 };
  const gone = await trx
    .selectFrom('lake_versions as v')
    .select(['v.id', 'v.root_id'])
    .where('v.id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('lake_table_states as s').select('s.version_id').whereRef('s.version_id', '=', 'v.id'))),
    )
    .execute();
  if (gone.length === 0) return { states: rows.length, versions: 0 };
  await trx
    .deleteFrom('lake_versions')
    .where(
      'id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute();
  const roots = [...new Set(gone.map(({ root_id }) => root_id))];
  await trx
    .insertInto('lake_garbage')
    .values(roots.map((root_id) => ({ root_id })))
    .onConflict((on) => on.doNothing())
    .execute();
  return { states: rows.length, versions: gone.length };
}
