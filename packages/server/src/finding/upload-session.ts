import { createHash, timingSafeEqual } from 'node:crypto';
import type { CreateUploadRequest, UploadSessionResponse } from '@quern/contract';
import type { HasSettings } from '../config/settings.ts';
import type { HasClock } from '../kernel/clock.ts';
import { badRequest, notFound, overloaded } from '../kernel/errors.ts';
import { newId, newSecret } from '../kernel/ids.ts';
import { printable } from '../lake/identifiers.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import {
  countUnfinished,
  findUpload,
  insertUpload,
  type UploadRow,
} from '../metadata/upload-store.ts';
import { uploadKey } from '../objects/keys.ts';
import type { HasObjects } from '../objects/object-store.ts';
import { uploadParts } from '../scope/limits.ts';
import type { Scope } from '../scope/principal.ts';
import { requireDatabaseOfToken } from './find-database.ts';
import type { HasRemembered } from './remembered-rows.ts';

/** The validated plan of one upload, before anything is created. */
export interface UploadPlan {
  readonly mode: 'single' | 'multipart';
  readonly declaredSizeBytes: number | null;
  readonly partSizeBytes: number | null;
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
  readonly filename: string | null;
  readonly checksumSha256: string | null;
}

const encodings = ['gzip', 'zstd'] as const;

/** Checks a create request. Throws 400 before any effect. */
export function planUpload(services: HasSettings, request: CreateUploadRequest): UploadPlan {
  const { uploadMaxBytes, uploadSingleMaxBytes } = services.settings;
  const declared = request.declared_size_bytes ?? null;
  if (declared !== null && declared > uploadMaxBytes) {
    throw badRequest(
      `The file has ${declared} bytes; an upload takes ${uploadMaxBytes} at most. Split it and load the pieces with mode 'append'`,
    );
  }
  const single = declared !== null && declared <= uploadSingleMaxBytes;
  return {
    mode: single ? 'single' : 'multipart',
    declaredSizeBytes: declared,
    partSizeBytes: single ? null : partSize(request.part_size ?? null, declared ?? uploadMaxBytes),
    contentType: shortText(request.content_type, 'content_type'),
    contentEncoding: readEncoding(request.content_encoding),
    filename: shortText(request.filename, 'filename'),
    checksumSha256: readChecksum(request),
  };
}

/** The hint within S3's bounds, raised until `sizeBytes` fits into the largest number of parts. */
function partSize(hint: number | null, sizeBytes: number): number {
  const least = Math.ceil(sizeBytes / uploadParts.maxCount);
  return Math.min(
    Math.max(hint || uploadParts.defaultBytes, uploadParts.minBytes, least),
    uploadParts.maxBytes,
  );
}

/** The number of parts of an upload: exact for a known size, otherwise the maximum. */
export function partCount(
  services: HasSettings,
  upload: Pick<UploadRow, 'declared_size_bytes' | 'part_size_bytes'>,
): number {
  const sizeBytes = upload.declared_size_bytes ?? services.settings.uploadMaxBytes;
  return Math.min(
    Math.max(Math.ceil(sizeBytes / (upload.part_size_bytes ?? 1)), 1),
    uploadParts.maxCount,
  );
}

/**
 * Throws 429 where the workspace would exceed its unfinished uploads, or their bytes. Unfinished
 * uploads occupy the service's disk until finalize or the end of their session.
 */
export async function assertRoomForUploads(
  services: HasClock & HasMetadata & HasSettings,
  workspaceId: string,
  more: { readonly sessions: number; readonly bytes: number },
): Promise<void> {
  const { metadata, clock, settings } = services;
  const held = await countUnfinished(metadata.db, workspaceId, clock.now());
  const { uploadSessions, uploadPendingBytes } = settings;
  if (held.sessions + more.sessions > uploadSessions) {
    throw overloaded(
      `This workspace has ${held.sessions} unfinished uploads, and ${uploadSessions} are the most; finalize some, or wait until their sessions end`,
      60,
    );
  }
  if (more.bytes > 0 && held.bytes + more.bytes > uploadPendingBytes) {
    throw overloaded(
      `The unfinished uploads of this workspace may hold ${held.bytes} bytes, and ${uploadPendingBytes} are the most; finalize some, or wait until their sessions end`,
      60,
    );
  }
}

/**
 * Creates the session: the row, and for multipart the store's upload. Only the answer contains the
 * token's text.
 */
