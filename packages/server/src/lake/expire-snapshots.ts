import { type RawBuilder, sql } from 'kysely';
import type { Metadata, MetadataKind, MetadataTransaction } from '../metadata/open-metadata.ts';
import type { MetadataSchema } from '../metadata/schema.ts';
import { deleteChunk, pages, sweepChunk } from '../metadata/sweep-rows.ts';

/**
 * Lakes per transaction. Each commit waits for the disk: 5,000 forks of ten tables took 85 s one by
 * one, and take 10 s in groups. On SQLite the process waits for the transaction, which handles some
 * 15 rows a millisecond.
 */
const lakesPerStep = 50;

/**
 * Rows that only earlier snapshots need, and all rows of a deleted lake. Snapshots are deleted
 * last.
 */
const pastRows = ['lake_past_tables', 'lake_past_schemas'] as const;
const ownRows = [
  'load_receipts',
  'lake_compactions',
  'lake_refreshes',
  'lake_found_tables',
  'lake_indexes',
  'lake_dropped_indexes',
  'lake_tables',
  'lake_schemas',
] as const;
const allRows = [...ownRows, ...pastRows, 'lake_snapshots'] as const;

/**
 * Deletes snapshots superseded before `cutoff` (milliseconds), table states that only those
 * snapshots had, and versions without any state. `ofSources` restricts the deletion to lakes of
 * source connections. Garbage collection removes the manifests and files. The queries read only
 * rows to be deleted, however many lakes exist. Returns the number of deleted versions.
 */
export async function expireSnapshots(
  metadata: Metadata,
  cutoff: number,
  signal: AbortSignal,
  ofSources = false,
): Promise<number> {
  let versions = 0;
  const superseded = pages(signal, () =>
    metadata.db
      .selectFrom('lake_snapshots')
      .select(['lake_id', 'snapshot'])
      .where('superseded_at', '<', cutoff)
      .$if(ofSources, (query) =>
        query.where('lake_id', 'in', (eb) =>
          eb.selectFrom('connections').select('id').where('source_type', '<>', 'managed'),
        ),
      )
      .orderBy('superseded_at')
      .limit(sweepChunk)
      .execute(),
  );
  for await (const rows of superseded) {
    const oldest = new Map<string, number>();
    for (const row of rows)
      oldest.set(row.lake_id, Math.max(row.snapshot + 1, oldest.get(row.lake_id) ?? 0));
    const lakes = [...oldest].slice(0, lakesPerStep);
    versions += await metadata.transaction((trx) => forgetEach(trx, metadata.kind, lakes));
  }
  return versions;
}

/**
 * One transaction, so no reader sees a partial state. Rows above the budget are found again in the
 * next round.
 */
async function forgetEach(
  trx: MetadataTransaction,
  kind: MetadataKind,
  lakes: readonly (readonly [id: string, oldest: number])[],
): Promise<number> {
  const budget = new Budget();
  let versions = 0;
  for (const [id, oldest] of lakes) {
    if (budget.isSpent) break;
    await trx
      .updateTable('lakes')
      .set({ oldest_snapshot: oldest })
      .where('id', '=', id)
      .where('oldest_snapshot', '<', oldest)
      .execute();
    const ended = sql`lake_id = ${id} and until_snapshot <= ${oldest}`;
    versions += await removeStates(trx, kind, ended, budget);
    await removeRows(trx, kind, pastRows, ended, budget);
    await removeRows(
      trx,
      kind,
      ['lake_snapshots'],
      sql`lake_id = ${id} and snapshot < ${oldest}`,
      budget,
    );
  }
  return versions;
}

/**
 * Deletes the rows of lakes deleted before `cutoff`, whose last reader has ended. Returns the
 * number of lakes.
 */
export async function removeDeletedLakes(
  metadata: Metadata,
  cutoff: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  const deleted = pages(signal, () =>
    metadata.db
      .selectFrom('lakes')
      .select('id')
      .where('deleted_at', '<=', cutoff)
      .limit(lakesPerStep)
      .execute(),
  );
  for await (const lakes of deleted) {
    removed += await metadata.transaction(async (trx) => {
      const budget = new Budget();
      let gone = 0;
      for (const { id } of lakes) {
        const ofLake = sql`lake_id = ${id}`;
        await removeStates(trx, metadata.kind, ofLake, budget);
        await removeRows(trx, metadata.kind, allRows, ofLake, budget);
        if (budget.isSpent) break;
        await trx.deleteFrom('lakes').where('id', '=', id).execute();
        gone += 1;
      }
      return gone;
    });
  }
  return removed;
}

/**
 * The rows that one transaction may still delete. The budget is spent as soon as rows remain for
 * the next transaction.
 */
class Budget {
  #rows = sweepChunk;
  #isCut = false;

  get isSpent(): boolean {
    return this.#isCut || this.#rows <= 0;
  }

  take(rows: number): void {
    this.#rows -= rows;
    if (rows === sweepChunk) this.#isCut = true;
  }
}

async function removeRows(
  trx: MetadataTransaction,
  kind: MetadataKind,
  tables: readonly (keyof MetadataSchema)[],
  where: RawBuilder<unknown>,
  budget: Budget,
): Promise<void> {
  for (const table of tables)
    if (!budget.isSpent) budget.take(await deleteChunk(trx, kind, table, where));
}

/**
 * Deletes table states and versions without a state, and records the affected trees of forks. A
 * fork takes over a version from a state, also in a transaction. Returns the number of deleted
 * versions.
 */
async function removeStates(
  trx: MetadataTransaction,
  kind: MetadataKind,
  where: RawBuilder<unknown>,
  budget: Budget,
): Promise<number> {
  if (budget.isSpent) return 0;
  const row = sql.raw(kind === 'sqlite' ? 'rowid' : 'ctid');
  const { rows } = await sql<{ version_id: string }>`delete from lake_table_states where ${row} in
    (select ${row} from lake_table_states where ${where} limit ${sql.lit(sweepChunk)}) returning version_id`.execute(
    trx,
  );
  budget.take(rows.length);
  const ids = [...new Set(rows.map(({ version_id }) => version_id))];
  if (ids.length === 0) return 0;
  const gone = await trx
    .selectFrom('lake_versions as v')
    .select(['v.id', 'v.root_id'])
    .where('v.id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lake_table_states as s')
            .select('s.version_id')
            .whereRef('s.version_id', '=', 'v.id'),
        ),
      ),
    )
    .execute();
  if (gone.length === 0) return 0;
  const goneIds = gone.map(({ id }) => id);
  await trx.deleteFrom('lake_versions').where('id', 'in', goneIds).execute();
  const roots = [...new Set(gone.map(({ root_id }) => root_id))];
  await trx
    .insertInto('lake_garbage')
    .values(roots.map((root_id) => ({ root_id })))
    .onConflict((on) => on.doNothing())
    .execute();
  return gone.length;
}
