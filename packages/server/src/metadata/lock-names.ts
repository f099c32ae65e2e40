/**
 * Every name that a lock can have, made here so that what is guarded in two places has one name.
 * Rows of locks outlive their release; those of what is gone are removed by the beginnings of their
 * names.
 */
export const lockPrefixes = {
  upload: 'upload:',
  table: 'load:',
  discovery: 'discover:',
  schedule: 'schedule:',
} as const;

/** While an upload is finalized, or loaded. */
export const uploadLock = (uploadId: string) => `${lockPrefixes.upload}${uploadId}`;

/**
 * While a table gets another version: loads, keyed loads, compaction, and what changes its
 * declaration.
 */
export const tableLock = ({ lakeId, schema, table }: LockedTable) =>
  `${lockPrefixes.table}${lakeId}/${schema}.${table}`;

export interface LockedTable {
  readonly lakeId: string;
  readonly schema: string;
  readonly table: string;
}

/** While the tables of a connection are discovered. */
export const discoveryLock = (connectionId: string) => `${lockPrefixes.discovery}${connectionId}`;

/** One node at a time does a task of the schedule. */
export const scheduleLock = (task: string) => `${lockPrefixes.schedule}${task}`;
