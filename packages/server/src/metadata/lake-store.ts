import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';

/** Whether there is such a lake, and it is not deleted. */
export async function isLakePresent(db: MetadataHandle, id: string): Promise<boolean> {
  const lake = await db
    .selectFrom('lakes')
    .select('head_snapshot')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return lake !== undefined;
}

/** Nothing can be committed to it from here on; what it holds goes with the sweeps. */
export async function markLakeDeleted(
  trx: MetadataTransaction,
  id: string,
  now: number,
): Promise<void> {
  await trx.updateTable('lakes').set({ deleted_at: now }).where('id', '=', id).execute();
}
