/** Bit flags of the types that can represent a CSV value without loss. */
export const valueClass = {
  text: 0,
  boolean: 1,
  number: 2,
  date: 4,
  timestamp: 8,
  timestampTz: 16,
  any: 31,
} as const;

/** Longer values are text: no stored number or instant needs more characters. */
const maxTypedChars = 120;
/** A double preserves any decimal number of 15 significant digits (IEEE 754, DBL_DIG). */
const doubleDigits = 15;
const int64Digits = 19;
const maxInt64 = 2n ** 63n;

const zero = 0x30;
const nine = 0x39;
const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const colon = 0x3a;
const blank = 0x20;
const upperT = 0x54;
const upperZ = 0x5a;

const booleans = ['true', 'false', 'True', 'False', 'TRUE', 'FALSE'].map((text) =>
  Buffer.from(text),
);

/** The only result object of `classifyValue`, so millions of values cost no allocation. */
class ValueShape {
  valueClass: number = valueClass.text;
  integerDigits = 0;
  decimals = 0;
  isFraction = false;
  isExponent = false;
  isOver64Bits = false;
  #bytes: Uint8Array = new Uint8Array();
  #start = 0;
  #end = 0;

  reset(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes = bytes;
    this.#start = start;
    this.#end = end;
    this.valueClass = valueClass.text;
    this.integerDigits = 0;
    this.decimals = 0;
    this.isFraction = false;
    this.isExponent = false;
    this.isOver64Bits = false;
  }

  get text(): string {
    return Buffer.from(
      this.#bytes.buffer,
      this.#bytes.byteOffset + this.#start,
      this.#end - this.#start,
    ).toString('latin1');
  }

  /**
   * The certainty that the nearest double represents the value. Exponent notation is floating point
   * by intent.
   */
  get asDouble(): 'exact' | 'unchecked' | 'lossy' {
    if (this.isExponent || this.integerDigits + this.decimals <= doubleDigits) return 'exact';
    // An integer of 16 or more digits is in a column with doubles only when the column mixes both.
    // DECIMAL holds both.
    return this.isFraction ? 'unchecked' : 'lossy';
  }
}

const shape = new ValueShape();

/** Classifies `bytes[start, end)` (not empty). The result is valid until the next call. */
export function classifyValue(bytes: Uint8Array, start: number, end: number): Readonly<ValueShape> {
  shape.reset(bytes, start, end);
  const length = end - start;
  const first = bytes[start] ?? 0;
  if (length > maxTypedChars) return shape;
  if ((first >= zero && first <= nine) || first === minus || first === point) {
    if (length >= 10 && bytes[start + 4] === minus) classifyInstant(bytes, start, end);
    else classifyNumber(bytes, start, end);
  } else if (length <= 5 && booleans.some((text) => isText(bytes, start, end, text))) {
    shape.valueClass = valueClass.boolean;
  }
  return shape;
}

function isText(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  if (end - start !== text.length) return false;
  for (let at = 0; at < text.length; at += 1) if (bytes[start + at] !== text[at]) return false;
  return true;
}

/** `-?(0|[1-9][0-9]*)?(\.[0-9]*)?([eE][+-]?[0-9]+)?` with a digit before the exponent. */
function classifyNumber(bytes: Uint8Array, start: number, end: number): void {
  let at = bytes[start] === minus ? start + 1 : start;
  const integerStart = at;
  at = skipDigits(bytes, at, end);
  const integerDigits = at - integerStart;
  if (integerDigits > 1 && bytes[integerStart] === zero) return;
  let decimals = 0;
  if (at < end && bytes[at] === point) {
    const fractionStart = at + 1;
    at = skipDigits(bytes, fractionStart, end);
    decimals = at - fractionStart;
    shape.isFraction = true;
  }
  if (integerDigits + decimals === 0) return;
  if (at < end) {
    at = skipExponent(bytes, at, end);
    if (at < end || !isFiniteText()) return;
    shape.isExponent = true;
  }
  shape.valueClass = valueClass.number;
  shape.integerDigits = integerDigits === 1 && bytes[integerStart] === zero ? 0 : integerDigits;
  shape.decimals = decimals;
  if (bytes[start] === minus && shape.integerDigits === 0) noteNegativeZero(bytes, start, end);
  if (!shape.isFraction && integerDigits >= int64Digits)
    shape.isOver64Bits = isOver64Bits(integerDigits);
}

