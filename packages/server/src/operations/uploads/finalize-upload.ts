import { createHash } from 'node:crypto';
import type { FinalizeUploadRequest } from '@quern/contract';
import type { HasSettings } from '../../config/settings.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import { partCount, requireSession } from '../../finding/upload-session.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { toTimestamp } from '../../kernel/clock.ts';
import { badRequest, notFound, QuernError, resourceLocked } from '../../kernel/errors.ts';
import type { LockServices } from '../../locking/with-lock.ts';
import { type HeldLock, withLock } from '../../locking/with-lock.ts';
import { uploadLock } from '../../metadata/lock-names.ts';
import { givenUp } from '../../metadata/locks.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import {
  changeMultipart,
  findUpload,
  readying,
  type UploadRow,
} from '../../metadata/upload-store.ts';
import type { HasObjects } from '../../objects/object-store.ts';
import {
  MultipartMissingError,
  type ObjectInfo,
  ObjectMissingError,
  PartError,
} from '../../objects/object-store.ts';
import { uploadParts } from '../../scope/limits.ts';
import type { Operation } from '../operation.ts';

/**
 * Freezes the bytes, checks them against the declaration, and makes the upload loadable. Works
 * once: a second call is 400. After a crash or a refusal of the bytes the session stays open.
 */
export const finalizeUpload: Operation<
  'uploads.finalize',
  HasClock & HasMetadata & HasObjects & HasRemembered & HasSettings & LockServices
> = async (services, { scope, params, headers, body }) => {
  const session = await requireSession(
    services,
    scope,
    params.upload_id,
    headers['x-upload-finalize-token'],
  );
  refuseFinalized(session);
  const busy = () => resourceLocked('This upload is being finalized by another call');
  return withLock(services, uploadLock(session.id), busy, async (lock) => {
    const row = await requireSession(
      services,
      scope,
      params.upload_id,
      headers['x-upload-finalize-token'],
    );
    refuseFinalized(row);
    const stored = await freezeBytes(services, row, body ?? {});
    try {
      await checkBytes(services, row, stored);
    } catch (error) {
      // A read error does not refuse the bytes; without the lock, another call judges them.
      const refused = error instanceof QuernError && error.code === 'BAD_REQUEST';
      if (refused && !lock.signal.aborted) {
        await services.metadata.transaction((trx) => lock.assertHeld(trx));
        await services.objects.delete([row.object_key]);
        if (row.mode === 'multipart') await takePartsAnew(services, row, lock);
      }
      throw error;
    }
    const now = services.clock.now();
    const finalized = {
      id: row.id,
      sizeBytes: stored.sizeBytes,
      finalizedAt: now,
      expiresAt: now + services.settings.uploadLoadWindowS * 1000,
    };
    if (!(await lock.endWith([readying(services.metadata.db, finalized)]))) {
      if (await findUpload(services.metadata.db, scope.workspaceId, row.id)) throw givenUp();
      throw notFound('The upload was deleted while it was being finalized; start a new one');
    }
    return {
      status: 200,
      body: {
        upload_id: row.id,
        status: 'ready',
        size_bytes: stored.sizeBytes,
        created_at: toTimestamp(row.created_at),
        content_type: row.content_type,
      },
    };
  });
};

/** Assembly consumed the parts; new part URLs belong to a new object. */
async function takePartsAnew(
  services: HasMetadata & HasObjects,
  row: UploadRow,
  lock: HeldLock,
): Promise<void> {
  const key = row.object_key;
  const multipartId = await services.objects.createMultipart(key, row.part_size_bytes ?? undefined);
  await services.metadata.transaction(async (trx) => {
    await lock.assertHeld(trx);
    await changeMultipart(trx, row.id, multipartId);
  });
}

function refuseFinalized(row: UploadRow): void {
  if (row.status !== 'created')
    throw badRequest('This upload is finalized already; a session is finalized once');
}

async function freezeBytes(
  services: HasObjects & HasSettings,
  row: UploadRow,
  body: FinalizeUploadRequest,
): Promise<ObjectInfo> {
  const given = body.parts ?? null;
  try {
    if (row.mode === 'single') {
      if (given !== null && given.length > 0)
        throw badRequest("'parts' does not go with a single upload; leave it out");
      return await services.objects.acceptPut(row.object_key);
    }
    const parts = readParts(services, row, given ?? []);
    return await services.objects.completeMultipart(row.object_key, row.multipart_id ?? '', parts);
  } catch (error) {
    if (error instanceof ObjectMissingError)
      throw badRequest('Nothing was uploaded yet: PUT the file to the url first');
    if (error instanceof MultipartMissingError)
      throw badRequest('This upload cannot be finalized any more; start a new one');
    if (error instanceof PartError) throw badRequest(error.message);
    throw error;
  }
}

function readParts(
  services: HasSettings,
  row: UploadRow,
  given: NonNullable<FinalizeUploadRequest['parts']>,
) {
  if (given.length === 0)
    throw badRequest("'parts' is required for a multipart upload: every part's number and e_tag");
  const most = partCount(services, row);
  given.forEach((part, index) => {
    if (part.part_number !== index + 1) {
      throw badRequest(
        `'parts' must list every part from 1 on in ascending order; ${index + 1} is missing or out of place`,
      );
    }
  });
  if (given.length > most || given.length > uploadParts.maxCount) {
    throw badRequest(`'parts' lists ${given.length} parts; this upload has at most ${most}`);
  }
  return given.map((part) => ({ partNumber: part.part_number, etag: part.e_tag }));
}

async function checkBytes(
  services: HasObjects & HasSettings,
  row: UploadRow,
  stored: ObjectInfo,
): Promise<void> {
  const { uploadMaxBytes } = services.settings;
  const declared = row.declared_size_bytes;
  if (declared !== null && stored.sizeBytes !== declared) {
    throw badRequest(
      `The uploaded file has ${stored.sizeBytes} bytes, but ${declared} were declared`,
    );
  }
  if (declared === null && stored.sizeBytes === 0) throw badRequest('The uploaded file is empty');
  if (stored.sizeBytes > uploadMaxBytes) {
    throw badRequest(
      `The uploaded file has ${stored.sizeBytes} bytes; an upload takes ${uploadMaxBytes} at most`,
    );
  }
  if (row.checksum_sha256 === null) return;
  const hash = createHash('sha256');
  for await (const chunk of await services.objects.read(row.object_key))
    hash.update(chunk as Buffer);
  if (hash.digest('hex') !== row.checksum_sha256) {
    throw badRequest(
      'The uploaded file does not have the declared SHA-256 checksum; upload it again',
    );
  }
}
