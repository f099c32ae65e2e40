/** A table of a source, as a job names it. */
export interface SyncedTable {
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly schema: string;
  readonly table: string;
}

/** What is to be done about it. */
export interface SyncRequest extends SyncedTable {
  /** All rows anew, whatever the table's policy says. */
  readonly isWhole: boolean;
  /** Of an incremental table, rows whose key the source does not have any more are to go. */
  readonly removesGone: boolean;
}
