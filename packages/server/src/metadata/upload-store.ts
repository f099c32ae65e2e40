import type { CompiledQuery, Insertable, Kysely, Selectable, Transaction } from 'kysely';
import { PrintedStatement } from './printed-statement.ts';
import type { MetadataSchema, Uploads } from './schema.ts';

type Db = Kysely<MetadataSchema> | Transaction<MetadataSchema>;

export type UploadRow = Selectable<Uploads>;

/**
 * An upload of the workspace, or null. Uploads by a database token are visible to tokens of the
 * same database and to wider tokens.
 */
export async function findUpload(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<UploadRow | null> {
  const [row] = await ofWorkspace.find(db, { id, workspaceId });
  return row ?? null;
}

const ofWorkspace = new PrintedStatement<
  { readonly id: string; readonly workspaceId: string },
  UploadRow
>(['id', 'workspaceId'], (db, { id, workspaceId }) =>
  db.selectFrom('uploads').selectAll().where('id', '=', id).where('workspace_id', '=', workspaceId),
);

export async function insertUpload(db: Db, row: UploadRow): Promise<void> {
  await insertion.run(db, row);
}

const insertion = new PrintedStatement<Insertable<Uploads>>(
  [
    'id',
    'workspace_id',
    'database_id',
    'finalize_token_hash',
    'mode',
    'status',
    'object_key',
    'multipart_id',
    'declared_size_bytes',
    'part_size_bytes',
    'content_type',
    'content_encoding',
    'filename',
    'checksum_sha256',
    'size_bytes',
    'created_at',
    'expires_at',
    'finalized_at',
    'consumed_by',
  ],
  (db, row) => db.insertInto('uploads').values(row),
);

/** The number of a workspace's unfinished uploads, and the bytes that their URLs permit so far. */
export async function countUnfinished(
  db: Db,
  workspaceId: string,
  now: number,
): Promise<{ readonly sessions: number; readonly bytes: number }> {
  const [row] = await unfinished.find(db, { workspaceId, now });
  return { sessions: Number(row?.sessions ?? 0), bytes: Number(row?.bytes ?? 0) };
}

const unfinished = new PrintedStatement<
  { readonly workspaceId: string; readonly now: number },
  { sessions: string | number | bigint; bytes: string | number | bigint | null }
>(['workspaceId', 'now'], (db, { workspaceId, now }) =>
  db
    .selectFrom('uploads')
    .select(({ fn }) => [
      fn.countAll().as('sessions'),
      fn.sum<string | number | bigint | null>('size_bytes').as('bytes'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'created')
    .where('expires_at', '>', now),
);

/** Changes the multipart upload for the parts of an unfinished upload. */
export async function changeMultipart(db: Db, id: string, multipartId: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ multipart_id: multipartId })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .execute();
}

/** Records that URLs for `bytes` more of an unfinished upload were issued. */
export async function allowBytes(db: Db, id: string, bytes: number): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ size_bytes: bytes })
    .where('id', '=', id)
    .where('status', '=', 'created')
    .execute();
}

/** The values of an upload after finalize. */
export interface FinalizedUpload {
  readonly id: string;
  readonly sizeBytes: number;
  readonly finalizedAt: number;
  readonly expiresAt: number;
}

/** The statement that moves an unfinished upload to `ready`, and changes no other upload. */
export const readying = (db: Kysely<MetadataSchema>, upload: FinalizedUpload): CompiledQuery =>
  finalizing.of(db, upload);

const finalizing = new PrintedStatement<FinalizedUpload>(
  ['id', 'sizeBytes', 'finalizedAt', 'expiresAt'],
  (db, { id, sizeBytes, finalizedAt, expiresAt }) =>
    db
      .updateTable('uploads')
      .set({
        status: 'ready',
        size_bytes: sizeBytes,
        finalized_at: finalizedAt,
        expires_at: expiresAt,
      })
      .where('id', '=', id)
      .where('status', '=', 'created'),
);

/** Moves a ready upload to `consumed`; returns false if the upload is not ready any more. */
export async function consumeUpload(db: Db, id: string, consumedBy: string): Promise<boolean> {
  return (await consuming.run(db, { id, consumedBy })) > 0n;
}

const consuming = new PrintedStatement<{ readonly id: string; readonly consumedBy: string }>(
  ['id', 'consumedBy'],
  (db, { id, consumedBy }) =>
    db
      .updateTable('uploads')
      .set({ status: 'consumed', consumed_by: consumedBy })
      .where('id', '=', id)
      .where('status', '=', 'ready'),
);

/**
 * States of an upload: `created` until its bytes are checked, `ready` for loading, `consumed` after
 * a load. Finalize works under a lock and changes the state in one step, so a crash leaves
 * `created`.
 */
export type UploadStatus = UploadRow['status'];

/** The object keys of some ready uploads, first by id. */
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

/** The columns of an upload for a check of the objects. */
export type CheckedUpload = Pick<
  UploadRow,
  'id' | 'workspace_id' | 'database_id' | 'object_key' | 'size_bytes'
>;

/** A page of ready uploads of all workspaces by id, after the id `after`. */
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

/** True if the upload is finalized, not loaded and not deleted. */
export async function isUploadReady(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'ready')
    .executeTakeFirst();
  return row !== undefined;
}
