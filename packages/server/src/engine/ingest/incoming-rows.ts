import type { FileSource, InspectedColumn } from './file-source.ts';
import type { ColumnSource } from './type-evolution.ts';

/** Rows of an uploaded file, with the columns that they are to have. */
export interface IncomingRows {
  readonly source: FileSource;
  readonly columns: readonly InspectedColumn[];
  readonly target: readonly ColumnSource[];
}
