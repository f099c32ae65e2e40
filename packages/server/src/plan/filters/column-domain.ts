import { readUuid } from './constant-value.ts';
import type { ColumnTest, Constant } from './filter.ts';
import { readDate, readTimestamp, readZonedTimestamp } from './moments.ts';

/** The comparison of a column's values: each is one bigint, number or text. */
export type Domain =
  /**
   * Integers and decimals, times ten to the power of the scale; booleans are 0 and 1 in a domain of
   * their own.
   */
  | { readonly kind: 'exact'; readonly scale: number; readonly precision: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'double'; readonly isSingle: boolean }
  | { readonly kind: 'text' }
  | { readonly kind: 'uuid' }
  /** DATE, TIMESTAMP, TIMESTAMP WITH TIME ZONE in microseconds since 1970 UTC. */
  | { readonly kind: 'time'; readonly type: string };

export type Comparable = bigint | number | string;

/** The possible values of a constant in a domain; both ends are equal for an exact value. */
export interface Interval {
  readonly low: Comparable;
  readonly high: Comparable;
}

const integerDigits: Readonly<Record<string, number>> = {
  TINYINT: 3,
  UTINYINT: 3,
  SMALLINT: 5,
  USMALLINT: 5,
  INTEGER: 10,
  UINTEGER: 10,
  BIGINT: 19,
  UBIGINT: 20,
};

const domains = new Map<string, Domain | undefined>();

/** The domain of a DuckDB type; undefined for types without usable statistics. */
export function domainOf(type: string): Domain | undefined {
  if (domains.has(type)) return domains.get(type);
  const domain = makeDomain(type);
  // The number of struct types is unbounded, that of types with a domain is not.
  if (domain !== undefined) domains.set(type, domain);
  return domain;
}

function makeDomain(type: string): Domain | undefined {
  const digits = integerDigits[type];
  if (digits !== undefined) return { kind: 'exact', scale: 0, precision: digits };
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(type);
  if (decimal) return { kind: 'exact', precision: Number(decimal[1]), scale: Number(decimal[2]) };
  switch (type) {
    case 'FLOAT':
    case 'DOUBLE':
      return { kind: 'double', isSingle: type === 'FLOAT' };
    case 'DATE':
    case 'TIMESTAMP':
    case 'TIMESTAMP WITH TIME ZONE':
      return { kind: 'time', type };
    case 'BOOLEAN':
      return { kind: 'boolean' };
    case 'VARCHAR':
      return { kind: 'text' };
    case 'UUID':
      return { kind: 'uuid' };
    default:
      return undefined;
  }
}

/** True if values of the domain remain unchanged in the type of the comparison. */
export function isComparedAsIs({ asDigits }: ColumnTest, domain: Domain | undefined): boolean {
  if (asDigits === undefined) return true;
  return domain?.kind === 'exact' && domain.scale === 0 && domain.precision <= asDigits;
}

/**
 * Reads a bound of the statistics. The text is DuckDB's, of the file's type; the result is in the
 * domain of the column's present type, which equals the file's type or widens it. Undefined if the
 * bound is unusable.
 */
export function readBound(text: string, fileType: string, domain: Domain): Comparable | undefined {
  const own = domainOf(fileType);
  if (own === undefined) return undefined;
  switch (domain.kind) {
    case 'exact':
      return own.kind === 'exact' ? readExact(text, domain.scale) : undefined;
    case 'double':
      return own.kind === 'double' || own.kind === 'exact' ? readDouble(text, own) : undefined;
    case 'time':
      return own.kind === 'time' ? readTime(text, own.type) : undefined;
    case 'boolean':
      return own.kind === 'boolean' ? (text === '1' || text === 'true' ? 1n : 0n) : undefined;
    default:
      return own.kind === domain.kind ? text : undefined;
  }
}

function readExact(text: string, scale: number): bigint | undefined {
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(text);
  const fraction = match?.[2] ?? '';
  return match === null || fraction.length > scale
    ? undefined
    : BigInt(`${match[1]}${fraction.padEnd(scale, '0')}`);
}

function readDouble(text: string, own: Domain): number | undefined {
  if (/^-?inf$/.test(text))
    return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) return undefined;
  return own.kind === 'double' && own.isSingle ? Math.fround(value) : value;
}

function readTime(text: string, type: string): bigint | undefined {
  if (type === 'DATE') return readDate(text);
  return type === 'TIMESTAMP' ? readTimestamp(text) : readZonedTimestamp(text);
}

/**
 * The values of a constant in comparison with a column of the domain. Undefined if DuckDB would
 * cast the column instead, raise an error, or round in ways unknown here.
 */
