import { sqlError } from '../../kernel/sql-error.ts';
import { infiniteMicros, isInfinite, microsPerDay } from '../../values/calendar.ts';
import { dateOf, timestampOf } from '../../values/moment-values.ts';
import { readIntegerText, readNumericText } from '../../values/number-text.ts';
import { compareNumerics, type Numeric, printNumeric, readNumeric } from '../../values/numeric.ts';
import {
  type RangeMade,
  type RangeTest,
  RangeType,
  type Side,
  type Subtype,
} from '../../values/range.ts';
import { readMoment } from '../../values/read-moment.ts';
import { boolean, text } from './codecs.ts';
import { type EngineFunction, nullableFunction, strictFunction } from './engine-function.ts';
import { JsonMoment } from './json/json-moment.ts';
import { numericSortKey } from './numeric-functions.ts';

const malformed = (type: string, value: string): never =>
  sqlError('22P02', `invalid input syntax for type ${type}: "${value}"`);

const compareWhole = (one: bigint, other: bigint) => Number(one > other) - Number(one < other);
/** Infinite values are above all keys. */
const wholeKey = (value: bigint) => String(value + 10n ** 24n).padStart(25, '0');

function integers(type: string, bits: number): Subtype<bigint> {
  const outOfRange = (value: unknown) =>
    sqlError('22003', `value "${value}" is out of range for type ${type}`);
  return {
    read(value) {
      const found = readIntegerText(value, bits);
      if (found === 'malformed') return malformed(type, value);
      return found === 'out of range' ? outOfRange(value) : found.value;
    },
    print: String,
    compare: compareWhole,
    key: wholeKey,
    next: (value) =>
      BigInt.asIntN(bits, value + 1n) > value
        ? value + 1n
        : sqlError('22003', `${type} out of range`),
  };
}

const numerics: Subtype<Numeric> = {
  read(value) {
    const found = readNumericText(value);
    if (found === 'malformed') return malformed('numeric', value);
    return found === 'out of range'
      ? sqlError('22003', 'value overflows numeric format')
      : readNumeric(found.value);
  },
  print: printNumeric,
  compare: compareNumerics,
  key: (value) => numericSortKey(printNumeric(value)),
};

/** Microseconds since 1970-01-01, of dates too. */
function moments(type: 'date' | 'timestamp' | 'timestamptz', name: string): Subtype<bigint> {
  return {
    read(value) {
      const found = readMoment(value, name);
      if (found.kind === 'infinite') return found.isNegative ? -infiniteMicros : infiniteMicros;
      if (found.kind !== 'moment')
        return sqlError('0A000', `"${value}" in a range is not supported`);
      if (type === 'date') return BigInt(dateOf(found, value)) * microsPerDay;
      return timestampOf(found, type === 'timestamptz', value);
    },
    print: (micros) => new JsonMoment(type, micros).sqlText,
    compare: compareWhole,
    key: wholeKey,
    ...(type === 'date' && {
      next: (micros) => (isInfinite(micros) ? undefined : micros + microsPerDay),
    }),
  };
}

export const rangeTypesByName: Readonly<Record<string, RangeType<bigint> | RangeType<Numeric>>> = {
  int4range: new RangeType(integers('integer', 32)),
  int8range: new RangeType(integers('bigint', 64)),
  numrange: new RangeType(numerics),
  daterange: new RangeType(moments('date', 'date')),
  tsrange: new RangeType(moments('timestamp', 'timestamp')),
  tstzrange: new RangeType(moments('timestamptz', 'timestamp with time zone')),
};

/** The reading of a text by each range type. Raises the errors of PostgreSQL's input function. */
export const rangeReaders: Readonly<Record<string, (value: string) => string>> = Object.fromEntries(
  Object.entries(rangeTypesByName).map(([name, type]) => [
    name,
    (value: string) => type.input(value),
  ]),
);

const typeNamed = (name: string) =>
  rangeTypesByName[name] ?? sqlError('42704', `type "${name}" does not exist`);

function make(
  type: string | null,
  lower: string | null,
  upper: string | null,
  flags: string | null,
): string {
  if (flags === null) return sqlError('22000', 'range constructor flags argument must not be null');
  if (!/^[[(][\])]$/.test(flags)) return sqlError('42601', 'invalid range bound flags');
  return typeNamed(type ?? '').make(lower, upper, flags);
}

/**
 * Ranges, represented by their texts. The first argument is PostgreSQL's name of the range type.
 */
export const rangeFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_range_in', [text, text], text, (type, value) =>
    typeNamed(type).input(value),
  ),
  nullableFunction('hotsql_range_make', [text, text, text, text], text, make),
  strictFunction('hotsql_range_bound', [text, text, text], text, (type, range, side) =>
    typeNamed(type).bound(range, side as Side),
  ),
  strictFunction(
    'hotsql_range_bound_is',
    [text, text, text, text],
    boolean,
    (type, range, side, what) =>
      typeNamed(type).boundIs(range, side as Side, what as 'inf' | 'inc'),
  ),
  strictFunction('hotsql_range_has', [text, text, text], boolean, (type, range, value) =>
    typeNamed(type).containsValue(range, value),
  ),
  strictFunction('hotsql_range_test', [text, text, text, text], boolean, (type, name, one, other) =>
    typeNamed(type).test(name as RangeTest, one, other),
  ),
  strictFunction('hotsql_range_combine', [text, text, text, text], text, (type, name, one, other) =>
    typeNamed(type).combine(name as RangeMade, one, other),
  ),
  strictFunction('hotsql_range_key', [text, text], text, (type, range) =>
    typeNamed(type).key(range),
  ),
];
