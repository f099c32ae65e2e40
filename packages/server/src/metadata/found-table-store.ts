import { setImmediate as turn } from 'node:timers/promises';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Metadata, MetadataTransaction } from './open-metadata.ts';
import type { LakeFoundTables } from './source-tables.ts';
import { deleteChunk, pages, sweepChunk } from './sweep-rows.ts';

/** A discovery with staged tables. */
export interface FoundBy {
  readonly runId: string;
}

export interface KnownTableRow {
  readonly id: string;
  readonly schema_name: string;
  readonly name: string;
  /** The table's name at the source; null if the lake has the same name. */
  readonly source: string | null;
}

const knownPerStep = 5_000;
const never = new AbortController().signal;

/** The tables of a lake, page by page, so other requests can run between the statements. */
export async function* knownTables(
  { db }: Metadata,
  lakeId: string,
): AsyncGenerator<readonly KnownTableRow[]> {
  yield* pages<KnownTableRow>(never, (after) =>
    db
      .selectFrom('lake_tables')
      .select(['id', 'schema_name', 'name'])
      .select(sql<string | null>`case when source like '{"from":%' then source end`.as('source'))
      .where('lake_id', '=', lakeId)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(schema_name, name) > (${after?.schema_name ?? ''}, ${after?.name ?? ''})`,
        ),
      )
      .orderBy('schema_name')
      .orderBy('name')
      .limit(knownPerStep)
      .execute(),
  );
}

/** The stored descriptions of the tables; null for a table without a source. */
export async function knownSources(
  { db }: Metadata,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('lake_tables')
    .select(['id', 'source'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, source }) => [id, source]));
}

/** `rows` are few enough for a statement. */
export async function stageFoundTables(
  { unsynced }: Metadata,
  rows: readonly Selectable<LakeFoundTables>[],
): Promise<void> {
  if (rows.length > 0) await unsynced.insertInto('lake_found_tables').values(rows).execute();
}

/** Renames a staged table in the lake; `change` makes the new description. */
export async function renameFoundTable(
  { unsynced }: Metadata,
  { runId, position }: { readonly runId: string; readonly position: number },
  name: { readonly schema: string; readonly table: string },
  change: (source: string) => string,
): Promise<void> {
  const row = await unsynced
    .selectFrom('lake_found_tables')
    .select('source')
    .where('run_id', '=', runId)
    .where('position', '=', position)
    .executeTakeFirstOrThrow();
  await unsynced
    .updateTable('lake_found_tables')
    .set({ schema_name: name.schema, name: name.table, source: change(row.source) })
    .where('run_id', '=', runId)
    .where('position', '=', position)
    .execute();
}

/** Inserts the new tables into the lake, declared by `snapshot`. */
export async function declareFoundTables(
  trx: MetadataTransaction,
  { runId }: FoundBy,
  snapshot: number,
): Promise<void> {
  const layout = ['key_columns', 'constant_per_key', 'partition_by', 'sorted_by'] as const;
  const kept = ['lake_id', 'schema_name', 'name', 'source', 'created_at'] as const;
  await trx
    .insertInto('lake_tables')
    .columns(['id', ...kept, 'from_snapshot', ...layout])
    .expression((eb) =>
      eb
        .selectFrom('lake_found_tables')
        .select(['table_id', ...kept])
        .select(sql<number>`cast(${snapshot} as bigint)`.as('from_snapshot'))
        .select(layout.map((column) => sql<string>`'[]'`.as(column)))
        .where('run_id', '=', runId)
        .where('is_new', '=', 1)
        .orderBy('position'),
    )
    .execute();
}

/** Counts the staged tables of the run. */
export async function countFoundTables(
  trx: MetadataTransaction,
  { runId }: FoundBy,
): Promise<number> {
  const row = await trx
    .selectFrom('lake_found_tables')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Ids of staged, known tables that have or had rows: earlier snapshots show those tables. */
export async function loadedFoundTables(
  trx: MetadataTransaction,
  { runId }: FoundBy,
): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('lake_found_tables as f')
    .innerJoin('lake_tables as t', 't.id', 'f.table_id')
    .select('t.id')
    .where('f.run_id', '=', runId)
    .where('f.is_new', '=', 0)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('lake_table_states as s')
          .select('s.table_id')
          .whereRef('s.lake_id', '=', 't.lake_id')
          .whereRef('s.schema_name', '=', 't.schema_name')
          .whereRef('s.table_name', '=', 't.name')
          .whereRef('s.table_id', '=', 't.id'),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Applies new descriptions to the known tables, from `snapshot` on. */
export async function describeFoundTables(
  trx: MetadataTransaction,
  { runId }: FoundBy,
  snapshot: number,
): Promise<void> {
  await trx
    .updateTable('lake_tables')
    .from('lake_found_tables as f')
    .set((eb) => ({ source: eb.ref('f.source'), from_snapshot: snapshot }))
    .whereRef('lake_tables.id', '=', 'f.table_id')
    .where('f.run_id', '=', runId)
    .where('f.is_new', '=', 0)
    .execute();
}

/** Deletes all staged tables of a lake that were never committed. */
export const forgetFoundTables = (metadata: Metadata, lakeId: string) =>
  forget(metadata, sql`lake_id = ${lakeId}`);

/** Deletes the staged tables of one run; another run for the lake may have begun since. */
export const forgetFoundBy = (metadata: Metadata, { runId }: FoundBy) =>
  forget(metadata, sql`run_id = ${runId}`);

async function forget({ unsynced, kind }: Metadata, where: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const count = await deleteChunk(unsynced, kind, 'lake_found_tables', where);
    if (count < sweepChunk) return;
    await turn();
  }
}
