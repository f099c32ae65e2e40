import { defineEndpoints } from '../endpoint.ts';
import { badRequest, notFound, presignUnsupported } from '../errors.ts';
import { forms } from '../schemas/forms.ts';
import { parameters, textLike } from '../schemas/shapes.ts';
import {
  BatchCreateUploadRequest,
  BatchCreateUploadResponse,
  CreateUploadRequest,
  FinalizeUploadRequest,
  FinalizeUploadResponse,
  MintUploadPartsRequest,
  MintUploadPartsResponse,
  UploadSessionResponse,
} from '../schemas/uploads.ts';

const finalizeToken = parameters({
  'x-upload-finalize-token': textLike(forms.header, '`finalize_token` of the session'),
});

export const uploadEndpoints = defineEndpoints('Uploads', {
  'uploads.create': {
    method: 'POST',
    path: '/v1/uploads',
    summary: 'Create an upload session',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'uploads:write',
    body: { schema: CreateUploadRequest, required: true },
    responses: { 201: { description: 'The session with its URLs', schema: UploadSessionResponse } },
    errors: [badRequest('too large, or an unsupported checksum or encoding'), presignUnsupported],
  },
  'uploads.createBatch': {
    method: 'POST',
    path: '/v1/uploads/batch',
    summary: 'Create up to 100 upload sessions, all or none',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'uploads:write',
    body: { schema: BatchCreateUploadRequest, required: true },
    responses: {
      201: { description: 'The sessions, in order', schema: BatchCreateUploadResponse },
    },
    errors: [badRequest('one of the files is refused; no session was created'), presignUnsupported],
  },
  'uploads.mintParts': {
    method: 'POST',
    path: '/v1/uploads/{upload_id}/parts',
    summary: 'Mint short-lived URLs of parts',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'uploads:write',
    headers: finalizeToken,
    body: { schema: MintUploadPartsRequest, required: true },
    responses: { 200: { description: 'The URLs, ascending', schema: MintUploadPartsResponse } },
    errors: [
      badRequest(
        'the token header is missing, bad or too many part numbers, or no multipart upload',
      ),
      notFound('no such session, or the token is not its own'),
      presignUnsupported,
    ],
  },
  'uploads.finalize': {
    method: 'POST',
    path: '/v1/uploads/{upload_id}/finalize',
    summary: 'Finalize an upload, exactly once',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'uploads:write',
    headers: finalizeToken,
    body: { schema: FinalizeUploadRequest, required: false },
    responses: { 200: { description: 'Ready to load', schema: FinalizeUploadResponse } },
    errors: [
      badRequest(
        'the token header is missing, size, parts or checksum differ, the file is missing, or a second time',
      ),
      notFound('no such session, or the token is not its own'),
    ],
  },
});
