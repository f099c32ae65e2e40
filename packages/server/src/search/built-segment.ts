import type { ColumnStatistics } from '../engine/ingest/file-statistics.ts';

/** What was built of a data file for an index, below `spoolDir`, synced. */
export interface BuiltSegment {
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Of one that has some of the file's rows: how many. */
  readonly rowCount?: number;
  /** Between which values these are, by the ids of the index's columns. */
  readonly bounds?: SegmentBounds;
  /** Of an index on texts: rows whose text has no vector yet. */
  readonly waitingRows?: number;
  /** Of an index on texts: the vectors of the file's rows, as the generated column has them. */
  readonly vectors?: Omit<BuiltSegment, 'vectors'>;
}

export type SegmentBounds = Readonly<Record<number, ColumnStatistics | undefined>>;
