import type { FileSource, InspectedColumn } from './file-source.ts';
import type { ColumnSource } from './type-evolution.ts';

/** Rows of an uploaded file, with the columns of their target. */
export interface IncomingRows {
  readonly source: FileSource;
  readonly columns: readonly InspectedColumn[];
  readonly target: readonly ColumnSource[];
}
