/** How the values of a column are taken in plain rows; those of `other` by `CsvColumn` itself. */
export const plainKind = {
  other: 0,
  text: 1,
  number: 2,
  date: 3,
  timestamp: 4,
  boolean: 5,
} as const;

/** As packages/server/wasm/plain-rows.ts has them. */
export const slotBytes = 32;
const [integerDigitsAt, decimalsAt, dateAt, timeAt] = [1, 2, 8, 24];

/**
 * A slot begins with a date and a time of day that are true ones, since values that are the last
 * ones again are taken without a look: as zeros they would be ten bytes of NUL.
 */
const newSlot = new Uint8Array(slotBytes);
newSlot.set(Buffer.from('0001-01-01'), dateAt);
newSlot.set(Buffer.from('00:00:00'), timeAt);

/**
 * What is known of each column that `plainRows` asks at every value, in a slot of bytes for each,
 * which lie where it can reach them.
 */
export class PlainColumns {
  readonly count: number;
  #slots: Uint8Array;

  constructor(count: number) {
    this.count = count;
    this.#slots = new Uint8Array(count * slotBytes);
    for (let column = 0; column < count; column += 1) this.#slots.set(newSlot, column * slotBytes);
  }

  /** What is known is kept in `slots` from now on. */
  moveTo(slots: Uint8Array): void {
    slots.set(this.#slots);
    this.#slots = slots;
  }

  /** What `moveTo` was given is `slots` now, with all that it holds. */
  follow(slots: Uint8Array): void {
    this.#slots = slots;
  }

  kindOf(column: number): number {
    return this.#slots[column * slotBytes] ?? plainKind.other;
  }

  setKind(column: number, kind: number): void {
    this.#slots[column * slotBytes] = kind;
  }

  /** The most digits that a value has before the decimal point; a lone zero there is none. */
  integerDigitsOf(column: number): number {
    return this.#slots[column * slotBytes + integerDigitsAt] ?? 0;
  }

  /** The most digits that a value has behind the decimal point. */
  decimalsOf(column: number): number {
    return this.#slots[column * slotBytes + decimalsAt] ?? 0;
  }

  keepDigits(column: number, integerDigits: number, decimals: number): void {
    const slot = column * slotBytes;
    if (integerDigits > this.integerDigitsOf(column))
      this.#slots[slot + integerDigitsAt] = integerDigits;
    if (decimals > this.decimalsOf(column)) this.#slots[slot + decimalsAt] = decimals;
  }
}
