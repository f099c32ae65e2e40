import { sqlError } from '../../../kernel/sql-error.ts';
import { readBoolean } from '../../../values/boolean-text.ts';
import {
  ceilDecimal,
  type Decimal,
  floorDecimal,
  negateDecimal,
  printDecimal,
  readDecimal,
  roundDecimal,
} from '../../../values/decimal.ts';
import { JsonMoment } from '../json/json-moment.ts';
import { isArray, isObject, JsonNumber, type JsonValue, kindOf } from '../json/json-value.ts';
import { offsetWithin } from '../json/jsonb-layout.ts';
import { FatalPathError } from './path-error.ts';
import { readMomentItem } from './path-moments.ts';
import type { PathMethod } from './path-syntax.ts';

/** Every other method looks into an array in lax mode. */
export const isUnwrapping = (method: string): boolean => method !== 'type' && method !== 'size';

/** The properties of the path that a method may use. */
export interface MethodPlace {
  readonly lax: boolean;
  readonly forgiving: boolean;
  /** True where times may be interpreted in the session's zone. */
  readonly zoned: boolean;
}

/** The items of `item.method()`, for every method but `keyvalue`. */
export function applyMethod(
  method: PathMethod,
  item: JsonValue,
  place: MethodPlace,
): readonly JsonValue[] {
  const { lax, forgiving } = place;
  switch (method.name) {
    case 'type':
      return [item instanceof JsonMoment ? item.typeName : kindOf(item)];
    case 'size':
      if (isArray(item)) return [new JsonNumber(String(item.length))];
      if (lax) return [new JsonNumber('1')];
      return forgiving
        ? []
        : sqlError('22039', 'jsonpath item method .size() can only be applied to an array');
    case 'abs':
      return [
        ofNumber(method.name, item, (value) => (value.digits < 0n ? negateDecimal(value) : value)),
      ];
    case 'floor':
      return [ofNumber(method.name, item, floorDecimal)];
    case 'ceiling':
      return [ofNumber(method.name, item, ceilDecimal)];
    case 'double':
      return [toDouble(item)];
    case 'bigint':
      return [toInteger(item, 'bigint', 63n)];
    case 'integer':
      return [toInteger(item, 'integer', 31n)];
    case 'number':
      return [JsonNumber.of(toNumber(item, 'number'))];
    case 'decimal':
      return [toDecimal(item, method.arguments)];
    case 'boolean':
      return [toBoolean(item)];
    case 'string':
      return [toText(item)];
    default:
      return [toMoment(method, item, place.zoned)];
  }
}

function toMoment(
  { name, template, arguments: [precision] }: PathMethod,
  item: JsonValue,
  zoned: boolean,
): JsonValue {
  if (typeof item !== 'string')
    sqlError('22031', `jsonpath item method .${name}() can only be applied to a string`);
  if (precision === undefined)
    return readMomentItem({ name, ...(template === undefined ? {} : { template }) }, item, zoned);
  const digits = Number(printDecimal(precision));
  if (digits >= 2 ** 31) {
    sqlError(
      '22031',
      `time precision of jsonpath item method .${name}() is out of range for type integer`,
    );
  }
  return readMomentItem({ name, precision: digits }, item, zoned);
}

function notFor(method: string, kinds: string): never {
  return sqlError(
    '22036',
    `jsonpath item method .${method}() can only be applied to a ${kinds} value`,
  );
}

function invalid(text: string, method: string, type: string): never {
  return sqlError(
    '22036',
    `argument "${text}" of jsonpath item method .${method}() is invalid for type ${type}`,
  );
}

function ofNumber(name: string, item: JsonValue, change: (value: Decimal) => Decimal): JsonValue {
  return item instanceof JsonNumber ? JsonNumber.of(change(item.decimal)) : notFor(name, 'numeric');
}

/** The base of PostgreSQL's object numbers: an offset in a value that has a number too. */
export interface PathBase {
  readonly value: JsonValue;
  readonly id: number;
}

