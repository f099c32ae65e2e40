import { closeSync, openSync, readSync } from 'node:fs';
import type { FileFormat } from './file-source.ts';
import type { CsvDelimiter } from './text-options.ts';

export interface FormatHints {
  /** The load request's own field, which takes precedence. */
  readonly format?: FileFormat | null;
  /** The upload's recorded content type. */
  readonly contentType?: string | null;
}

/**
 * The format of a decoded file, from the explicit field, then the content type, then the first
 * bytes (docs/contract/loads-and-uploads.md#formats): `PAR1` is Parquet, `{` or `[` JSON, anything
 * else CSV.
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

/** The default delimiter of a content type: a tab for TSV, otherwise a comma. */
export function csvDelimiter(contentType: string | null | undefined): CsvDelimiter {
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

export const firstBytes = (path: string, count: number) => readBytes(path, 0, count);

/**
 * Reads synchronously: in a small load, three trips to another thread would cost more than the
 * read.
 */
export function readBytes(path: string, offset: number, count: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(count);
    return buffer.subarray(0, readSync(file, buffer, 0, count, offset));
  } finally {
    closeSync(file);
  }
}
