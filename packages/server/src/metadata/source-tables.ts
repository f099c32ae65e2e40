/**
 * The metadata tables of sources: connections to other databases, with their secrets and policies.
 */
import type { ColumnType } from 'kysely';

type Immutable<T> = ColumnType<T, T, never>;

/**
 * A table that a discovery found new or changed; the discovery's commit applies all rows at once.
 * The next discovery deletes the rows of an unfinished one.
 */
export interface LakeFoundTables {
  run_id: Immutable<string>;
  /** Number of the row within the run. */
  position: Immutable<number>;
  lake_id: Immutable<string>;
  /** The table's present or future id in lake_tables. */
  table_id: Immutable<string>;
  /** Names in the lake; `source` has the names at the source, if different. */
  schema_name: string;
  name: string;
  /** The column `source` of lake_tables. */
  source: string;
  is_new: Immutable<0 | 1>;
  created_at: Immutable<number>;
}

/**
 * Refresh policies of source tables. A table without a row is fetched whole on request. Rows are by
 * name: a table that reappears finds its row.
 */
export interface LakeRefreshes {
  lake_id: Immutable<string>;
  schema_name: Immutable<string>;
  table_name: Immutable<string>;
  /** JSON of RefreshPolicy. */
  policy: string;
  /**
   * The last fetched value of an incremental table's cursor column, in the source's text form; null
   * before the first whole refresh.
   */
  cursor: string | null;
  /**
   * Start of the last successful refresh: the rows equal the source's rows at this time. Null
   * before the first refresh under a policy.
   */
  read_at: number | null;
  /** Next refresh by the schedule; null without a schedule. */
  next_at: number | null;
  updated_at: number;
}

/** Values for connections, always sealed (secrets/secret-vault.ts). */
export interface Secrets {
  id: Immutable<string>;
  workspace_id: Immutable<string>;
  /** Name in lower case; unique within the workspace. */
  name: Immutable<string>;
  /** Rises with each new value, and is part of the seal. */
  version: number;
  /** The key of the service that seals `wrapped_key`. */
  key_id: string;
  wrapped_key: Uint8Array;
  sealed_value: Uint8Array;
  /**
   * 1: made from a value in a connection's config, and deleted with the last connection that uses
   * it.
   */
  automatic: Immutable<0 | 1>;
  created_at: Immutable<number>;
  updated_at: number;
}