/** The members of an object, each as an object with id, key and value. */
export function keyValues(item: JsonValue, base: PathBase): readonly JsonValue[] {
  if (!isObject(item))
    return sqlError('2203C', 'jsonpath item method .keyvalue() can only be applied to an object');
  const offset = offsetWithin(base.value, item);
  if (offset === undefined)
    return sqlError('0A000', 'HotSQL does not support the jsonpath method .keyvalue() here');
  const id = new JsonNumber(String(BigInt(base.id) * 10_000_000_000n + BigInt(offset)));
  return [...item].map(
    ([key, value]) =>
      new Map<string, JsonValue>([
        ['id', id],
        ['key', key],
        ['value', value],
      ]),
  );
}

const numberText =
  /^\s*[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+)?\s*$/;

function toDouble(item: JsonValue): JsonValue {
  if (item instanceof JsonNumber) {
    return Number.isFinite(Number(item.text))
      ? item
      : invalid(item.text, 'double', 'double precision');
  }
  if (typeof item !== 'string') return notFor('double', 'string or numeric');
  const value = Number(item.trim());
  if (!numberText.test(item) || item.includes('_') || !Number.isFinite(value)) {
    return invalid(item, 'double', 'double precision');
  }
  // The conversion float8_numeric: 15 significant digits.
  return JsonNumber.of(readDecimal(String(Number(value.toPrecision(15)))));
}

function toInteger(item: JsonValue, method: string, bits: bigint): JsonValue {
  const text = item instanceof JsonNumber ? item.text : item;
  if (typeof text !== 'string') return notFor(method, 'string or numeric');
  const isWhole = /^\s*[+-]?\d+\s*$/.test(text);
  if (!(item instanceof JsonNumber) && !isWhole) return invalid(text, method, method);
  const { digits } = roundDecimal(readDecimal(text.trim()), 0);
  if (digits < -(2n ** bits) || digits >= 2n ** bits) return invalid(text, method, method);
  return new JsonNumber(String(digits));
}

function toNumber(item: JsonValue, method: string): Decimal {
  if (item instanceof JsonNumber) return item.decimal;
  if (typeof item !== 'string') return notFor(method, 'string or numeric');
  if (!numberText.test(item)) return invalid(item, method, 'numeric');
  return readDecimal(item.trim().replaceAll('_', ''));
}

function toDecimal(item: JsonValue, [precision, scale]: readonly Decimal[]): JsonValue {
  const value = toNumber(item, 'decimal');
  if (precision === undefined) return JsonNumber.of(value);
  const [digits, places] = [Number(precision.digits), Number(scale?.digits ?? 0n)];
  for (const [part, size] of Object.entries({ precision: digits, scale: places })) {
    if (Math.abs(size) < 2 ** 31) continue;
    sqlError(
      '22036',
      `${part} of jsonpath item method .decimal() is out of range for type integer`,
    );
  }
  const wrong = (message: string): never => {
    throw new FatalPathError('22023', message);
  };
  if (digits < 1 || digits > 1000) wrong(`NUMERIC precision ${digits} must be between 1 and 1000`);
  if (places < -1000 || places > 1000)
    wrong(`NUMERIC scale ${places} must be between -1000 and 1000`);
  const rounded = roundDecimal(value, places);
  const size = rounded.digits < 0n ? -rounded.digits : rounded.digits;
  const limit = places >= 0 ? 10n ** BigInt(digits) : 10n ** BigInt(digits - places);
  if (size >= limit)
    return invalid(item instanceof JsonNumber ? item.text : String(item), 'decimal', 'numeric');
  return JsonNumber.of(rounded);
}

function toBoolean(item: JsonValue): JsonValue {
  if (typeof item === 'boolean') return item;
  if (item instanceof JsonNumber) {
    const { digits, scale } = item.decimal;
    if (scale > 0 || digits < -(2n ** 31n) || digits >= 2n ** 31n)
      return invalid(item.text, 'boolean', 'boolean');
    return digits !== 0n;
  }
  if (typeof item !== 'string') return notFor('boolean', 'boolean, string, or numeric');
  return readBoolean(item) ?? invalid(item, 'boolean', 'boolean');
}

function toText(item: JsonValue): JsonValue {
  if (typeof item === 'string') return item;
  if (typeof item === 'boolean') return String(item);
  if (item instanceof JsonMoment) return item.jsonText;
  return item instanceof JsonNumber
    ? item.text
    : notFor('string', 'boolean, string, numeric, or datetime');
}
