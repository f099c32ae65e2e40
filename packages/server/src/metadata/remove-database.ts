import type { MetadataTransaction } from './open-metadata.ts';

export interface RemovedDatabase {
  readonly id: string;
  readonly default_connection_id: string;
}

/**
 * Maximum number of databases hidden in one transaction: 200 take 10 ms of processor time on
 * SQLite.
 */
export const databasesPerRemoval = 200;

/**
 * Hides databases: deletes rows and attachments, hidden connections with their attachments in other
 * databases, and marks the lakes, so nothing can commit to them. The rest (the lakes' tables,
 * contexts, runs, results, objects) is unreachable, and the background sweeps remove it by
 * `removed_databases`. At most `databasesPerRemoval` at a time. Returns the number of databases
 * that still existed.
 */
export async function removeDatabases(
  trx: MetadataTransaction,
  databases: readonly RemovedDatabase[],
  now: number,
): Promise<number> {
  if (databases.length === 0) return 0;
  const ids = databases.map(({ id }) => id);
  const connectionIds = databases.map(({ default_connection_id: connection }) => connection);
  await trx
    .deleteFrom('database_attachments')
    .where((eb) => eb.or([eb('database_id', 'in', ids), eb('connection_id', 'in', connectionIds)]))
    .execute();
  await trx
    .updateTable('lakes')
    .set({ deleted_at: now })
    .where('id', 'in', connectionIds)
    .where('deleted_at', 'is', null)
    .execute();
  await trx.deleteFrom('connections').where('id', 'in', connectionIds).execute();
  await trx
    .insertInto('removed_databases')
    .values(ids.map((id) => ({ id, removed_at: now, look_at: now })))
    .onConflict((on) => on.doNothing())
    .execute();
  const removed = await trx.deleteFrom('databases').where('id', 'in', ids).executeTakeFirst();
  return Number(removed.numDeletedRows);
}

/** Hides one database. */
export async function removeDatabase(
  trx: MetadataTransaction,
  database: RemovedDatabase,
  now: number,
): Promise<void> {
  await removeDatabases(trx, [database], now);
}