function skipDigits(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte < zero || byte > nine) break;
    at += 1;
  }
  return at;
}

/**
 * The index after an exponent that begins at `start`, or some index below `end` without an
 * exponent.
 */
function skipExponent(bytes: Uint8Array, start: number, end: number): number {
  if (((bytes[start] ?? 0) | blank) !== 0x65) return start;
  const sign = bytes[start + 1];
  const digitsStart = sign === plus || sign === minus ? start + 2 : start + 1;
  return digitsStart < end ? skipDigits(bytes, digitsStart, end) : start;
}

/**
 * True unless the value exceeds the largest double, or is not zero but becomes zero as a double.
 */
function isFiniteText(): boolean {
  const text = shape.text;
  const value = Number(text);
  return Number.isFinite(value) && (value !== 0 || !/[1-9]/.test(text.split(/e/i)[0] ?? ''));
}

/** `-0` has no integer or decimal form with the sign, and counts as floating point. */
function noteNegativeZero(bytes: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > zero && byte <= nine) return;
  }
  shape.isExponent = true;
}

function isOver64Bits(digits: number): boolean {
  if (digits > int64Digits) return true;
  const value = BigInt(shape.text);
  return value >= maxInt64 || value < -maxInt64;
}

function classifyInstant(bytes: Uint8Array, start: number, end: number): void {
  const year = number(bytes, start, 4);
  const month = number(bytes, start + 5, 2);
  const day = number(bytes, start + 8, 2);
  if (bytes[start + 7] !== minus || year < 1 || month < 1 || month > 12 || day < 1) return;
  if (day > 28 && day > daysInMonth(year, month)) return;
  if (end - start === 10) {
    shape.valueClass = valueClass.date;
    return;
  }
  const separator = bytes[start + 10];
  if (separator === blank || separator === upperT) classifyTimeOfDay(bytes, start + 11, end);
}

/** `HH:MM[:SS[.f{1,6}]]`, and after seconds an offset. */
function classifyTimeOfDay(bytes: Uint8Array, start: number, end: number): void {
  if (!inRange(number(bytes, start, 2), 23) || bytes[start + 2] !== colon) return;
  if (!inRange(number(bytes, start + 3, 2), 59) || end < start + 5) return;
  let at = start + 5;
  if (at < end) {
    if (bytes[at] !== colon || !inRange(number(bytes, at + 1, 2), 59) || end < at + 3) return;
    at += 3;
    if (at < end && bytes[at] === point) {
      const fractionEnd = skipDigits(bytes, at + 1, end);
      // Digits beyond microseconds would be lost.
      if (fractionEnd === at + 1 || fractionEnd > at + 7) return;
      at = fractionEnd;
    }
  }
  if (at === end) shape.valueClass = valueClass.timestamp;
  else if (at >= start + 8 && isOffset(bytes, at, end)) shape.valueClass = valueClass.timestampTz;
}

/** `Z`, `+HH`, `+HHMM`, `+HH:MM`, up to 15:59 as PostgreSQL accepts. */
function isOffset(bytes: Uint8Array, start: number, end: number): boolean {
  const length = end - start;
  if (length === 1) return bytes[start] === upperZ;
  if (bytes[start] !== plus && bytes[start] !== minus) return false;
  if (!inRange(number(bytes, start + 1, 2), 15)) return false;
  if (length === 3) return true;
  if (length === 5) return inRange(number(bytes, start + 3, 2), 59);
  return length === 6 && bytes[start + 3] === colon && inRange(number(bytes, start + 4, 2), 59);
}

function inRange(value: number, max: number): boolean {
  return value >= 0 && value <= max;
}

/** The `digits` digits at `start` as a number, -1 where a character is not a digit. */
function number(bytes: Uint8Array, start: number, digits: number): number {
  let value = 0;
  for (let at = start; at < start + digits; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < zero || byte > nine) return -1;
    value = value * 10 + byte - zero;
  }
  return value;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
