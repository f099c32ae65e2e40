import { classifyValue, valueClass } from './csv-value.ts';

/** What a whole column of CSV text turned out to be. */
export interface CsvColumnType {
  /** DuckDB's name of the type. */
  readonly type: string;
  /** No row has a value: VARCHAR for want of evidence. */
  readonly allNull: boolean;
  /**
   * Set when the type is DOUBLE but values of more than 15 digits may say more than a double holds: the type to take
   * then. Deciding it here costs 500 ns a value; the engine does it faster, in parallel (check-doubles.ts).
   */
  readonly exactType: string | null;
}

const maxDecimalDigits = 38;

/**
 * Narrows the type of one column value by value; every value counts, none is sampled. The rules are those of
 * decisions.md ("CSV input"): a type is taken only when every value could be written back from it.
 *
 * - BOOLEAN: `true` and `false` in lower, upper or title case.
 * - BIGINT: digits without leading zero or plus sign, in 64 bits; wider ones DECIMAL(38,0), wider still text.
 * - DOUBLE: decimal or exponent notation that the nearest double prints back digit for digit; where that fails
 *   DECIMAL(38, most decimals seen) if all fit, else text.
 * - DATE `YYYY-MM-DD`; TIMESTAMP, the same with `T` or a blank and `HH:MM[:SS[.ffffff]]`; with an offset (`Z`, `+02`,
 *   `+0200`, `+02:00`) TIMESTAMPTZ. All values of a column must agree.
 * - anything else VARCHAR: `007`, `+49`, `NaN`, `NA`, `1,5`, and a quoted empty string.
 */
export class CsvColumn {
  private candidates: number = valueClass.any;
  private seen = false;
  private maxIntegerDigits = 0;
  private maxDecimals = 0;
  private hasFraction = false;
  private hasExponent = false;
  private over64Bits = false;
  private lossyAsDouble = false;
  private uncheckedAsDouble = false;

  addText(): void {
    this.seen = true;
    this.candidates = 0;
  }

  /** The value is `bytes` from `start` to `end`, at least one byte. */
  add(bytes: Uint8Array, start: number, end: number): void {
    this.seen = true;
    if (this.candidates === 0) return;
    if (this.candidates === valueClass.number && end - start <= 15 && isPlainInteger(bytes, start, end)) {
      if (end - start > this.maxIntegerDigits) this.maxIntegerDigits = end - start;
      return;
    }
    const shape = classifyValue(bytes, start, end);
    this.candidates &= shape.valueClass;
    if (shape.valueClass !== valueClass.number || this.candidates === 0) return;
    if (shape.integerDigits > this.maxIntegerDigits) this.maxIntegerDigits = shape.integerDigits;
    if (shape.decimals > this.maxDecimals) this.maxDecimals = shape.decimals;
    this.hasFraction ||= shape.isFraction;
    this.hasExponent ||= shape.isExponent;
    this.over64Bits ||= shape.isOver64Bits;
    if (shape.asDouble === 'exact') return;
    if (shape.asDouble === 'lossy') this.lossyAsDouble = true;
    else this.uncheckedAsDouble = true;
  }

  get type(): CsvColumnType {
    const type = this.seen ? this.typeOfValues() : 'VARCHAR';
    const exactType = type === 'DOUBLE' && this.uncheckedAsDouble ? this.decimalOrText() : null;
    return { type, allNull: !this.seen, exactType };
  }

  private typeOfValues(): string {
    if (this.candidates & valueClass.boolean) return 'BOOLEAN';
    if (this.candidates & valueClass.number) return this.numericType();
    if (this.candidates & valueClass.date) return 'DATE';
    if (this.candidates & valueClass.timestamp) return 'TIMESTAMP';
    if (this.candidates & valueClass.timestampTz) return 'TIMESTAMP WITH TIME ZONE';
    return 'VARCHAR';
  }

  private numericType(): string {
    const isInteger = !this.hasFraction && !this.hasExponent;
    if (isInteger && !this.over64Bits) return 'BIGINT';
    if (!isInteger && !this.lossyAsDouble) return 'DOUBLE';
    return this.decimalOrText();
  }

  private decimalOrText(): string {
    const fitsDecimal = !this.hasExponent && this.maxIntegerDigits + this.maxDecimals <= maxDecimalDigits;
    return fitsDecimal ? `DECIMAL(38,${this.maxDecimals})` : 'VARCHAR';
  }
}

/** Digits without a leading zero: most numbers of most files, decided without the general way (measured: a third faster). */
function isPlainInteger(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] ?? 0;
  if (first <= 0x30 || first > 0x39) return false;
  for (let at = start + 1; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || byte > 0x39) return false;
  }
  return true;
}
