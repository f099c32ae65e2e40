import { setImmediate as turn } from 'node:timers/promises';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Metadata, MetadataTransaction } from './open-metadata.ts';
import type { LakeFoundTables } from './source-tables.ts';
import { deleteChunk, pages, sweepChunk } from './sweep-rows.ts';

/** A discovery that stages tables. */
export interface FoundBy {
  readonly runId: string;
}

export interface KnownTableRow {
  readonly id: string;
  readonly schema_name: string;
  readonly name: string;
  /** Null, but where the table has another name at its source. */
  readonly source: string | null;
}

const knownPerStep = 5_000;
const never = new AbortController().signal;

/** What a lake has, in parts: each is read by itself, and others have their turn between. */
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

/** What is known of each of the tables; null of those that have no source. */
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

/** Says what the lake calls a staged table, whose text `change` makes anew. */
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

/** The new ones become tables of the lake that `snapshot` declares. */
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

/** How many tables the run has staged. */
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

/** The ids of those of the others that have rows here, or had: earlier snapshots show them. */
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

/** The others are from `snapshot` on what was found of them. */
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

/** Whatever runs have staged for the lake and have not taken over. */
export const forgetFoundTables = (metadata: Metadata, lakeId: string) =>
  forget(metadata, sql`lake_id = ${lakeId}`);

/** What one run has staged: another one of the lake may have begun since. */
export const forgetFoundBy = (metadata: Metadata, { runId }: FoundBy) =>
  forget(metadata, sql`run_id = ${runId}`);

async function forget({ unsynced, kind }: Metadata, where: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const count = await deleteChunk(unsynced, kind, 'lake_found_tables', where);
    if (count < sweepChunk) return;
    await turn();
  }
}
