import type { Kysely, Selectable, Transaction } from 'kysely';
import type { MetadataSchema, Uploads } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type UploadRow = Selectable<Uploads>;

/**
 * An upload of the workspace, or null; one that a database token made is seen by that database's
 * tokens and wider ones.
 */
export async function findUpload(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<UploadRow | null> {
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertUpload(db: Db, row: UploadRow): Promise<void> {
  await db.insertInto('uploads').values(row).execute();
}

/** The unfinished uploads of a workspace, and the bytes that their URLs so far allow to be sent. */
export async function countUnfinished(
  db: Db,
  workspaceId: string,
  now: number,
): Promise<{ readonly sessions: number; readonly bytes: number }> {
  const row = await db
    .selectFrom('uploads')
    .select(({ fn }) => [fn.countAll().as('sessions'), fn.sum('size_bytes').as('bytes')])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'created')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return { sessions: Number(row.sessions), bytes: Number(row.bytes ?? 0) };
}

/** Notes that URLs for `bytes` of an unfinished upload are given out. */
export async function allowBytes(db: Db, id: string, bytes: number): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ size_bytes: bytes })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .execute();
}

/**
 * Moves an upload from one status to another; false when it was no longer in `from`: somebody else
 * moved it first.
 */
export async function moveUpload(
  db: Db,
  id: string,
  from: UploadStatus,
  to: UploadStatus,
  changes: {
    sizeBytes?: number;
    finalizedAt?: number;
    expiresAt?: number;
    consumedBy?: string;
  } = {},
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
 * The life of an upload: `created` until its bytes are checked, `ready` to be loaded, `consumed`
 * once a load holds its rows. A finalize works under a lock and moves it in one step, so a crash
 * leaves it `created`.
 */
export type UploadStatus = UploadRow['status'];

/** The objects of some uploads that are ready, the first ones by id. */
export async function sampleReadyKeys(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('uploads')
    .select('object_key')
    .where('status', '=', 'ready')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ object_key }) => object_key);
}

/** What a check of the objects looks at of an upload. */
export type CheckedUpload = Pick<
  UploadRow,
  'id' | 'workspace_id' | 'database_id' | 'object_key' | 'size_bytes'
>;

/** The ready ones of all workspaces, by id; the first ones, or those that follow the id `after`. */
export function pageOfReadyUploads(
  db: Db,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<CheckedUpload[]> {
  return db
    .selectFrom('uploads')
    .select(['id', 'workspace_id', 'database_id', 'object_key', 'size_bytes'])
    .where('status', '=', 'ready')
    .where('id', '>', after ?? '')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Whether it is finalized, and neither loaded nor gone. */
export async function isUploadReady(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .executeTakeFirst();
  return row !== undefined;
}