export async function createSession(
  services: HasClock & HasMetadata & HasObjects & HasRemembered & HasSettings,
  scope: Scope,
  plan: UploadPlan,
  publicUrl: string,
): Promise<UploadSessionResponse> {
  const { settings, objects, clock, metadata } = services;
  await requireDatabaseOfToken(services, scope);
  const now = clock.now();
  const id = newId('upload');
  const objectKey = uploadKey(id);
  const finalizeToken = newSecret('fin_');
  const partBytes = plan.partSizeBytes ?? undefined;
  const multipartId =
    plan.mode === 'multipart' ? await objects.createMultipart(objectKey, partBytes) : null;
  const row: UploadRow = {
    id,
    workspace_id: scope.workspaceId,
    database_id: scope.principal.databaseId,
    finalize_token_hash: hashFinalizeToken(finalizeToken),
    mode: plan.mode,
    status: 'created',
    object_key: objectKey,
    multipart_id: multipartId,
    declared_size_bytes: plan.declaredSizeBytes,
    part_size_bytes: plan.partSizeBytes,
    content_type: plan.contentType,
    content_encoding: plan.contentEncoding,
    filename: plan.filename,
    checksum_sha256: plan.checksumSha256,
    size_bytes: plan.declaredSizeBytes ?? 0,
    created_at: now,
    expires_at: now + settings.uploadSessionS * 1000,
    finalized_at: null,
    consumed_by: null,
  };
  await insertUpload(metadata.db, row);
  return {
    upload_id: id,
    finalize_token: finalizeToken,
    mode: plan.mode,
    ...(await sessionUrls(services, row, publicUrl)),
    headers: {},
  };
}

async function sessionUrls(
  services: HasClock & HasObjects & HasSettings,
  row: UploadRow,
  publicUrl: string,
) {
  if (row.mode === 'single') {
    const expiresAt = services.clock.now() + services.settings.uploadUrlS * 1000;
    const maxBytes = row.declared_size_bytes ?? 0;
    return {
      url: await services.objects.presignPut(row.object_key, { expiresAt, publicUrl, maxBytes }),
    };
  }
  const part_size = row.part_size_bytes ?? uploadParts.defaultBytes;
  if (row.declared_size_bytes === null) return { part_size };
  const numbers = Array.from({ length: partCount(services, row) }, (_, index) => index + 1);
  return { part_size, part_urls: await presignParts(services, row, numbers, publicUrl) };
}

export async function presignParts(
  services: HasClock & HasObjects & HasSettings,
  row: UploadRow,
  numbers: readonly number[],
  publicUrl: string,
): Promise<string[]> {
  const { objects, clock, settings } = services;
  const options = {
    expiresAt: clock.now() + settings.uploadUrlS * 1000,
    publicUrl,
    maxBytes: row.part_size_bytes ?? uploadParts.maxBytes,
  };
  return Promise.all(
    numbers.map((number) =>
      objects.presignPart(row.object_key, row.multipart_id ?? '', number, options),
    ),
  );
}

/**
 * The open or finalized session for the caller's token. Throws 400 without a token, and 404 for a
 * wrong token.
 */
export async function requireSession(
  services: HasClock & HasMetadata & HasRemembered,
  scope: Scope,
  uploadId: string,
  token: string | undefined,
): Promise<UploadRow> {
  if (token === undefined || token === '')
    throw badRequest('the X-Upload-Finalize-Token header is required');
  await requireDatabaseOfToken(services, scope);
  const missing = () =>
    notFound(`Upload ${printable(uploadId)} not found, or its finalize token does not match`);
  const row = await findUpload(services.metadata.db, scope.workspaceId, uploadId);
  if (!row || !sameText(row.finalize_token_hash, hashFinalizeToken(token))) throw missing();
  const { databaseId } = scope.principal;
  if (databaseId !== null && row.database_id !== databaseId) throw missing();
  if (row.status === 'created' && row.expires_at <= services.clock.now()) throw missing();
  return row;
}

function hashFinalizeToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function sameText(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

function readEncoding(text: string | null | undefined): string | null {
  const encoding = text?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return null;
  const known = encodings.find((candidate) => candidate === encoding);
  if (!known)
    throw badRequest(
      `'content_encoding' ${printable(encoding)} is not supported; use ${encodings.join(', ')} or none`,
    );
  return known;
}

function readChecksum(request: CreateUploadRequest): string | null {
  const algorithm = request.checksum_algo ?? null;
  const value = request.checksum_value ?? null;
  if ((algorithm === null) !== (value === null))
    throw badRequest("'checksum_algo' and 'checksum_value' go together");
  if (value === null) return null;
  if (!/^[0-9a-fA-F]{64}$/.test(value))
    throw badRequest("'checksum_value' is not a SHA-256 in 64 hexadecimal digits");
  return value.toLowerCase();
}

function shortText(text: string | null | undefined, field: string): string | null {
  if (text === null || text === undefined || text === '') return null;
  if (text.length > 1024) throw badRequest(`'${field}' is longer than 1024 characters`);
  return text;
}
