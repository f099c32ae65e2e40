import type { MetadataTransaction } from './open-metadata.ts';

/**
 * Takes a database out of sight: its row, its attachments, the hidden connection and its attachments elsewhere, and the
 * lake, which nothing can commit to any more. What is left (the lake's tables, runs, results, objects)
 * nobody can reach; the sweeps remove it in the background.
 */
export async function removeDatabase(
  trx: MetadataTransaction,
  database: { id: string; default_connection_id: string },
  now: number,
): Promise<void> {
  const connectionId = database.default_connection_id;
  await trx
    .deleteFrom('database_attachments')
    .where((eb) => eb.or([eb('database_id', '=', database.id), eb('connection_id', '=', connectionId)]))
    .execute();
  await trx.updateTable('lakes').set({ deleted_at: now }).where('id', '=', connectionId).execute();
  await trx.deleteFrom('connections').where('id', '=', connectionId).execute();
  await trx.deleteFrom('databases').where('id', '=', database.id).execute();
}
