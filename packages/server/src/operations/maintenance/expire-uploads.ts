import type { UploadRow } from '../../metadata/upload-store.ts';
import type { Services } from '../services.ts';

/**
 * Removes upload sessions that were not finalized in time, finalized uploads that were not loaded in time, and the
 * bytes of loaded ones. The row of a loaded upload stays for one more load window: a repeated load is answered from it.
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
    if (rows.length === 0 || signal.aborted) return removed;
    for (const row of rows) await removeUpload(services, row);
    removed += rows.length;
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
