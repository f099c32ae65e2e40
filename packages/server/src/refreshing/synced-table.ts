/** A source's table as named in a job. */
export interface SyncedTable {
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly schema: string;
  readonly table: string;
}

/** The kind of refresh. */
export interface SyncRequest extends SyncedTable {
  /** Reads all rows again, regardless of the table's policy. */
  readonly isWhole: boolean;
  /** Removes rows of an incremental table whose key no longer exists at the source. */
  readonly removesGone: boolean;
}
