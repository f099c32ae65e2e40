import { absolute, readDecimal, roundDecimal, tens } from '../../kernel/decimal.ts';
import { SqlError, sqlError, withoutSqlState } from '../../kernel/sql-error.ts';
import { readArrayText } from '../../plan/hotsql/array-text.ts';
import { isBooleanText } from '../../plan/hotsql/boolean-text.ts';
import { typeInfo } from '../../plan/hotsql/catalog/postgres-catalog.ts';
import { dateOf, timestampOf } from '../../plan/hotsql/input/moment-values.ts';
import { readBits } from '../../plan/hotsql/input/read-bits.ts';
import { readInterval } from '../../plan/hotsql/input/read-interval.ts';
import { readClock, readMoment } from '../../plan/hotsql/input/read-moment.ts';
import {
  type NumberReading,
  readFloatText,
  readIntegerText,
  readNumericText,
  readOidText,
} from '../../plan/hotsql/number-text.ts';
import { readWrittenType, type WrittenType } from '../../plan/hotsql/written-type.ts';
import { readBytes } from './bytes-functions.ts';
import { boolean, list, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import { checkedJson } from './json/json-access.ts';

/** What the text of a type's value raises, as PostgreSQL's pg_input_error_info() has it. */
interface InputError {
  readonly message: string;
  readonly detail?: string;
  readonly hint?: string;
  readonly sqlState: string;
}

/** Raised within a reader, with what else is told of the error. */
class Detailed extends SqlError {
  readonly detail: string;

  constructor(sqlState: string, message: string, detail: string) {
    super(sqlState, message);
    this.detail = detail;
  }
}

const malformed = (type: string, value: string): never =>
  sqlError('22P02', `invalid input syntax for type ${type}: "${value}"`);

function expectNumber<Value>(reading: NumberReading<Value>, type: string, value: string, isValue = true): Value {
  if (reading === 'malformed') return malformed(type, value);
  if (reading !== 'out of range') return reading.value;
  return sqlError('22003', `${isValue ? 'value ' : ''}"${value}" is out of range for type ${type}`);
}

/** The reader of a type's text raises what PostgreSQL's raises. */
type Reader = (value: string, modifiers: readonly number[]) => unknown;

const integer =
  (type: string, bits: number): Reader =>
  (value) =>
    expectNumber(readIntegerText(value, bits), type, value);

function readNumeric(value: string, [precision, scale = 0]: readonly number[]): unknown {
  const read = readNumericText(value);
  if (read === 'out of range') return sqlError('22003', 'value overflows numeric format');
  const digits = expectNumber(read, 'numeric', value);
  if (precision === undefined || digits === 'NaN') return undefined;
  const field = `A field with precision ${precision}, scale ${scale}`;
  if (digits.endsWith('y')) {
    throw new Detailed('22003', 'numeric field overflow', `${field} cannot hold an infinite value.`);
  }
  if (absolute(roundDecimal(readDecimal(digits), scale).digits) < tens(precision)) return undefined;
  const limit = precision === scale ? '1' : `10^${precision - scale}`;
  const detail = `${field} must round to an absolute value less than ${limit}.`;
  throw new Detailed('22003', 'numeric field overflow', detail);
}

const isLonger = (value: string, length: number | undefined) =>
  length !== undefined && [...value].length > length && [...value].slice(length).some((letter) => letter !== ' ');

const characters =
  (type: string): Reader =>
  (value, [length]) =>
    isLonger(value, length) && sqlError('22001', `value too long for type ${type}(${length})`);

const readBitString: Reader = (value, [length]) => {
  const bits = readBits(value);
  if (length !== undefined && bits.length !== length) {
    sqlError('22026', `bit string length ${bits.length} does not match type bit(${length})`);
  }
};

const readVaryingBits: Reader = (value, [length]) =>
  length !== undefined &&
  readBits(value).length > length &&
  sqlError('22001', `bit string too long for type bit varying(${length})`);

const moment =
  (type: string, isZoned: boolean): Reader =>
  (value) => {
    const read = readMoment(value, type);
    if (read.kind === 'moment') timestampOf(read, isZoned, value);
  };

const readDate: Reader = (value) => {
  const read = readMoment(value, 'date');
  if (read.kind === 'moment') dateOf(read, value);
};

const readUuid: Reader = (value) =>
  /^(?:\{[0-9a-f]{4}(?:-?[0-9a-f]{4}){7}\}|[0-9a-f]{4}(?:-?[0-9a-f]{4}){7})$/i.test(value) || malformed('uuid', value);

const anything: Reader = () => undefined;

const readers: Readonly<Record<string, Reader>> = {
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
  jsonb: checkedJson,
};

function read(value: string, type: WrittenType): unknown {
  const reader = readers[type.name];
  if (typeInfo(type.name) === undefined) sqlError('42704', `type "${type.name}" does not exist`);
  if (reader === undefined) return sqlError('0A000', `the input of type '${type.name}' is not supported here`);
  if (!type.isArray) return reader(value, type.modifiers);
  const array = readArrayText(value);
  switch (array.kind) {
    case 'elements':
      for (const element of array.elements) if (element !== null) reader(element, type.modifiers);
      return undefined;
    case 'rows':
      for (const row of array.rows) read(row, type);
      return undefined;
    case 'invalid':
      return sqlError(array.sqlState, array.message);
    case 'malformed':
      return malformedArray(value);
    default:
      return sqlError('0A000', `${array.what} is not supported`);
  }
}

const malformedArray = (value: string): never => sqlError('22P02', `malformed array literal: "${value}"`);

/** Dates whose month or day no date has: another order of the parts may be meant. */
const isDisordered = (value: string) => {
  const [, one = '0', two = '0', three = '0'] = /(\d+)[-/](\d+)[-/](\d+)/.exec(value) ?? [];
  const [month, day] = one.length > 2 ? [two, three] : [one, two];
  return Number(month) > 12 || Number(day) > 31;
};

function errorOf(value: string, typeName: string): InputError | undefined {
  const type = readWrittenType(typeName);
  try {
    read(value, type);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof SqlError) || thrown.sqlState === '0A000' || thrown.sqlState === '42704') throw thrown;
    const message = withoutSqlState(thrown.message);
    const isDate = thrown.sqlState === '22008' && message.startsWith('date/time field value') && isDisordered(value);
    return {
      message,
      sqlState: thrown.sqlState,
      ...(thrown instanceof Detailed && { detail: thrown.detail }),
      ...(isDate && { hint: 'Perhaps you need a different "DateStyle" setting.' }),
    };
  }
}

/** What PostgreSQL tells in a detail that is not told here. */
function errorInfo(value: string, typeName: string): readonly (string | null)[] {
  const error = errorOf(value, typeName);
  if (error === undefined) return [null, null, null, null];
  if (/^(?:invalid input syntax for type json$|malformed array)/.test(error.message)) {
    return sqlError('0A000', 'pg_input_error_info() of malformed json and arrays is not supported');
  }
  return [error.message, error.detail ?? null, error.hint ?? null, error.sqlState];
}

export const inputErrorFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_input_is_valid', [text, text], boolean, (value, type) => errorOf(value, type) === undefined),
  strictFunction('hotsql_input_error', [text, text], list(text), errorInfo),
];
