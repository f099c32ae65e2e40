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

/** Whose a lake is; null of one that is not there. */
export async function findWorkspaceOfLake(db: MetadataHandle, id: string): Promise<string | null> {
  const lake = await db
    .selectFrom('lakes')
    .select('workspace_id')
    .where('id', '=', id)
    .executeTakeFirst();
  return lake?.workspace_id ?? null;
}
