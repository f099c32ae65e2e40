import { type Selectable, sql } from 'kysely';
import type { LakeIndexes, LakeIndexObjects } from './index-tables.ts';
import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';
import { PrintedStatement } from './printed-statement.ts';
import { leftKeyOf, vectorsMark } from './segment-keys.ts';

export type IndexRow = Selectable<LakeIndexes>;
export type SegmentRow = Selectable<LakeIndexObjects>;

/** Indexes of all tables of a lake, by table and name. */
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

/** Returns false if the table has an index with the name. */
export async function insertIndex(trx: MetadataTransaction, row: IndexRow): Promise<boolean> {
  const inserted = await trx
    .insertInto('lake_indexes')
    .values(row)
    .onConflict((on) => on.columns(['table_id', 'name']).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/**
 * Returns false if the index was already gone. The sweep deletes its objects, unless a fork has the
 * same definition.
 */
export async function deleteIndex(db: MetadataHandle, id: string): Promise<boolean> {
  const gone = await db.deleteFrom('lake_indexes').where('id', '=', id).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** All objects built by a definition. */
export function segmentsOf(db: MetadataHandle, definitionId: string): Promise<SegmentRow[]> {
  return db
    .selectFrom('lake_index_objects')
    .selectAll()
    .where('definition_id', '=', definitionId)
    .execute();
}

/**
 * Inserts all objects of one file, the first part first. Returns false if the file has objects
 * already.
 */
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
 * Replaces all objects of one file in an index, if the new build lacks fewer texts: two builds may
 * differ in refused texts. Returns false if another build lacks as few.
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
 * Locks the indexes of a definition against deletion, because a deletion reads the objects and
 * names them in files.
 */
async function lockIndexes(trx: MetadataTransaction, definitionId: string): Promise<void> {
  await trx
    .updateTable('lake_indexes')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('definition_id', '=', definitionId)
    .execute();
}

/**
 * Files may name the values of a dropped index whose column stayed (`FileVectors`). Another lake's
 * index with the same definition continues, and its new values are stored under a second key.
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

/** The number of refused texts per file key. */
export const refusedTexts = (named: readonly Pick<SegmentRow, 'file_key' | 'refused_texts'>[]) =>
  new Map(named.map((row) => [row.file_key, row.refused_texts ?? 0]));

/**
 * The number of refused texts common to all keys of a file; null if a key has no objects, or if the
 * keys come from different builds.
 */
export function lackingTexts(
  refused: ReadonlyMap<string, number>,
  keys: readonly string[],
): number | null {
  const [count, ...others] = keys.map((key) => refused.get(key));
  return count !== undefined && others.every((other) => other === count) ? count : null;
}

/** A statement has a bounded number of parameters. */
const rowsAtOnce = 100;

/** Marks that waiting rows received vectors, so older results are not reused. */
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
 * Deletes damaged segments, so upkeep builds them again, without a pause after earlier refusals.
 * Does nothing if the segments are already deleted or replaced.
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

/** Counts the indexes of a table. */
export async function countIndexes(db: MetadataHandle, tableId: string): Promise<number> {
  const indexes = await db
    .selectFrom('lake_indexes')
    .select('id')
    .where('table_id', '=', tableId)
    .execute();
  return indexes.length;
}

/** Sets the job of an index's first build. */
export async function setIndexJob(
  trx: MetadataTransaction,
  id: string,
  jobId: string,
): Promise<void> {
  await trx.updateTable('lake_indexes').set({ job_id: jobId }).where('id', '=', id).execute();
}

export interface BuiltVersion {
  /** The table version; null if the table has no rows. */
  readonly version: string | null;
  /** Keys of all files of the version; segments have the same keys. */
  readonly keys: readonly string[];
  readonly now: number;
}

/**
 * Records that the version of the table is completely built. A pending index becomes ready and has
 * no job any more. If damage was found during the build, upkeep builds the missing part.
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
  // The version is recorded first. Damage noted before is visible to the next read, and damage
  // noted later clears the version itself.
  await record(version);
  const named = refusedTexts(await segmentsOf(trx, row.definition_id));
  if (keys.some((key) => !named.has(key))) await record(null);
}

/** Records that the index has all objects that can be built at present; upkeep retries the rest. */
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
