/** Classes of columns in plain rows. `CsvColumn` itself reads the values of `other`. */
export const plainKind = {
  other: 0,
  text: 1,
  number: 2,
  date: 3,
  timestamp: 4,
  boolean: 5,
} as const;

/** The layout of a slot, the same as in packages/server/wasm/plain-rows.ts. */
export const slotBytes = 32;
const [integerDigitsAt, decimalsAt, dateAt, timeAt] = [1, 2, 8, 24];

/**
 * A new slot contains a valid date and time of day. A value equal to the last value is accepted
 * unchecked, and zeros would equal ten bytes of NUL.
 */
const newSlot = new Uint8Array(slotBytes);
newSlot.set(Buffer.from('0001-01-01'), dateAt);
newSlot.set(Buffer.from('00:00:00'), timeAt);

/**
 * The state of each column that `plainRows` reads at every value. Each column has one slot of bytes
 * in the memory of WebAssembly.
 */
export class PlainColumns {
  readonly count: number;
  #slots: Uint8Array;

  constructor(count: number) {
    this.count = count;
    this.#slots = new Uint8Array(count * slotBytes);
    for (let column = 0; column < count; column += 1) this.#slots.set(newSlot, column * slotBytes);
  }

  /** Moves the state into `slots`. */
  moveTo(slots: Uint8Array): void {
    slots.set(this.#slots);
    this.#slots = slots;
  }

  /** Replaces the buffer by `slots`, which already has the state. */
  follow(slots: Uint8Array): void {
    this.#slots = slots;
  }

  kindOf(column: number): number {
    return this.#slots[column * slotBytes] ?? plainKind.other;
  }

  setKind(column: number, kind: number): void {
    this.#slots[column * slotBytes] = kind;
  }

  /** The most digits of any value before the decimal point. A lone zero there does not count. */
  integerDigitsOf(column: number): number {
    return this.#slots[column * slotBytes + integerDigitsAt] ?? 0;
  }

  /** The most digits of any value after the decimal point. */
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
