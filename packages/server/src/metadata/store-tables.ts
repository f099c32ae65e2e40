import type { ColumnType } from 'kysely';

type Immutable<T> = ColumnType<T, T, never>;

/** The object store and key of this metadata: one row, named `store`. */
export interface StoreBinding {
  name: Immutable<string>;
  /**
   * A random id, repeated by a mark in the object store, so metadata and store can recognise each
   * other.
   */
  identity: string;
  /** 0 until the store is known to have the identity. */
  is_bound: 0 | 1;
  /**
   * Rises with each mark written to the store. A store with a higher mark has seen a later state of
   * this metadata.
   */
  mark: number;
  /** Total time of service with this metadata, by monotonic clocks. */
  service_seconds: number;
  /** Identifies the secret key without revealing anything about the key. */
  key_id: string | null;
  /**
   * The reason why unnamed objects may not be collected until an operator agrees: `restored` or
   * `adopted`.
   */
  held: 'restored' | 'adopted' | null;
  /** 1 if an operator allowed the next collection to remove any share of the store. */
  collect_allowed: 0 | 1;
  created_at: Immutable<number>;
}

/** Objects that a collection saw without any reference. */
export interface UnnamedObjects {
  object_key: Immutable<string>;
  /** `service_seconds` at the first sighting. */
  first_seen: Immutable<number>;
}
