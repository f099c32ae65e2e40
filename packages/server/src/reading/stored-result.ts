import type { StoredFile } from '../engine/engine.ts';
import type { ResultColumn } from '../engine/types/result-columns.ts';
import { notFound } from '../kernel/errors.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import { type ResultRow, readResultBytes } from '../metadata/result-store.ts';

/**
 * The Parquet file of a ready result: an object, or content from the metadata with the result's id
 * as key. Throws 404 for a result that was just removed.
 */
export async function resultFile({ metadata }: HasMetadata, row: ResultRow): Promise<StoredFile> {
  const { id, object_key, size_bytes, checksum, kept_as } = row;
  const subject = `result '${id}'`;
  const sums = { sizeBytes: size_bytes ?? undefined, checksum: checksum ?? undefined };
  if (object_key !== null) return { key: object_key, subject, ...sums };
  const bytes = await readResultBytes(metadata.db, id);
  if (!bytes) throw notFound(`Result '${id}' not found`);
  if (kept_as !== 'rows') return { key: id, subject, ...sums, content: { bytes } };
  // A file made of rows differs each time, and has no checksum.
  const columns = JSON.parse(row.columns ?? '[]') as ResultColumn[];
  return { key: id, subject, content: { rows: bytes, columns, rowCount: row.row_count ?? 0 } };
}
