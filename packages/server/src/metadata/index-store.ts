import { type Selectable, sql } from 'kysely';
import type { LakeIndexes, LakeIndexObjects } from './index-tables.ts';
import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';
import { PrintedStatement } from './printed-statement.ts';
import { leftKeyOf, vectorsMark } from './segment-keys.ts';

export type IndexRow = Selectable<LakeIndexes>;
export type SegmentRow = Selectable<LakeIndexObjects>;

/** Of all tables of a lake, by table and name. */
export function indexesOfLake(db: MetadataHandle, lakeId: string): Promise<IndexRow[]> {
  return allOfLake.find(db, { lakeId });
}

const allOfLake = new PrintedStatement<{ readonly lakeId: string }, IndexRow>(
  ['lakeId'],
  (db, { lakeId }) =>
    db
      .selectFrom('lake_indexes')
      .selectAll()
      .where('lake_id', '=', lakeId)
      .orderBy('created_at')
      .orderBy('id'),
);

export async function findIndex(
  db: MetadataHandle,
  tableId: string,
  name: string,
): Promise<IndexRow | null> {
  const rows = db.selectFrom('lake_indexes').selectAll();
  return (
    (await rows.where('table_id', '=', tableId).where('name', '=', name).executeTakeFirst()) ?? null
  );
}

export async function indexById(db: MetadataHandle, id: string): Promise<IndexRow | null> {
  return (
    (await db.selectFrom('lake_indexes').selectAll().where('id', '=', id).executeTakeFirst()) ??
    null
  );
}

export interface IndexPage {
  readonly lakeIds: readonly string[];
  readonly schema: string | null;
  readonly table: string | null;
  readonly indexType: string | null;
  readonly after: { readonly createdAt: number; readonly id: string } | null;
  readonly limit: number;
}

