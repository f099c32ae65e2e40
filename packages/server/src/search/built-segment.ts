/** What was built of a data file for an index, below `spoolDir`, synced. */
export interface BuiltSegment {
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}
