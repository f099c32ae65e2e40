import type { HasSettings } from '../../config/settings.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import {
  assertRoomForUploads,
  partCount,
  presignParts,
  requireSession,
} from '../../finding/upload-session.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest } from '../../kernel/errors.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { allowBytes, type UploadRow } from '../../metadata/upload-store.ts';
import type { HasObjects } from '../../objects/object-store.ts';
import { uploadParts } from '../../scope/limits.ts';
import type { Operation } from '../operation.ts';

/** New URLs for parts, in ascending order; an uploaded part may get a URL and be sent again. */
export const mintUploadParts: Operation<
  'uploads.mintParts',
  HasClock & HasMetadata & HasObjects & HasRemembered & HasSettings
> = async (services, request) => {
  const { scope, params, headers, body, publicUrl } = request;
  const row = await requireSession(
    services,
    scope,
    params.upload_id,
    headers['x-upload-finalize-token'],
  );
  if (row.mode !== 'multipart')
    throw badRequest('This upload has no parts: it is sent with one PUT to its url');
  if (row.status !== 'created')
    throw badRequest('This upload is finalized; it takes no more parts');
  const numbers = [...body.part_numbers].sort((left, right) => left - right);
  const most = partCount(services, row);
  if (numbers.length > uploadParts.maxMinted) {
    throw badRequest(
      `${numbers.length} part numbers are too many; ask for ${uploadParts.maxMinted} at most in one call`,
    );
  }
  numbers.forEach((number, index) => {
    if (number > most)
      throw badRequest(
        `Part number ${number} is out of range; this upload has at most ${most} parts`,
      );
    if (number === numbers[index - 1]) throw badRequest(`Part number ${number} is given twice`);
  });
  await takeRoom(services, row, numbers.at(-1) ?? 0);
  const urls = await presignParts(services, row, numbers, publicUrl);
  const parts = numbers.map((number, index) => ({ part_number: number, url: urls[index] ?? '' }));
  return { status: 200, body: { parts } };
};

/**
 * A streaming upload counts bytes as its parts are requested; an upload of known size counts at
 * once.
 */
async function takeRoom(
  services: HasClock & HasMetadata & HasSettings,
  row: UploadRow,
  lastPart: number,
): Promise<void> {
  const allowed = row.size_bytes ?? 0;
  const wanted = Math.min(lastPart * (row.part_size_bytes ?? 0), services.settings.uploadMaxBytes);
  if (row.declared_size_bytes !== null || wanted <= allowed) return;
  await assertRoomForUploads(services, row.workspace_id, { sessions: 0, bytes: wanted - allowed });
  await allowBytes(services.metadata.db, row.id, wanted);
}