/** Newest first. */
export async function pageOfIndexes(db: MetadataHandle, page: IndexPage): Promise<IndexRow[]> {
  const { lakeIds, schema, table, indexType, after, limit } = page;
  if (lakeIds.length === 0) return [];
  return db
    .selectFrom('lake_indexes')
    .selectAll()
    .where('lake_id', 'in', lakeIds)
    .$if(schema !== null, (query) => query.where('schema_name', '=', schema ?? ''))
    .$if(table !== null, (query) => query.where('table_name', '=', table ?? ''))
    .$if(indexType !== null, (query) => query.where(sql<boolean>`index_type = ${indexType}`))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** False where the table has an index of that name. */
export async function insertIndex(trx: MetadataTransaction, row: IndexRow): Promise<boolean> {
  const inserted = await trx
    .insertInto('lake_indexes')
    .values(row)
    .onConflict((on) => on.columns(['table_id', 'name']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/**
 * False where it was gone. What was built for it goes with the sweep, unless a fork has the
 * definition too.
 */
export async function deleteIndex(db: MetadataHandle, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('lake_indexes').where('id', '=', id).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** All that was built by a definition. */
export function segmentsOf(db: MetadataHandle, definitionId: string): Promise<SegmentRow[]> {
  return db
    .selectFrom('lake_index_objects')
    .selectAll()
    .where('definition_id', '=', definitionId)
    .execute();
}

/** All that was built of one file, the first part first. False where the file has some by now. */
export async function insertSegments(
  trx: MetadataTransaction,
  [first, ...others]: readonly SegmentRow[],
): Promise<boolean> {
  if (first === undefined) return true;
  const inserted = await trx
    .insertInto('lake_index_objects')
    .values(first)
    .onConflict((on) => on.columns(['definition_id', 'file_key', 'part']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  for (let start = 0; start < others.length; start += rowsAtOnce) {
    const some = others.slice(start, start + rowsAtOnce);
    await trx.insertInto('lake_index_objects').values(some).execute();
  }
  return true;
}

/**
 * All that an index has of one file, in place of what is named of it, whatever that lacks: objects
 * of two builds may differ in the texts that were refused. False where somebody else has named as
 * much.
 */
export async function nameBuilt(
  trx: MetadataTransaction,
  built: readonly SegmentRow[],
): Promise<boolean> {
  const [first] = built;
  if (first === undefined) return true;
  const keys = [...new Set(built.map((row) => row.file_key))];
  await lockIndexes(trx, first.definition_id);
  const known = await trx
    .selectFrom('lake_index_objects')
    .select(['file_key', 'refused_texts'])
    .where('definition_id', '=', first.definition_id)
    .where('file_key', 'in', keys)
    .execute();
  const lacking = lackingTexts(refusedTexts(known), keys);
  if (lacking !== null && lacking <= (first.refused_texts ?? 0)) return false;
  await keepValuesOfDropped(trx, first.definition_id, keys);
  await trx
    .deleteFrom('lake_index_objects')
    .where('definition_id', '=', first.definition_id)
    .where('file_key', 'in', keys)
    .execute();
  return insertSegments(trx, built);
}

/**
 * Nobody deletes an index of the definition meanwhile: who does reads what is named of it, for
 * files to name.
 */
async function lockIndexes(trx: MetadataTransaction, definitionId: string): Promise<void> {
  await trx
    .updateTable('lake_indexes')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('definition_id', '=', definitionId)
    .execute();
}

/**
 * Where an index of the definition was dropped and left its column, files name these values
 * (`FileVectors`): for another lake, whose index goes on, they are built anew beside them.
 */
async function keepValuesOfDropped(
  trx: MetadataTransaction,
  definitionId: string,
  fileKeys: readonly string[],
): Promise<void> {
  const dropped = await trx
    .selectFrom('lake_dropped_indexes')
    .select('id')
    .where('definition_id', '=', definitionId)
    .executeTakeFirst();
  if (dropped === undefined) return;
  for (const key of fileKeys.filter((one) => one.endsWith(vectorsMark))) {
    const left = leftKeyOf(key.slice(0, -vectorsMark.length));
    const before = await trx
      .selectFrom('lake_index_objects')
      .select('part')
      .where('definition_id', '=', definitionId)
      .where('file_key', '=', left)
      .execute();
    await trx
      .updateTable('lake_index_objects')
      .set({ file_key: left, part: before.length })
      .where('definition_id', '=', definitionId)
      .where('file_key', '=', key)
      .execute();
  }
}

/** How many texts were refused when these were built, by their file keys. */
export const refusedTexts = (named: readonly Pick<SegmentRow, 'file_key' | 'refused_texts'>[]) =>
  new Map(named.map((row) => [row.file_key, row.refused_texts ?? 0]));

/** The same of all keys of a file; null where one has nothing, or they are not of one build. */
export function lackingTexts(
  refused: ReadonlyMap<string, number>,
  keys: readonly string[],
): number | null {
  const [count, ...others] = keys.map((key) => refused.get(key));
  return count !== undefined && others.every((other) => other === count) ? count : null;
}

/** A statement has a bounded number of parameters. */
const rowsAtOnce = 100;

/** Rows that waited for their vectors have some: answers from before are not given again. */
export async function noteFilled(
  trx: MetadataTransaction,
  { definition_id }: Pick<IndexRow, 'definition_id'>,
  now: number,
): Promise<void> {
  await trx
    .updateTable('lake_indexes')
    .set({ updated_at: laterThanBefore(now) })
    .where('definition_id', '=', definition_id)
    .execute();
}

const laterThanBefore = (now: number) =>
  sql<number>`case when updated_at < ${now} then ${now} else updated_at + 1 end`;

/**
 * Segments that are not what was written: upkeep builds them again, and rests no longer of what it
 * was refused before. Nothing where they are forgotten already, or others were named since.
 */
export async function forgetSegments(
  trx: MetadataTransaction,
  damaged: { readonly definitionId: string; readonly objectKeys: readonly string[] },
  now: number,
): Promise<void> {
  const { definitionId, objectKeys } = damaged;
  const gone = await trx
    .deleteFrom('lake_index_objects')
    .where('object_key', 'in', objectKeys)
    .executeTakeFirst();
  if (gone.numDeletedRows === 0n) return;
  await trx
    .updateTable('lake_indexes')
    .set({ built_version: null, updated_at: laterThanBefore(now) })
    .where('definition_id', '=', definitionId)
    .execute();
}

/** How many indexes a table has. */
export async function countIndexes(db: MetadataHandle, tableId: string): Promise<number> {
  const indexes = await db
    .selectFrom('lake_indexes')
    .select('id')
    .where('table_id', '=', tableId)
    .execute();
  return indexes.length;
}

/** The job that builds an index for the first time. */
export async function setIndexJob(
  trx: MetadataTransaction,
  id: string,
  jobId: string,
): Promise<void> {
  await trx.updateTable('lake_indexes').set({ job_id: jobId }).where('id', '=', id).execute();
}

export interface BuiltVersion {
  /** null: of a table without rows. */
  readonly version: string | null;
  /** Of all its files, by which what was built of them is named. */
  readonly keys: readonly string[];
  readonly now: number;
}

/**
 * All of that version of the table is built. An index that was not ready is, and is no more its
 * job's. Where something of it was found damaged since it was built or passed, upkeep comes back.
 */
export async function recordBuilt(
  trx: MetadataTransaction,
  row: Pick<IndexRow, 'id' | 'status' | 'definition_id'>,
  { version, keys, now }: BuiltVersion,
): Promise<void> {
  const changed = row.status === 'ready' ? {} : { status: 'ready' as const, job_id: null };
  const record = (built_version: string | null) =>
    trx
      .updateTable('lake_indexes')
      .set({ ...changed, built_version, problem: null, updated_at: now })
      .where('id', '=', row.id)
      .execute();
  // First, so that damage is noted before it, and seen below, or after it.
  await record(version);
  const named = refusedTexts(await segmentsOf(trx, row.definition_id));
  if (keys.some((key) => !named.has(key))) await record(null);
}

/** An index has all that can be built of the table's version, and upkeep comes back to the rest. */
export async function recordProblem(
  trx: MetadataTransaction,
  row: Pick<IndexRow, 'id'>,
  { problem, now }: { readonly problem: string; readonly now: number },
): Promise<void> {
  await trx
    .updateTable('lake_indexes')
    .set({ status: 'ready', job_id: null, built_version: null, problem, updated_at: now })
    .where('id', '=', row.id)
    .execute();
}
