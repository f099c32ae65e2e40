import { type PlainColumns, plainKind } from './csv-plain-columns.ts';
import { classifyValue, valueClass } from './csv-value.ts';

/** The type of a whole CSV column. */
export interface CsvColumnType {
  /** DuckDB's name of the type. */
  readonly type: string;
  /** No row has a value, and the type is VARCHAR by default. */
  readonly allNull: boolean;
  /**
   * The exact type for a DOUBLE column whose values have more than 15 digits and may lose digits as
   * doubles. The engine decides in parallel (check-doubles.ts); a decision here would cost 500 ns a
   * value.
   */
  readonly exactType: string | null;
}

const maxDecimalDigits = 38;

/**
 * Narrows the type of one column value by value. Every value counts; none is sampled. The rules are
 * in docs/contract/loads-and-uploads.md#csv: a type fits only when every value could be written
 * back unchanged.
 *
 * - BOOLEAN: `true` and `false` in lower, upper or title case.
 * - BIGINT: digits without leading zero or plus sign, in 64 bits; DECIMAL(38,0) for wider numbers,
 *   and text beyond.
 * - DOUBLE: decimal or exponent notation whose nearest double prints the same digits. Otherwise
 *   DECIMAL(38, most decimals seen) if all values fit, else text.
 * - DATE `YYYY-MM-DD`. TIMESTAMP, a date with `T` or a blank and `HH:MM[:SS[.ffffff]]`.
 *   TIMESTAMPTZ, a timestamp with an offset (`Z`, `+02`, `+0200`, `+02:00`). All values of a column
 *   must agree.
 * - VARCHAR for anything else: `007`, `+49`, `NaN`, `NA`, `1,5`, and a quoted empty string.
 */
export class CsvColumn {
  readonly #plain: PlainColumns;
  readonly #index: number;
  #candidates: number = valueClass.any;
  #seen = false;
  #hasFraction = false;
  #hasExponent = false;
  #over64Bits = false;
  #lossyAsDouble = false;
  #uncheckedAsDouble = false;

  constructor(plain: PlainColumns, index: number) {
    this.#plain = plain;
    this.#index = index;
  }

  addText(): void {
    this.#seen = true;
    this.#narrow(valueClass.text);
  }

  /** Adds the value in `bytes` from `start` to `end`, at least one byte. */
  add(bytes: Uint8Array, start: number, end: number): void {
    this.#seen = true;
    if (this.#candidates === 0) return;
    const shape = classifyValue(bytes, start, end);
    this.#narrow(shape.valueClass);
    if (this.#candidates !== valueClass.number) return;
    this.#plain.keepDigits(this.#index, shape.integerDigits, shape.decimals);
    this.#hasFraction ||= shape.isFraction;
    this.#hasExponent ||= shape.isExponent;
    this.#over64Bits ||= shape.isOver64Bits;
    if (shape.asDouble === 'exact') return;
    if (shape.asDouble === 'lossy') this.#lossyAsDouble = true;
    else this.#uncheckedAsDouble = true;
  }

  get type(): CsvColumnType {
    const type = this.#seen ? this.#typeOfValues() : 'VARCHAR';
    const exactType = type === 'DOUBLE' && this.#uncheckedAsDouble ? this.#decimalOrText() : null;
    return { type, allNull: !this.#seen, exactType };
  }

  #narrow(classes: number): void {
    const candidates = this.#candidates & classes;
    if (candidates === this.#candidates) return;
    this.#candidates = candidates;
    this.#plain.setKind(this.#index, kindOf[candidates] ?? plainKind.other);
  }

  #typeOfValues(): string {
    if (this.#candidates & valueClass.boolean) return 'BOOLEAN';
    if (this.#candidates & valueClass.number) return this.#numericType();
    if (this.#candidates & valueClass.date) return 'DATE';
    if (this.#candidates & valueClass.timestamp) return 'TIMESTAMP';
    if (this.#candidates & valueClass.timestampTz) return 'TIMESTAMP WITH TIME ZONE';
    return 'VARCHAR';
  }

  #numericType(): string {
    const hasFraction = this.#hasFraction || this.#plain.decimalsOf(this.#index) > 0;
    const isInteger = !hasFraction && !this.#hasExponent;
    if (isInteger && !this.#over64Bits) return 'BIGINT';
    if (!isInteger && !this.#lossyAsDouble) return 'DOUBLE';
    return this.#decimalOrText();
  }

  #decimalOrText(): string {
    const decimals = this.#plain.decimalsOf(this.#index);
    const digits = this.#plain.integerDigitsOf(this.#index) + decimals;
    const fitsDecimal = !this.#hasExponent && digits <= maxDecimalDigits;
    return fitsDecimal ? `DECIMAL(38,${decimals})` : 'VARCHAR';
  }
}

const kindOf: Readonly<Record<number, number>> = {
  [valueClass.text]: plainKind.text,
  [valueClass.boolean]: plainKind.boolean,
  [valueClass.number]: plainKind.number,
  [valueClass.date]: plainKind.date,
  [valueClass.timestamp]: plainKind.timestamp,
};
