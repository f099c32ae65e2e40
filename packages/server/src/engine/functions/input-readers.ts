import { SqlError, sqlError } from '../../kernel/sql-error.ts';
import { isBooleanText } from '../../values/boolean-text.ts';
import { absolute, readDecimal, roundDecimal, tens } from '../../values/decimal.ts';
import { dateOf, timestampOf } from '../../values/moment-values.ts';
import { readMoney } from '../../values/money.ts';
import {
  type NumberReading,
  readFloatText,
  readIntegerText,
  readNumericText,
  readOidText,
} from '../../values/number-text.ts';
import { readBits } from '../../values/read-bits.ts';
import { readInterval } from '../../values/read-interval.ts';
import { readClock, readMoment } from '../../values/read-moment.ts';
import { readBytes } from './bytes-functions.ts';
import { readShape, shapeTypes } from './geometry/shapes.ts';
import { checkedJson } from './json/json-access.ts';
import { readJson } from './json/json-value.ts';
import { parsePath } from './jsonpath/parse-path.ts';
import { multirangeReaders } from './multirange-functions.ts';
import { addressReaders } from './network-functions.ts';
import { rangeReaders } from './range-functions.ts';

/** An error of a reader with PostgreSQL's detail in addition to the message. */
export class DetailedSqlError extends SqlError {
  readonly detail: string;

  constructor(sqlState: string, message: string, detail: string) {
    super(sqlState, message);
    this.detail = detail;
  }
}

const malformed = (type: string, value: string): never =>
  sqlError('22P02', `invalid input syntax for type ${type}: "${value}"`);

function expectNumber<Value>(
  reading: NumberReading<Value>,
  type: string,
  value: string,
  isValue = true,
): Value {
  if (reading === 'malformed') return malformed(type, value);
  if (reading !== 'out of range') return reading.value;
  return sqlError('22003', `${isValue ? 'value ' : ''}"${value}" is out of range for type ${type}`);
}

/** The reading of a value's text by a type. Raises the errors of PostgreSQL's input function. */
type InputReader = (value: string, modifiers: readonly number[]) => unknown;

const integer =
  (type: string, bits: number): InputReader =>
  (value) =>
    expectNumber(readIntegerText(value, bits), type, value);

function readNumeric(value: string, [precision, scale = 0]: readonly number[]): unknown {
  const read = readNumericText(value);
  if (read === 'out of range') return sqlError('22003', 'value overflows numeric format');
  const digits = expectNumber(read, 'numeric', value);
  if (precision === undefined || digits === 'NaN') return undefined;
  const field = `A field with precision ${precision}, scale ${scale}`;
  if (digits.endsWith('y')) {
    throw new DetailedSqlError(
      '22003',
      'numeric field overflow',
      `${field} cannot hold an infinite value.`,
    );
  }
  if (absolute(roundDecimal(readDecimal(digits), scale).digits) < tens(precision)) return undefined;
  const limit = precision === scale ? '1' : `10^${precision - scale}`;
  const detail = `${field} must round to an absolute value less than ${limit}.`;
  throw new DetailedSqlError('22003', 'numeric field overflow', detail);
}

const isLonger = (value: string, length: number | undefined) =>
  length !== undefined &&
  [...value].length > length &&
  [...value].slice(length).some((letter) => letter !== ' ');

const characters =
  (type: string): InputReader =>
  (value, [length]) =>
    isLonger(value, length) && sqlError('22001', `value too long for type ${type}(${length})`);

const readBitString: InputReader = (value, [length]) => {
  const bits = readBits(value);
  if (length !== undefined && bits.length !== length) {
    sqlError('22026', `bit string length ${bits.length} does not match type bit(${length})`);
  }
};

const readVaryingBits: InputReader = (value, [length]) =>
  length !== undefined &&
  readBits(value).length > length &&
  sqlError('22001', `bit string too long for type bit varying(${length})`);

const moment =
  (type: string, isZoned: boolean): InputReader =>
  (value) => {
    const read = readMoment(value, type);
    if (read.kind === 'moment') timestampOf(read, isZoned, value);
  };

const readDate: InputReader = (value) => {
  const read = readMoment(value, 'date');
  if (read.kind === 'moment') dateOf(read, value);
};

const readUuid: InputReader = (value) =>
  /^(?:\{[0-9a-f]{4}(?:-?[0-9a-f]{4}){7}\}|[0-9a-f]{4}(?:-?[0-9a-f]{4}){7})$/i.test(value) ||
  malformed('uuid', value);

const anything: InputReader = () => undefined;

/** Readers by PostgreSQL's name of the type. `modifiers` is empty for a type without modifiers. */
const shapeReaders = Object.fromEntries(
  shapeTypes.map((type): [string, InputReader] => [type, (value) => readShape(type, value)]),
);

const readers: Readonly<Record<string, InputReader>> = {
  bool: (value) => isBooleanText(value) || malformed('boolean', value),
  int2: integer('smallint', 16),
  int4: integer('integer', 32),
  int8: integer('bigint', 64),
  oid: (value) => expectNumber(readOidText(value), 'oid', value),
  float4: (value) => expectNumber(readFloatText(value, 'float4'), 'real', value, false),
  float8: (value) => expectNumber(readFloatText(value, 'float8'), 'double precision', value, false),
  numeric: readNumeric,
  text: anything,
  name: anything,
  char: anything,
  varchar: characters('character varying'),
  bpchar: characters('character'),
  bytea: readBytes,
  bit: readBitString,
  varbit: (value, modifiers) => {
    readBits(value);
    readVaryingBits(value, modifiers);
  },
  date: readDate,
  time: (value) => readClock(value, 'time'),
  timetz: (value) => readClock(value, 'time with time zone'),
  timestamp: moment('timestamp', false),
  timestamptz: moment('timestamp with time zone', true),
  interval: (value) => readInterval(value),
  uuid: readUuid,
  json: checkedJson,
  jsonb: readJson,
  jsonpath: parsePath,
  ...rangeReaders,
  ...multirangeReaders,
  ...addressReaders,
  money: readMoney,
  ...shapeReaders,
};

/** The reader of a type, by PostgreSQL's name; undefined where there is none. */
export function inputReader(type: string): InputReader | undefined {
  return Object.hasOwn(readers, type) ? readers[type] : undefined;
}

/**
 * True where the input function of a type accepts the text. The type has PostgreSQL's name.
 * `precision` is below 0 without modifiers.
 */
export function textReads(text: string, type: string, precision: number, scale: number): boolean {
  try {
    inputReader(type)?.(text, precision < 0 ? [] : [precision, scale]);
    return true;
  } catch (thrown) {
    if (thrown instanceof SqlError && !thrown.sqlState.startsWith('0A')) return false;
    throw thrown;
  }
}
