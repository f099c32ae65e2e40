import type { Kysely, Selectable, Transaction } from 'kysely';
import type { MetadataSchema, Uploads } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type UploadRow = Selectable<Uploads>;

/** An upload of the workspace, or null; one that a database token made is seen by that database's tokens and wider ones. */
export async function findUpload(db: Db, workspaceId: string, id: string): Promise<UploadRow | null> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ?? null;
}

/** Moves an upload from one status to another; false when it was no longer in `from`: somebody else moved it first. */
export async function moveUpload(
  db: Db,
  id: string,
  from: UploadStatus,
  to: UploadStatus,
  changes: { sizeBytes?: number; finalizedAt?: number; expiresAt?: number; consumedBy?: string } = {},
): Promise<boolean> {
  const updated = await db
    .updateTable('uploads')
    .set({
      status: to,
      ...(changes.sizeBytes === undefined ? {} : { size_bytes: changes.sizeBytes }),
      ...(changes.finalizedAt === undefined ? {} : { finalized_at: changes.finalizedAt }),
      ...(changes.expiresAt === undefined ? {} : { expires_at: changes.expiresAt }),
      ...(changes.consumedBy === undefined ? {} : { consumed_by: changes.consumedBy }),
    })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/**
 * The life of an upload: `created` until its bytes are checked, `ready` to be loaded, `consumed` once a load holds its
 * rows. A finalize works under a lock and moves it in one step, so a crash leaves it `created`.
 */
export type UploadStatus = UploadRow['status'];
