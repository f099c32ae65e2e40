import { classifyValue, valueClass } from './csv-value.ts';

/** What a whole column of CSV text turned out to be. */
export interface CsvColumnType {
  /** DuckDB's name of the type. */
  readonly type: string;
  /** No row has a value: VARCHAR for want of evidence. */
  readonly allNull: boolean;
  /**
   * Set when the type is DOUBLE but values of more than 15 digits may say more than a double holds:
   * the type to take then. Deciding it here costs 500 ns a value; the engine does it faster, in
   * parallel (check-doubles.ts).
   */
  readonly exactType: string | null;
}

const maxDecimalDigits = 38;
/** So many digits fit into 64 bits, whatever they are. */
const plainDigits = 15;
/** `YYYY-MM-DD HH:MM:SS`. */
const timestampChars = 19;
const threeBytes = 0xffffff;

const zero = 0x30;
const nine = 0x39;
const minus = 0x2d;
const colon = 0x3a;
const comma = 0x2c;
const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Narrows the type of one column value by value; every value counts, none is sampled. The rules are
 * those of docs/contract/loads-and-uploads.md#csv: a type is taken only when every value could be
 * written back from it.
 *
 * - BOOLEAN: `true` and `false` in lower, upper or title case.
 * - BIGINT: digits without leading zero or plus sign, in 64 bits; wider ones DECIMAL(38,0), wider
 *   still text.
 * - DOUBLE: decimal or exponent notation that the nearest double prints back digit for digit; where
 *   that fails DECIMAL(38, most decimals seen) if all fit, else text.
 * - DATE `YYYY-MM-DD`; TIMESTAMP, the same with `T` or a blank and `HH:MM[:SS[.ffffff]]`; with an
 *   offset (`Z`, `+02`, `+0200`, `+02:00`) TIMESTAMPTZ. All values of a column must agree.
 * - anything else VARCHAR: `007`, `+49`, `NaN`, `NA`, `1,5`, and a quoted empty string.
 */
export class CsvColumn {
  #candidates: number = valueClass.any;
  #seen = false;
  #maxIntegerDigits = 0;
  #maxDecimals = 0;
  #hasFraction = false;
  #hasExponent = false;
  #over64Bits = false;
  #lossyAsDouble = false;
  #uncheckedAsDouble = false;
  readonly #lastDate = new Int32Array(3);

  addText(): void {
    this.#seen = true;
    this.#candidates = 0;
  }

