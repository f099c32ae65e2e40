import { contentOf, type TextOptions } from '@quern/client';
import { previewCsv } from './csv-preview.ts';
import type { FoundText } from './found-text.ts';
import { headOf } from './head-of-file.ts';
import { previewJson } from './json-preview.ts';

/**
 * Expected outcome of a load, from the first bytes of a file before the upload. The load itself
 * decides by all bytes: a type may become wider, and a later row may be refused.
 */
export interface FilePreview extends FoundText {
  readonly format: 'csv' | 'json' | 'parquet';
  readonly contentType: string | undefined;
  readonly contentEncoding: 'gzip' | 'zstd' | undefined;
}

export async function previewFile(
  file: Blob & { readonly name?: string },
  text: TextOptions = {},
): Promise<FilePreview> {
  const named = contentOf(file.name ?? '');
  const contentType = named.contentType ?? (file.type === '' ? undefined : file.type);
  const { bytes, isWhole, packing } = await headOf(file);
  const contentEncoding = packing ?? named.contentEncoding;
  const said = { contentType, contentEncoding: contentEncoding as FilePreview['contentEncoding'] };
  const formatSaid = formatOf(contentType ?? '');
  if (formatSaid === 'parquet' || (formatSaid === null && startsWith(bytes, 'PAR1')))
    return { format: 'parquet', ...said, columns: [], rows: [] };
  if (bytes === null) return { format: formatSaid ?? 'csv', ...said, columns: [], rows: [] };
  const decoded = decode(bytes, text.encoding);
  const format = formatSaid ?? (/^\s*[[{]/.test(decoded) ? 'json' : 'csv');
  const usual = (contentType ?? '').includes('tab-separated-values') ? '\t' : ',';
  const found: FoundText =
    format === 'json' ? previewJson(decoded) : previewCsv(decoded, isWhole, usual, text);
  return { format, ...said, ...found };
}

/** The service uses the same rule for a content type. */
function formatOf(contentType: string): FilePreview['format'] | null {
  if (contentType.includes('parquet')) return 'parquet';
  if (contentType.includes('json')) return 'json';
  return /csv|tab-separated-values/.test(contentType) ? 'csv' : null;
}

function startsWith(bytes: Uint8Array | null, mark: string): boolean {
  return bytes !== null && String.fromCharCode(...bytes.slice(0, mark.length)) === mark;
}

function decode(bytes: Uint8Array, encoding = 'utf-8'): string {
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  const label = encoding === 'utf-16' ? (isBigEndian ? 'utf-16be' : 'utf-16le') : encoding;
  return new TextDecoder(label).decode(bytes);
}
