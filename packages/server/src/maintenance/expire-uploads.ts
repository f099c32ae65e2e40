import type { HasClock } from '../kernel/clock.ts';
import { resourceLocked } from '../kernel/errors.ts';
import type { LockServices } from '../locking/with-lock.ts';
import { withLock } from '../locking/with-lock.ts';
import { uploadLock } from '../metadata/lock-names.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { pages } from '../metadata/sweep-rows.ts';
import type { UploadRow } from '../metadata/upload-store.ts';
import type { HasObjects } from '../objects/object-store.ts';

/** Each takes a lock and a removal from the object store. */
const uploadsPerStep = 100;

/**
 * Removes upload sessions not finalized in time, finalized uploads not loaded in time, and loaded
 * uploads after the end of their load window: until then the row answers repeated loads. (Bytes of
 * loaded uploads are collected earlier.) An upload under finalize or load is left to the next
 * sweep.
 */
export async function expireUploads(
  services: LockServices & HasClock & HasMetadata & HasObjects,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (const status of ['created', 'ready', 'consumed'] as const) {
    const expired = pages(signal, (after: UploadRow | undefined) =>
      expiredUploads(services, status, after),
    );
    for await (const rows of expired) {
      for (const row of rows) if (await expireUpload(services, row)) removed += 1;
    }
  }
  return removed;
}

function expiredUploads(
  { metadata, clock }: HasClock & HasMetadata,
  status: UploadRow['status'],
  after: UploadRow | undefined,
) {
  let query = metadata.db
    .selectFrom('uploads')
    .selectAll()
    .where('status', '=', status)
    .where('expires_at', '<=', clock.now());
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb('expires_at', '>', after.expires_at),
        eb.and([eb('expires_at', '=', after.expires_at), eb('id', '>', after.id)]),
      ]),
    );
  }
  return query.orderBy('expires_at').orderBy('id').limit(uploadsPerStep).execute();
}

/** Returns false if the upload is in use, or has just changed its state. */
async function expireUpload(
  services: LockServices & HasClock & HasMetadata & HasObjects,
  found: UploadRow,
): Promise<boolean> {
  const { metadata, clock } = services;
  const busy = resourceLocked('the upload is in use');
  try {
    return await withLock(
      services,
      uploadLock(found.id),
      () => busy,
      async () => {
        const row = await metadata.db
          .selectFrom('uploads')
          .selectAll()
          .where('id', '=', found.id)
          .executeTakeFirst();
        if (!row || row.expires_at > clock.now()) return false;
        await removeUpload(services, row);
        return true;
      },
    );
  } catch (error) {
    if (error === busy) return false;
    throw error;
  }
}

/**
 * The bytes go first: a row without bytes is found again by the next sweep, bytes without a row are
 * not.
 */
export async function removeUpload(
  { metadata, objects }: HasMetadata & HasObjects,
  row: UploadRow,
): Promise<void> {
  if (row.status === 'created') {
    if (row.multipart_id !== null) await objects.abortMultipart(row.object_key, row.multipart_id);
    else await objects.discardPut(row.object_key);
  }
  await objects.delete([row.object_key]);
  await metadata.db
    .deleteFrom('uploads')
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .execute();
}
