import { absolute, readDecimal, roundDecimal, tens } from '../../kernel/decimal.ts';
import { SqlError } from '../../kernel/sql-error.ts';
import { dateOf, timestampOf } from '../../plan/hotsql/input/moment-values.ts';
import { readInterval } from '../../plan/hotsql/input/read-interval.ts';
import { readClock, readMoment } from '../../plan/hotsql/input/read-moment.ts';
import {
  type NumberReading,
  readFloatText,
  readIntegerText,
  readNumericText,
  readOidText,
} from '../../plan/hotsql/number-text.ts';
import { checkedJson } from './json/json-access.ts';
import { readJson } from './json/json-value.ts';
import { parsePath } from './jsonpath/parse-path.ts';
import { readBoolean } from './jsonpath/path-methods.ts';

/** A reader raises, or gives false, for a text that the type does not read. */
type Reader = (text: string, precision: number, scale: number) => unknown;

const isRead = (reading: NumberReading<unknown>) => typeof reading === 'object';

/** Spaces at the end are cut off where a text is too long. */
const fits: Reader = (text, length) => length < 0 || [...text.replace(/ +$/, '')].length <= length;

const numeric: Reader = (text, precision, scale) => {
  const reading = readNumericText(text);
  if (typeof reading !== 'object' || precision < 0) return isRead(reading);
  return absolute(roundDecimal(readDecimal(reading.value), scale).digits) < tens(precision);
};

const moment =
  (type: 'date' | 'timestamp' | 'timestamptz'): Reader =>
  (text) => {
    const read = readMoment(text, type);
    if (read.kind !== 'moment') return true;
    return type === 'date' ? dateOf(read, text) : timestampOf(read, type === 'timestamptz', text);
  };

const readers: Readonly<Record<string, Reader>> = {
  varchar: fits,
  bpchar: fits,
  int2: (text) => isRead(readIntegerText(text, 16)),
  int4: (text) => isRead(readIntegerText(text, 32)),
  int8: (text) => isRead(readIntegerText(text, 64)),
  float4: (text) => isRead(readFloatText(text, 'float4')),
  float8: (text) => isRead(readFloatText(text, 'float8')),
  numeric,
  oid: (text) => isRead(readOidText(text)),
  bool: (text) => readBoolean(text) !== undefined,
  date: moment('date'),
  timestamp: moment('timestamp'),
  timestamptz: moment('timestamptz'),
  time: (text) => readClock(text, 'time'),
  timetz: (text) => readClock(text, 'timetz'),
  interval: (text) => readInterval(text),
  uuid: (text) => /^\{?[0-9a-f]{4}(?:-?[0-9a-f]{4}){7}\}?$/i.test(text),
  json: (text) => checkedJson(text) !== '',
  jsonb: (text) => readJson(text) !== undefined,
  jsonpath: parsePath,
};

/** Whether the input function of a type, by PostgreSQL's name, takes a text; `precision` is below 0 where it has no modifiers. */
export function textReads(text: string, type: string, precision: number, scale: number): boolean {
  const reader = readers[type];
  if (reader === undefined) return true;
  try {
    return reader(text, precision, scale) !== false;
  } catch (thrown) {
    if (thrown instanceof SqlError && !thrown.sqlState.startsWith('0A')) return false;
    throw thrown;
  }
}
