/**
 * A result is encoded slice by slice, each a task of its own, so that a slow client holds no
 * worker.
 */
import type { ResultColumn } from '../types/result-columns.ts';
import type { TextFormat } from './row-text.ts';

/** Parquet is not among them: it is the stored object, unchanged. */
export type EncodedFormat = TextFormat | 'arrow';

export interface EncodeRequest {
  /** Local path of the result's Parquet object. */
  readonly path: string;
  readonly columns: readonly ResultColumn[];
  readonly format: EncodedFormat;
  /** First row of the slice, in file order. */
  readonly offset: number;
  /**
   * Rows still wanted from `offset` on, within the result; the slice takes as many as fit
   * `targetBytes`, at least one.
   */
  readonly limit: number;
  /** What the slice should measure at most, estimated from above: bytes of text or of Arrow. */
  readonly targetBytes: number;
  /**
   * JSON: refused before anything is made of it where all rows still wanted are more than so many
   * bytes for sure.
   */
  readonly refuseAbove?: number;
  /** Whether the body begins here: CSV and Markdown headers, the Arrow schema message. */
  readonly first: boolean;
}

/**
 * The bytes of a slice: `bytes`, then the file when there is one. Slices in order are the body; of
 * JSON they are rows between commas, with a comma to write between slices and brackets around.
 */
export interface EncodedSlice {
  readonly rowCount: number;
  readonly bytes: Uint8Array;
  /** Under the worker's spool directory; whoever asked for the slice deletes it. */
  readonly file?: { readonly path: string; readonly sizeBytes: number };
}

export function sliceBytes(slice: {
  readonly bytes: Uint8Array;
  readonly file?: { readonly sizeBytes: number };
}): number {
  return slice.bytes.length + (slice.file?.sizeBytes ?? 0);
}