  /** The value is `bytes` from `start` to `end`, at least one byte. */
  add(bytes: Uint8Array, start: number, end: number): void {
    this.#seen = true;
    if (this.#candidates === 0) return;
    const shape = classifyValue(bytes, start, end);
    this.#candidates &= shape.valueClass;
    if (this.#candidates === valueClass.timestamp) this.#keepDate(bytes, start);
    if (shape.valueClass !== valueClass.number || this.#candidates === 0) return;
    if (shape.integerDigits > this.#maxIntegerDigits) this.#maxIntegerDigits = shape.integerDigits;
    if (shape.decimals > this.#maxDecimals) this.#maxDecimals = shape.decimals;
    this.#hasFraction ||= shape.isFraction;
    this.#hasExponent ||= shape.isExponent;
    this.#over64Bits ||= shape.isOver64Bits;
    if (shape.asDouble === 'exact') return;
    if (shape.asDouble === 'lossy') this.#lossyAsDouble = true;
    else this.#uncheckedAsDouble = true;
  }

  /**
   * Takes the field that begins at `start`, where it is plain, and gives the index of the byte
   * behind it, which is for the caller to judge. A line must end somewhere behind `start`. Numbers
   * and instants are mostly like the ones before them: what is decided here without `classifyValue`
   * takes a third of the time (3M flights: 0.11 s of CPU, not 0.32 s).
   */
  takePlain(bytes: Uint8Array, start: number, delimiter: number): number {
    if (this.#candidates === valueClass.number) {
      const end = plainIntegerEnd(bytes, start);
      if (end > start && endsField(bytes[end] ?? 0, delimiter)) {
        const digits = bytes[start] === minus ? end - start - 1 : end - start;
        if (digits > this.#maxIntegerDigits) this.#maxIntegerDigits = digits;
        return end;
      }
    } else if (this.#candidates === valueClass.timestamp) {
      const end = start + timestampChars;
      if (
        endsField(bytes[end] ?? 0, delimiter) &&
        this.#hasLastDate(bytes, start) &&
        isTimeOfDay(bytes, start + 11)
      ) {
        return end;
      }
    }
    const end = fieldEnd(bytes, start, delimiter);
    if (end > start && (this.#candidates !== 0 || !this.#seen)) this.add(bytes, start, end);
    return end;
  }

  get type(): CsvColumnType {
    const type = this.#seen ? this.#typeOfValues() : 'VARCHAR';
    const exactType = type === 'DOUBLE' && this.#uncheckedAsDouble ? this.#decimalOrText() : null;
    return { type, allNull: !this.#seen, exactType };
  }

  /**
   * The field begins with the date, and the separator, of the last timestamp that was looked at
   * whole.
   */
  #hasLastDate(bytes: Uint8Array, start: number): boolean {
    return (
      word(bytes, start) === this.#lastDate[0] &&
      word(bytes, start + 4) === this.#lastDate[1] &&
      (word(bytes, start + 8) & threeBytes) === this.#lastDate[2]
    );
  }

  #keepDate(bytes: Uint8Array, start: number): void {
    this.#lastDate[0] = word(bytes, start);
    this.#lastDate[1] = word(bytes, start + 4);
    this.#lastDate[2] = word(bytes, start + 8) & threeBytes;
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
    const isInteger = !this.#hasFraction && !this.#hasExponent;
    if (isInteger && !this.#over64Bits) return 'BIGINT';
    if (!isInteger && !this.#lossyAsDouble) return 'DOUBLE';
    return this.#decimalOrText();
  }

  #decimalOrText(): string {
    const fitsDecimal =
      !this.#hasExponent && this.#maxIntegerDigits + this.#maxDecimals <= maxDecimalDigits;
    return fitsDecimal ? `DECIMAL(38,${this.#maxDecimals})` : 'VARCHAR';
  }
}

/**
 * The index of the byte that ends a field: a delimiter or a line end; or of a quote, which begins
 * or spoils one.
 */
function fieldEnd(bytes: Uint8Array, start: number, delimiter: number): number {
  let at = start;
  for (;;) {
    const byte = bytes[at] ?? lineFeed;
    // Most bytes are letters and digits, above both delimiters and all four.
    if (
      byte <= comma &&
      (byte === delimiter || byte === lineFeed || byte === carriageReturn || byte === quote)
    )
      return at;
    at += 1;
  }
}

/**
 * Where a field of plain digits from `start` on ends: no leading zero, at most 15 digits; else -1.
 */
function plainIntegerEnd(bytes: Uint8Array, start: number): number {
  let at = bytes[start] === minus ? start + 1 : start;
  const first = bytes[at] ?? 0;
  if (first <= zero || first > nine) return -1;
  const most = at + plainDigits;
  do at += 1;
  while (isDigit(bytes[at] ?? 0) && at <= most);
  return at <= most ? at : -1;
}

const endsField = (byte: number, delimiter: number) =>
  byte === delimiter || byte === lineFeed || byte === carriageReturn;

const isDigit = (byte: number) => byte >= zero && byte <= nine;

/** `HH:MM:SS` at `start`, each in its range. */
function isTimeOfDay(bytes: Uint8Array, start: number): boolean {
  return (
    twoDigits(bytes, start) < 24 &&
    bytes[start + 2] === colon &&
    twoDigits(bytes, start + 3) < 60 &&
    bytes[start + 5] === colon &&
    twoDigits(bytes, start + 6) < 60
  );
}

/** A number from 0 to 99, or more where the two bytes are no digits. */
function twoDigits(bytes: Uint8Array, start: number): number {
  const tens = (bytes[start] ?? 0) - zero;
  const ones = (bytes[start + 1] ?? 0) - zero;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : 100;
}

/** Four bytes as one number. */
function word(bytes: Uint8Array, start: number): number {
  return (
    (bytes[start] ?? 0) |
    ((bytes[start + 1] ?? 0) << 8) |
    ((bytes[start + 2] ?? 0) << 16) |
    ((bytes[start + 3] ?? 0) << 24)
  );
}
