/**
 * A result is encoded slice by slice, each slice in a task of its own, so a slow client occupies no
 * worker.
 */
import type { ResultColumn } from '../types/result-columns.ts';
import type { TextFormat } from './row-text.ts';

/** Parquet is absent: the response is the stored object, unchanged. */
export type EncodedFormat = TextFormat | 'arrow';

export interface EncodeRequest {
  /** Local path of the result's Parquet object. */
  readonly path: string;
  readonly columns: readonly ResultColumn[];
  readonly format: EncodedFormat;
  /** First row of the slice, in file order. */
  readonly offset: number;
  /**
   * The remaining rows from `offset` on, within the result. The slice takes as many rows as fit
   * `targetBytes`, at least one.
   */
  readonly limit: number;
  /** The largest size of the slice, estimated from above, in bytes of text or Arrow. */
  readonly targetBytes: number;
  /**
   * A limit for JSON: the task refuses before any encoding when the remaining rows certainly exceed
   * the given bytes.
   */
  readonly refuseAbove?: number;
  /** The body begins with the slice: CSV and Markdown headers, the Arrow schema message. */
  readonly first: boolean;
}

/**
 * The bytes of a slice: `bytes`, then the file if present. Slices in order make the body. JSON
 * slices are rows between commas, with a comma to write between slices and brackets around.
 */
export interface EncodedSlice {
  readonly rowCount: number;
  readonly bytes: Uint8Array;
  /**
   * The file is under the worker's spool directory. The requester of the slice deletes the file.
   */
  readonly file?: { readonly path: string; readonly sizeBytes: number };
}

export function sliceBytes(slice: {
  readonly bytes: Uint8Array;
  readonly file?: { readonly sizeBytes: number };
}): number {
  return slice.bytes.length + (slice.file?.sizeBytes ?? 0);
}
