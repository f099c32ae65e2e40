import type { Json } from '../service.ts';

/** Existing objects that the table's requests act on. */
export interface Owned {
  /** Database with tables `t` (id, v), keyed by id, and `plain` (id), and context `c`. */
  readonly database: Json;
  /** Id of the database. */
  readonly fork: Json;
  /** Managed, and attached to nothing. */
  readonly connection: string;
  /** Attached to the database as `ext`. */
  readonly attached: string;
  readonly batch: string;
  /** Ready, and never loaded. */
  readonly upload: string;
  /** Result of `SELECT 1 AS id, 2 AS v`. */
  readonly result: string;
}

/**
 * A request with a wrong meaning: [the fault, the change to the first right body, the refusal,
 * status].
 */
export type WrongMeaning = readonly [
  what: string,
  change: (own: Owned) => Json,
  says: RegExp,
  answer?: readonly [status: number, code: string],
];
