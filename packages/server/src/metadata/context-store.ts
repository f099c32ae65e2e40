import type { Kysely, Selectable, Transaction } from 'kysely';
import type { DatabaseContexts, MetadataSchema } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type ContextRow = Selectable<DatabaseContexts>;

/** All documents of a database, by name. */
export function listContexts(db: Db, databaseId: string): Promise<ContextRow[]> {
  return contextsOf(db, databaseId).selectAll().orderBy('name').execute();
}

export async function findContext(
  db: Db,
  databaseId: string,
  name: string,
): Promise<ContextRow | null> {
  const row = await contextsOf(db, databaseId)
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The number of documents in a database, without the named document, and their total characters.
 */
export async function measureOtherContexts(
  db: Db,
  databaseId: string,
  name: string,
): Promise<{ count: number; length: number }> {
  const row = await contextsOf(db, databaseId)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>('length').as('length'),
    ])
    .where('name', '<>', name)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), length: Number(row.length ?? 0) };
}

export async function writeContext(db: Db, row: ContextRow): Promise<void> {
  const { content, length, updated_at } = row;
  await db
    .insertInto('database_contexts')
    .values(row)
    .onConflict((on) =>
      on.columns(['database_id', 'name']).doUpdateSet({ content, length, updated_at }),
    )
    .execute();
}

/** Returns true if the document existed. */
export async function deleteContext(db: Db, databaseId: string, name: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('database_contexts')
    .where('database_id', '=', databaseId)
    .where('name', '=', name)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

function contextsOf(db: Db, databaseId: string) {
  return db.selectFrom('database_contexts').where('database_id', '=', databaseId);
}
