/** The metadata tables of sources: connections to databases elsewhere, and what they need. */
import type { ColumnType } from 'kysely';

type Immutable<T> = ColumnType<T, T, never>;

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
  /** 1: made of a value that was given with a connection; it goes with the last connection that has it. */
  automatic: Immutable<0 | 1>;
  created_at: Immutable<number>;
  updated_at: number;
}
