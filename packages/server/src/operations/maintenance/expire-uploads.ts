import { resourceLocked } from '../../kernel/errors.ts';
import type { UploadRow } from '../../metadata/upload-store.ts';
import type { Services } from '../services.ts';
import { withLock } from '../with-lock.ts';

/**
 * Removes upload sessions that were not finalized in time, finalized uploads that were not loaded in time, and the
 * bytes of loaded ones. The row of a loaded upload stays for one more load window: a repeated load is answered from it.
 * One that is being finalized or loaded just now is left to the next sweep.
 */
export async function expireUploads(services: Services, signal: AbortSignal): Promise<number> {
  const { metadata, clock } = services;
  let removed = 0;
  for (;;) {
    const rows = await metadata.db
      .selectFrom('uploads')
      .selectAll()
      .where('expires_at', '<=', clock.now())
      .orderBy('expires_at')
      .limit(100)
      .execute();
    const before = removed;
    for (const row of rows) if (await expireUpload(services, row)) removed += 1;
    if (removed === before || signal.aborted) return removed;
  }
}

/** False when somebody works with it, or has just moved it on. */
async function expireUpload(services: Services, found: UploadRow): Promise<boolean> {
  const { metadata, clock } = services;
  const busy = resourceLocked('the upload is in use');
  try {
    return await withLock(
      services,
      `upload:${found.id}`,
      () => busy,
      async () => {
        const row = await metadata.db.selectFrom('uploads').selectAll().where('id', '=', found.id).executeTakeFirst();
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

/** The bytes go first: a row without bytes is found again by the next sweep, bytes without a row are not. */
export async function removeUpload({ metadata, objects }: Services, row: UploadRow): Promise<void> {
  if (row.status === 'created') {
    if (row.multipart_id !== null) await objects.abortMultipart(row.object_key, row.multipart_id);
    else await objects.discardPut(row.object_key);
  }
  await objects.delete([row.object_key]);
  await metadata.db.deleteFrom('uploads').where('id', '=', row.id).where('status', '=', row.status).execute();
}
