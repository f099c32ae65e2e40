import type { Static } from 'typebox';
import { checksumAlgorithms } from '../vocabularies.ts';
import { forms } from './forms.ts';
import { integerType, stringType } from './json-types.ts';
import {
  count,
  integer,
  listOf,
  mapOf,
  oneOf,
  optionalNull,
  requestBody,
  responseBody,
  shortText,
  stated,
  text,
  textLike,
  timestamp,
} from './shapes.ts';

/** Both or none. */
const checksumInFull = {
  anyOf: [
    { properties: { checksum_algo: { type: 'null' }, checksum_value: { type: 'null' } } },
    {
      properties: { checksum_algo: { type: 'string' }, checksum_value: { type: 'string' } },
      required: ['checksum_algo', 'checksum_value'],
    },
  ],
};

export const CreateUploadRequest = requestBody(
  'CreateUploadRequest',
  {
    declared_size_bytes: optionalNull(
      stated(count('Absent: a streaming upload'), ({ uploadMaxBytes }) => ({
        maximum: uploadMaxBytes,
      })),
    ),
    part_size: optionalNull(count('A hint in bytes, clamped')),
    content_type: optionalNull(shortText(1024)),
    content_encoding: optionalNull(textLike(forms.encoding, '`gzip`, `zstd` or `identity`')),
    filename: optionalNull(shortText(1024, 'Advisory')),
    checksum_algo: optionalNull(oneOf(checksumAlgorithms)),
    checksum_value: optionalNull(textLike(forms.sha256, 'Hexadecimal; pairs with `checksum_algo`')),
  },
  { 'x-stated': checksumInFull },
);
export type CreateUploadRequest = Static<typeof CreateUploadRequest>;

export const UploadSessionResponse = responseBody('UploadSessionResponse', {
  upload_id: text(),
  finalize_token: text('Shown once; finalize and mint need it'),
  mode: text('single or multipart'),
  url: optionalNull(text('single only: where to PUT')),
  part_urls: optionalNull(
    listOf(text(), { description: 'multipart of known size only, ascending' }),
  ),
  part_size: optionalNull(count('multipart only: bytes of every part but the last')),
  headers: mapOf(stringType(), 'To send with every PUT'),
});
export type UploadSessionResponse = Static<typeof UploadSessionResponse>;

export const BatchCreateUploadRequest = requestBody('BatchCreateUploadRequest', {
  uploads: listOf(CreateUploadRequest, { minItems: 1, maxItems: 100 }),
});
export type BatchCreateUploadRequest = Static<typeof BatchCreateUploadRequest>;

export const BatchCreateUploadResponse = responseBody('BatchCreateUploadResponse', {
  uploads: listOf(UploadSessionResponse, { description: 'In the order of the request' }),
});
export type BatchCreateUploadResponse = Static<typeof BatchCreateUploadResponse>;

const partNumber = integerType({ minimum: 1 });

export const MintUploadPartsRequest = requestBody('MintUploadPartsRequest', {
  part_numbers: stated(listOf(partNumber, { minItems: 1 }), { maxItems: 100, uniqueItems: true }),
});
export type MintUploadPartsRequest = Static<typeof MintUploadPartsRequest>;

export const MintedUploadPartResponse = responseBody('MintedUploadPartResponse', {
  part_number: integer(),
  url: text('Short-lived'),
});
export type MintedUploadPartResponse = Static<typeof MintedUploadPartResponse>;

export const MintUploadPartsResponse = responseBody('MintUploadPartsResponse', {
  parts: listOf(MintedUploadPartResponse, { description: 'Ascending' }),
});
export type MintUploadPartsResponse = Static<typeof MintUploadPartsResponse>;

export const FinalizeUploadPart = requestBody('FinalizeUploadPart', {
  part_number: partNumber,
  e_tag: text('The ETag header of that PUT, as it came'),
});
export type FinalizeUploadPart = Static<typeof FinalizeUploadPart>;

export const FinalizeUploadRequest = requestBody('FinalizeUploadRequest', {
  parts: optionalNull(listOf(FinalizeUploadPart, { description: 'multipart only' })),
});
export type FinalizeUploadRequest = Static<typeof FinalizeUploadRequest>;

export const FinalizeUploadResponse = responseBody('FinalizeUploadResponse', {
  upload_id: text(),
  status: text('ready'),
  size_bytes: integer('As counted'),
  created_at: timestamp(),
  content_type: optionalNull(text()),
});
export type FinalizeUploadResponse = Static<typeof FinalizeUploadResponse>;
