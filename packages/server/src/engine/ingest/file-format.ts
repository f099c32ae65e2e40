import { closeSync, openSync, readSync } from 'node:fs';
import { badRequest } from '../../kernel/errors.ts';
import type { FileFormat } from './file-source.ts';

export interface FormatHints {
  /** The load request's own field; it wins. */
  readonly format?: FileFormat | null;
  /** The upload's recorded content type. */
  readonly contentType?: string | null;
}

/**
 * The format of a decoded file: the explicit field, then the content type, then its first bytes
 * (docs/contract/loads-and-uploads.md#formats):
 * `PAR1` is Parquet, `{` or `[` JSON, anything else CSV.
 */
export async function detectFormat(path: string, hints: FormatHints): Promise<FileFormat> {
  return (
    hints.format ??
    formatOfContentType(hints.contentType ?? '') ??
    formatOfBytes(firstBytes(path, 1024))
  );
}

function formatOfContentType(contentType: string): FileFormat | null {
  const type = contentType.toLowerCase();
  if (type.includes('parquet')) return 'parquet';
  if (type.includes('json')) return 'json';
  return type.includes('csv') || isTabSeparated(type) ? 'csv' : null;
}

/** Tab for `text/tab-separated-values`, else comma (docs/contract/loads-and-uploads.md#csv). */
export function csvDelimiter(contentType: string | null | undefined): ',' | '\t' {
  return isTabSeparated((contentType ?? '').toLowerCase()) ? '\t' : ',';
}

function isTabSeparated(contentType: string): boolean {
  return contentType.includes('tab-separated-values');
}

function formatOfBytes(bytes: Buffer): FileFormat {
  if (bytes.subarray(0, 4).toString('latin1') === 'PAR1') return 'parquet';
  const first = bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()[0];
  return first === '{' || first === '[' ? 'json' : 'csv';
}

/**
 * Throws BAD_REQUEST for content that is plainly another format than CSV, which has no mark of its
 * own.
 */
export async function refuseBinaryCsv(path: string): Promise<void> {
  const bytes = firstBytes(path, 4);
  const found = binaryKinds.find(([mark]) => bytes.subarray(0, mark.length).equals(mark));
  if (found !== undefined) throw badRequest(`The file is ${found[1]}, not CSV; ${found[2]}`);
}

const compressed = 'say so in content_encoding, or upload the plain file';
const binaryKinds: readonly (readonly [mark: Buffer, kind: string, advice: string])[] = [
  [Buffer.from('PAR1'), 'Parquet', "load it with format 'parquet'"],
  [Buffer.of(0x1f, 0x8b), 'gzip', compressed],
  [Buffer.of(0x28, 0xb5, 0x2f, 0xfd), 'zstd', compressed],
  [
    Buffer.from('PK\x03\x04', 'latin1'),
    'a zip archive or a spreadsheet',
    'upload each file that is in it, or the spreadsheet saved as CSV',
  ],
];

/** In line: of a small load three trips to another thread would be more than the read. */
export function firstBytes(path: string, count: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(count);
    return buffer.subarray(0, readSync(file, buffer, 0, count, 0));
  } finally {
    closeSync(file);
  }
}
