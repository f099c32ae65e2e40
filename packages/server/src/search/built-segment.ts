import type { ColumnStatistics } from '../engine/ingest/file-statistics.ts';

/** A file built from a data file for an index, below `spoolDir`, synced. */
export interface BuiltSegment {
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** The number of rows, for a segment with some of the file's rows. */
  readonly rowCount?: number;
  /** The bounds of these rows' values, by the ids of the index's columns. */
  readonly bounds?: SegmentBounds;
  /** Rows whose text has no vector yet, for an index on texts. */
  readonly waitingRows?: number;
  /** The vectors of the file's rows in the form of the generated column, for an index on texts. */
  readonly vectors?: Omit<BuiltSegment, 'vectors'>;
}

export type SegmentBounds = Readonly<Record<number, ColumnStatistics | undefined>>;
