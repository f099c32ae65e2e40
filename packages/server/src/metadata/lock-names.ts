/**
 * All names of locks. One definition per name guarantees the same name in all places that guard a
 * thing. Lock rows survive their release; sweeps delete rows of deleted things by the prefixes of
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
 * Guards changes of a table's version: loads, keyed loads, compaction, and changes of the
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

/** Guards a scheduled task: one node at a time. */
export const scheduleLock = (task: string) => `${lockPrefixes.schedule}${task}`;
