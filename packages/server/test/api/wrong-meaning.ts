import type { Json } from '../service.ts';

/** What the requests of the table act on; all of it is there. */
export interface Owned {
  /** With the tables `t` (id, v), keyed by id, and `plain` (id), and the context `c`. */
  readonly database: Json;
  /** Of it. */
  readonly fork: Json;
  /** Managed, and attached to nothing. */
  readonly connection: string;
  /** Attached to the database as `ext`. */
  readonly attached: string;
  readonly batch: string;
  /** Ready, and never loaded. */
  readonly upload: string;
  /** Of `SELECT 1 AS id, 2 AS v`. */
  readonly result: string;
}

/**
 * A request that is refused for what it means: [what is wrong, the change to the first right body,
 * what is told, status].
 */
export type WrongMeaning = readonly [
  what: string,
  change: (own: Owned) => Json,
  says: RegExp,
  answer?: readonly [status: number, code: string],
];