export function intervalOf(constant: Constant, domain: Domain): Interval | undefined {
  switch (domain.kind) {
    case 'exact':
      return exactInterval(constant, domain);
    case 'double':
      return doubleInterval(constant, domain.isSingle);
    case 'time':
      return timeInterval(constant, domain.type);
    case 'boolean':
      return booleanInterval(constant);
    case 'text':
      return constant.type === 'text' ? only(constant.text) : undefined;
    case 'uuid': {
      const isLiteral = constant.type === 'text' && constant.isLiteral;
      const uuid = isLiteral ? readUuid(constant.text) : constant;
      return uuid?.type === 'uuid' ? only(uuid.text) : undefined;
    }
  }
}

const only = (value: Comparable): Interval => ({ low: value, high: value });

/**
 * A DECIMAL has 38 digits. If the common type of both sides would need more, DuckDB uses other
 * types.
 */
const maxDigits = 38;

function exactInterval(
  constant: Constant,
  { scale, precision }: { scale: number; precision: number },
): Interval | undefined {
  if (constant.type === 'double') return wholeInterval(constant.value * 10 ** scale);
  const exact = constant.type === 'text' ? literalExact(constant, scale) : constant;
  if (exact?.type !== 'exact') return undefined;
  const unscaled = BigInt(exact.unscaled);
  const wholeDigits = Math.max(exact.unscaled.length - exact.scale, precision - scale);
  if (wholeDigits + Math.max(scale, exact.scale) > maxDigits) return undefined;
  if (exact.scale <= scale) return only(unscaled * 10n ** BigInt(scale - exact.scale));
  const divisor = 10n ** BigInt(exact.scale - scale);
  const floor = unscaled / divisor - (unscaled < 0n && unscaled % divisor !== 0n ? 1n : 0n);
  return { low: floor, high: unscaled % divisor === 0n ? floor : floor + 1n };
}

/**
 * A string literal becomes a value of the column's type; literals that would be rounded are
 * ignored.
 */
function literalExact(
  constant: Extract<Constant, { type: 'text' }>,
  scale: number,
): Constant | undefined {
  const match = constant.isLiteral ? /^(-?\d{1,18})(?:\.(\d{1,15}))?$/.exec(constant.text) : null;
  const fraction = match?.[2] ?? '';
  if (match === null || fraction.length > scale) return undefined;
  return {
    type: 'exact',
    unscaled: String(BigInt(`${match[1]}${fraction}`)),
    scale: fraction.length,
  };
}

/**
 * Exact numbers and doubles are compared as doubles. Casts and this module's arithmetic may each be
 * off by a last digit, so the interval is wider.
 */
function wholeInterval(value: number): Interval | undefined {
  const slack = Math.abs(value) * 2 ** -48;
  if (!Number.isFinite(value + slack)) return undefined;
  return { low: BigInt(Math.floor(value - slack)), high: BigInt(Math.ceil(value + slack)) };
}

function doubleInterval(constant: Constant, isSingle: boolean): Interval | undefined {
  const value = doubleOf(constant);
  // A constant outside FLOAT's range is not evaluated here.
  if (value === undefined || Math.abs(value) > (isSingle ? 1e38 : 1e300)) return undefined;
  const slack = isSingle ? Math.abs(value) * 2 ** -20 + 1e-37 : Math.abs(value) * 2 ** -48 + 1e-300;
  return { low: value - slack, high: value + slack };
}

function doubleOf(constant: Constant): number | undefined {
  if (constant.type === 'double') return constant.value;
  if (constant.type === 'exact') return Number(constant.unscaled) / 10 ** constant.scale;
  const isNumber =
    constant.type === 'text' &&
    constant.isLiteral &&
    /^-?\d{1,15}(?:\.\d{1,15})?$/.test(constant.text);
  return isNumber ? Number(constant.text) : undefined;
}

function timeInterval(constant: Constant, type: string): Interval | undefined {
  if (constant.type === 'time') return { low: BigInt(constant.from), high: BigInt(constant.to) };
  if (constant.type !== 'text' || !constant.isLiteral) return undefined;
  const moment = readTime(constant.text, type);
  return moment === undefined ? undefined : only(moment);
}

function booleanInterval(constant: Constant): Interval | undefined {
  if (constant.type === 'boolean') return only(constant.value ? 1n : 0n);
  const isLiteral =
    constant.type === 'text' && constant.isLiteral && /^(?:true|false)$/.test(constant.text);
  return isLiteral ? only(constant.text === 'true' ? 1n : 0n) : undefined;
}

/** Compares numbers by value and texts by UTF-8 bytes, as DuckDB does without a collation. */
export function compareValues(left: Comparable, right: Comparable): number {
  if (typeof left === 'string' && typeof right === 'string') return compareBytes(left, right);
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * UTF-16 differs from UTF-8 in order only where surrogates meet the characters from U+E000 to
 * U+FFFF.
 */
function compareBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (one !== other) return rank(one) - rank(other);
  }
  return left.length - right.length;
}

const rank = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
