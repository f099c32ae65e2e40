import type { ColumnType } from 'kysely';

type Immutable<T> = ColumnType<T, T, never>;

/** What belongs to this metadata: one row, named `store`. */
export interface StoreBinding {
  name: Immutable<string>;
  /**
   * A random id that the mark in the object store repeats, so that each can be told by the other.
   */
  identity: string;
  /** 0 until the store is known to have the identity. */
  is_bound: 0 | 1;
  /**
   * Rises with each time that the store was told of it: a store that knows a higher one has seen a
   * later state of this metadata.
   */
  mark: number;
  /** How long the service has worked with this metadata, by clocks that nobody can set. */
  service_seconds: number;
  /** Tells the secret key from another one, and nothing about it. */
  key_id: string | null;
  /**
   * Why nothing that is unnamed may be collected until an operator says so: `restored` or
   * `adopted`.
   */
  held: 'restored' | 'adopted' | null;
  /** 1 when an operator said that the next collection may take any share of the store. */
  collect_allowed: 0 | 1;
  created_at: Immutable<number>;
}

/** Objects that a collection saw and nothing names. */
export interface UnnamedObjects {
  object_key: Immutable<string>;
  /** `service_seconds` of that time. */
  first_seen: Immutable<number>;
}
