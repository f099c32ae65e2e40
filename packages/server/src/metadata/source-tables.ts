/** The metadata tables of sources: connections to databases elsewhere, and what they need. */
import type { ColumnType } from 'kysely';

type Immutable<T> = ColumnType<T, T, never>;

/**
 * A table that a discovery found, which is new or not as it was; its commit takes them over as one.
 * Those of a discovery that did not come so far go with the next one.
 */
export interface LakeFoundTables {
  run_id: Immutable<string>;
  /** Counts those of the run. */
  position: Immutable<number>;
  lake_id: Immutable<string>;
  /** The id that it has or will have in lake_tables. */
  table_id: Immutable<string>;
  /** In the lake; where it has another name at its source, `source` says so. */
  schema_name: string;
  name: string;
  /** As in lake_tables. */
  source: string;
  is_new: Immutable<0 | 1>;
  created_at: Immutable<number>;
}

/**
 * How tables of sources are kept fresh; those without a row are fetched whole when somebody asks.
 * By name: a table that comes back has its row.
 */
export interface LakeRefreshes {
  lake_id: Immutable<string>;
  schema_name: Immutable<string>;
  table_name: Immutable<string>;
  /** JSON of RefreshPolicy. */
  policy: string;
  /**
   * Up to where the changes of an incremental table are here, as its source writes the value; null
   * before its first whole refresh.
   */
  cursor: string | null;
  /**
   * When the last refresh that succeeded began: as of then the rows are the source's. Null before
   * the first under a policy.
   */
  read_at: number | null;
  /** When its schedule has it refreshed next; null without one. */
  next_at: number | null;
  updated_at: number;
}

/** Values that connections need; only sealed ones are here (secrets/secret-vault.ts). */
export interface Secrets {
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  /** In lower case; unique within the workspace. */
  name: Immutable<string>;
  /** Rises with each new value, and is part of what seals it. */
  version: number;
  /** Which of the service's keys `wrapped_key` is under. */
  key_id: string;
  wrapped_key: Uint8Array;
  sealed_value: Uint8Array;
  /**
   * 1: made of a value that was given with a connection; it goes with the last connection that has
   * it.
   */
  automatic: Immutable<0 | 1>;
  created_at: Immutable<number>;
  updated_at: number;
}
