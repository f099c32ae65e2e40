/**
 * Thrown if only exact numbers give the result. The statement is then printed again with exact
 * numbers, so no caller sees this error.
 */
export class NeedsExactNumbers extends Error {
  override readonly name = 'NeedsExactNumbers';
}

/**
 * A construct that HotSQL refuses, thrown by readers of the tree. `translate` turns the refusal
 * into a 400 with the construct's place in the text.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Byte offset into the parsed text. */
  readonly location: number | undefined;
  /** The SQLSTATE of PostgreSQL's own error; undefined if only HotSQL refuses the construct. */
  readonly sqlState: string | undefined;

  constructor(message: string, location: number | undefined, sqlState?: string) {
    super(message);
    this.location = location;
    this.sqlState = sqlState;
  }
}

/**
 * `what` names the construct in "HotSQL does not support `what`"; `advice` names the alternative.
 */
export function refuse(what: string, location: number | undefined, advice?: string): never {
  throw new Refusal(
    `HotSQL does not support ${what}${advice === undefined ? '' : `; ${advice}`}`,
    location,
  );
}

/** Throws an error of PostgreSQL: a sentence with its SQLSTATE. */
export function reject(message: string, location: number | undefined, sqlState = '42601'): never {
  throw new Refusal(message, location, sqlState);
}

/** Refuses a write, as PostgreSQL does in a transaction that only reads. */
export function readOnly(what: string, location?: number): never {
  return reject(`HotSQL does not support ${what}; queries are read-only`, location, '25006');
}
