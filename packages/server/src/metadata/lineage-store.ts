import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { DatabaseLineage, MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

type LineageRow = Selectable<DatabaseLineage>;

/** A fork's record, and the known facts about the relative in question. */
export type Relative = LineageRow & {
  /** Id and name of the relative; null if deleted. */
  readonly live_id: string | null;
  readonly live_name: string | null;
};

/** The origin of a database; null if the database is no fork. */
export async function findLineage(db: Db, databaseId: string): Promise<LineageRow | null> {
  const rows = db.selectFrom('database_lineage').selectAll().where('database_id', '=', databaseId);
  return (await rows.executeTakeFirst()) ?? null;
}

/** Records the origin of a new fork; the root is the source's root. */
export async function recordLineage(db: Db, fork: Omit<LineageRow, 'root_id'>): Promise<void> {
  const source = await findLineage(db, fork.source_id);
  const root_id = source?.root_id ?? fork.source_id;
  await db
    .insertInto('database_lineage')
    .values({ ...fork, root_id })
    .execute();
}

/** Records the reset of a fork to another state of its source. */
export async function recordReset(
  db: Db,
  databaseId: string,
  source: Pick<LineageRow, 'source_name' | 'snapshot_id' | 'forked_at'>,
): Promise<void> {
  await db
    .updateTable('database_lineage')
    .set(source)
    .where('database_id', '=', databaseId)
    .execute();
}

/**
 * The records of a database and of its ancestors, nearest first, at most `limit`. The relative of
 * each record is the source.
 */
export async function ancestorsOf(
  db: Db,
  databaseId: string,
  limit: number,
  now: number,
): Promise<Relative[]> {
  const { rows } = await sql<Relative>`
    with recursive chain as (
      select l.*, 1 as depth from database_lineage as l where l.database_id = ${databaseId}
      union all
      select up.*, chain.depth + 1 from database_lineage as up join chain on up.database_id = chain.source_id
      where chain.depth < ${sql.lit(limit)})
    select chain.*, d.id as live_id, d.name as live_name from chain
    left join databases as d on d.id = chain.source_id and (d.expires_at is null or d.expires_at > ${now})
    order by chain.depth`.execute(db);
  return rows;
}

/**
 * The records of the forks of a database, newest first, at most `limit`; the relative of each is
 * the fork.
 */
export function forksOf(
  db: Db,
  databaseId: string,
  limit: number,
  now: number,
): Promise<Relative[]> {
  return db
    .selectFrom('database_lineage as l')
    .leftJoin('databases as d', (join) =>
      join
        .onRef('d.id', '=', 'l.database_id')
        .on((eb) => eb.or([eb('d.expires_at', 'is', null), eb('d.expires_at', '>', now)])),
    )
    .selectAll('l')
    .select(['d.id as live_id', 'd.name as live_name'])
    .where('l.source_id', '=', databaseId)
    .orderBy('l.forked_at', 'desc')
    .orderBy('l.database_id', 'desc')
    .limit(limit)
    .execute();
}

export async function countForks(db: Db, databaseId: string): Promise<number> {
  const row = await db
    .selectFrom('database_lineage')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('source_id', '=', databaseId)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}
