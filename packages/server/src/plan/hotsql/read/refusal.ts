/**
 * What only exact numbers can say: the statement is printed anew with them, so no caller sees this.
 */
export class NeedsExactNumbers extends Error {
  override readonly name = 'NeedsExactNumbers';
}

/**
 * A construct that HotSQL does not take, thrown while the tree is read; `translate` turns it into a
 * 400 with its place.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Byte offset into the text that was parsed. */
  readonly location: number | undefined;
  /**
   * PostgreSQL's code of the error that it would raise too; undefined for what only HotSQL does not
   * take.
   */
  readonly sqlState: string | undefined;

  constructor(message: string, location: number | undefined, sqlState?: string) {
    super(message);
    this.location = location;
    this.sqlState = sqlState;
  }
}

/**
 * `what` names the construct: "HotSQL does not support `what`". `advice` says what to write
 * instead.
 */
export function refuse(what: string, location: number | undefined, advice?: string): never {
  throw new Refusal(
    `HotSQL does not support ${what}${advice === undefined ? '' : `; ${advice}`}`,
    location,
  );
}

/** An error that PostgreSQL itself would raise, in a sentence, with its code. */
export function reject(message: string, location: number | undefined, sqlState = '42601'): never {
  throw new Refusal(message, location, sqlState);
}

/** What changes something, which PostgreSQL refuses in a transaction that only reads. */
export function readOnly(what: string, location?: number): never {
  return reject(`HotSQL does not support ${what}; queries are read-only`, location, '25006');
}
