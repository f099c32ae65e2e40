import type { Selectable } from 'kysely';
import { newId } from '../kernel/ids.ts';
import type { MetadataHandle, MetadataTransaction } from './open-metadata.ts';
import type { Workspaces } from './schema.ts';

export type WorkspaceRow = Selectable<Workspaces>;

/** A workspace consists of its row alone, so the state is `provisioned` at once. */
export async function insertWorkspace(
  trx: MetadataTransaction,
  workspace: { organizationId: string; name: string; now: number },
): Promise<string> {
  const id = newId('workspace');
  await trx
    .insertInto('workspaces')
    .values({
      id,
      organization_id: workspace.organizationId,
      name: workspace.name,
      active: 1,
      favorite: 0,
      provision_status: 'provisioned',
      created_at: workspace.now,
      deleted_at: null,
    })
    .execute();
  return id;
}

/** Live workspaces of an organization, or the given one, oldest first. */
export function liveWorkspaces(
  db: MetadataHandle,
  { organizationId, workspaceId }: { organizationId: string; workspaceId: string | null },
): Promise<WorkspaceRow[]> {
  let rows = db
    .selectFrom('workspaces')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null);
  if (workspaceId !== null) rows = rows.where('id', '=', workspaceId);
  return rows.orderBy('created_at').orderBy('id').execute();
}

/** Returns false if the organization has no such workspace, or already deleted it. */
export async function markWorkspaceDeleted(
  db: MetadataHandle,
  { organizationId, id, now }: { organizationId: string; id: string; now: number },
): Promise<boolean> {
  const deleted = await db
    .updateTable('workspaces')
    .set({ deleted_at: now, active: 0 })
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return deleted.numUpdatedRows > 0n;
}

export async function isWorkspaceGone(db: MetadataHandle, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('workspaces')
    .select('deleted_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined || row.deleted_at !== null;
}
