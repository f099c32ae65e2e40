import { refuse } from '../read/refusal.ts';
import { type Expr, expr } from '../resolve/expr.ts';
import { type Type, typeOfEngine } from '../resolve/type.ts';
import { coerce } from './coerce.ts';
import { castToType } from './print-cast.ts';
import type { Printing } from './printing.ts';

type Location = number | undefined;

const integerEngines: Readonly<Record<string, string>> = {
  Int8: 'TINYINT',
  Int16: 'SMALLINT',
  Int32: 'INTEGER',
  Int64: 'BIGINT',
  UInt8: 'UTINYINT',
  UInt16: 'USMALLINT',
  UInt32: 'UINTEGER',
  UInt64: 'UBIGINT',
};

/** Arrow's names of types that PostgreSQL also has. */
const plainNames: Readonly<Record<string, string>> = {
  Boolean: 'bool',
  Float32: 'float4',
  Float64: 'float8',
  Utf8: 'text',
  LargeUtf8: 'text',
  Utf8View: 'text',
  Date32: 'date',
  'Interval(MonthDayNano)': 'interval',
};

/** Precision of times in each unit; digits below a microsecond are always dropped. */
const truncations: Readonly<Record<string, string | undefined>> = {
  Second: 'second',
  Millisecond: 'milliseconds',
};
const microsPerUnit: Readonly<Record<string, string>> = {
  Second: '* 1000000',
  Millisecond: '* 1000',
  Microsecond: '',
  Nanosecond: '// 1000',
};

/**
 * `arrow_cast(x, 'Int64')`: a cast by Arrow's rules, which truncate numbers where PostgreSQL
 * rounds.
 */
export function castToArrow(
  printing: Printing,
  from: Expr,
  name: string,
  location: Location,
): Expr {
  const written = name.trim();
  const integer = integerEngines[written];
  if (integer !== undefined) return castToInteger(printing, from, typeOfEngine(integer), location);
  const plain = plainNames[written];
  if (plain !== undefined) return castToPlain(printing, from, plain, location);
  if (/^(?:Large)?Binary(?:View)?$/.test(written) && isText(from))
    return expr(`encode(${from.text})`, 'bytea');
  const decimal = /^Decimal(?:128|256)\((\d+), ?(\d+)\)$/.exec(written);
  if (decimal !== null) {
    const modifiers = [Number(decimal[1]), Number(decimal[2])];
    return castToType(printing, from, { name: 'numeric', modifiers, isArray: false, location });
  }
  const moment =
    /^(Timestamp|Time32|Time64)\((Second|Millisecond|Microsecond|Nanosecond)(?:, ?(None|Some\("(.+)"\)))?\)$/.exec(
      written,
    );
  if (moment !== null) return castToMoment(printing, from, moment, location);
  return refuse(`arrow_cast() to '${name}'`, location);
}

const isText = ({ type }: Expr) => ['text', 'varchar', 'unknown'].includes(type.name);
const isFraction = ({ type }: Expr) => ['numeric', 'float4', 'float8'].includes(type.name);
const isInteger = ({ type }: Expr) => /^int[248]$/.test(type.name);

function castToInteger(printing: Printing, from: Expr, target: Type, location: Location): Expr {
  const cast = (text: string) => expr(`CAST(${text} AS ${target.engine})`, target);
  if (isFraction(from)) return cast(`trunc(${from.text})`);
  if (isInteger(from) || from.type.name === 'bool') return cast(from.text);
  if (isText(from)) return cast(coerce(printing, from, 'int8', 'e', location).text);
  return refuse('arrow_cast() of this type to an integer', location);
}

function castToPlain(printing: Printing, from: Expr, target: string, location: Location): Expr {
  // Arrow writes these types with a T.
  if (target === 'text' && /^(?:timestamp|timetz|interval)/.test(from.type.name)) {
    return refuse('arrow_cast() of this type to a text', location, 'use to_char()');
  }
  return coerce(printing, from, target, 'e', location);
}

function castToMoment(
  printing: Printing,
  from: Expr,
  [, kind, unit = '', zone, zoneName]: RegExpExecArray,
  location: Location,
): Expr {
  const target =
    kind !== 'Timestamp'
      ? 'time'
      : zone === undefined || zone === 'None'
        ? 'timestamp'
        : 'timestamptz';
  if (zoneName !== undefined && !/^(?:UTC|\+00:00)$/.test(zoneName)) {
    return refuse(
      `arrow_cast() to the time zone '${zoneName}'`,
      location,
      "use AT TIME ZONE, and 'UTC' here",
    );
  }
  const held =
    isInteger(from) && kind === 'Timestamp'
      ? momentOf(from, unit, target)
      : coerce(printing, from, target, 'e', location);
  const truncation = truncations[unit];
  if (truncation === undefined) return held;
  const places = unit === 'Second' ? '0' : '3';
  if (target === 'time') return expr(`hotsql_cut_time(${held.text}, ${places})`, target);
  return expr(`CAST(date_trunc('${truncation}', ${held.text}) AS ${held.type.engine})`, held.type);
}

/** A number counts units since 1970. */
const momentOf = (from: Expr, unit: string, target: 'time' | 'timestamp' | 'timestamptz'): Expr => {
  const timestamp = `make_timestamp(CAST(${from.text} AS BIGINT) ${microsPerUnit[unit]})`;
  return target === 'timestamptz'
    ? expr(`CAST(${timestamp} AS TIMESTAMP WITH TIME ZONE)`, target)
    : expr(timestamp, target);
};
