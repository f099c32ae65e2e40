/** A table of a source, as a job names it. */
export interface SyncedTable {
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly schema: string;
  readonly table: string;
}
