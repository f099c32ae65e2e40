/**
 * Casts between types, by `source>target`, and readers of literals for each type. PostgreSQL's
 * catalog decides where a cast happens; a cast missing here is refused by name.
 */

import { quoteLiteral } from '../../../../kernel/quoting.ts';
import { cutName } from '../../../../values/cut-name.ts';
import { readOidText } from '../../../../values/number-text.ts';
import { readBits } from '../../../../values/read-bits.ts';
import { readChar } from '../../../../values/read-char.ts';
import { allFields } from '../../../../values/span.ts';
import { type Magnitude, magnitudeOfDecimal, magnitudeOfLiteral } from '../../read/float-tree.ts';
import { reject } from '../../read/refusal.ts';
import { typeInfo } from '../../resolve/catalog/postgres-catalog.ts';
import { exactText } from '../../resolve/exact-numeric.ts';
import { type Expr, expr, shownText } from '../../resolve/expr.ts';
import { multirangeOf, multirangeTypes, rangeTypes } from '../../resolve/range-types.ts';
import {
  decimalOf,
  decimalType,
  exactType,
  isExact,
  isInexact,
  isVarying,
  shapeTypes,
  showType,
  type Type,
  typeNamed,
  varying,
} from '../../resolve/type.ts';
import { readWrittenType } from '../../resolve/written-type.ts';
import {
  decimalConstant,
  expectRead,
  numberText,
  numericConstant,
  printBooleanLiteral,
  printFloatLiteral,
  printIntegerLiteral,
  readNumericLiteral,
} from '../literals.ts';
import { withShown } from '../numeric-text.ts';
import { printDate, printInterval, printTime, printTimestamp, readingAt } from '../print-input.ts';
import type { Printing } from '../printing.ts';
import {
  type Cast,
  type CastImplementation,
  called,
  doubleToText,
  macro,
  plain,
  relabelled,
  template,
  textToBytes,
} from './cast-forms.ts';
import { objectKinds, objectNames } from './object-names.ts';
import { shapeCast } from './shapes.ts';

const integers = ['int2', 'int4', 'int8'] as const;
const oids = ['oid', 'regclass', 'regtype', 'regnamespace', 'regrole'] as const;
const strings = ['text', 'varchar', 'bpchar', 'name'] as const;
const wholeDigits: Readonly<Record<string, number>> = { int2: 5, int4: 10, int8: 19 };

const jsonInput =
  (target: string): CastImplementation =>
  ({ from }) =>
    expr(`hotsql_${target}_in(${from.text})`, target);

/** A number of jsonb is exact: like a numeric, it is rounded to an integer. */
function jsonbScalar(target: string): CastImplementation {
  return ({ printing, from, location }) => {
    if (target === 'bool') return expr(`hotsql_jsonb_boolean(${from.text})`, target);
    if (target === 'numeric')
      return textToNumeric({
        printing,
        from: expr(`hotsql_jsonb_number(${from.text}, 'numeric')`, 'text'),
        location,
      });
    const shown = showType(typeNamed(target));
    const number = `hotsql_jsonb_number(${from.text}, '${shown}')`;
    const { engine } = typeNamed(target);
    return expr(
      target.startsWith('int')
        ? `CAST(round(CAST(${number} AS DECIMAL(38,10))) AS ${engine})`
        : `CAST(${number} AS ${engine})`,
      target,
    );
  };
}

const intervalInput: CastImplementation = ({ from }) =>
  expr(`hotsql_interval_in(${from.text}, ${allFields})`, 'interval');

const pairs = (
  sources: readonly string[],
  targets: readonly string[],
  make: (source: string, target: string) => CastImplementation,
): [string, CastImplementation][] =>
  sources.flatMap((source) =>
    targets
      .filter((target) => target !== source)
      .map((target): [string, CastImplementation] => [`${source}>${target}`, make(source, target)]),
  );

function integerToNumeric(cast: Cast): Expr {
  const constant = decimalConstant(cast.printing, cast.from, cast.location);
  if (constant !== undefined) return numericConstant(cast.printing, constant);
  const digits = wholeDigits[cast.from.type.name] ?? 38;
  return expr(`CAST(${cast.from.text} AS DECIMAL(${digits},0))`, decimalType(digits, 0));
}

/**
 * DuckDB divides the digits of a DECIMAL, which is right if both digits and power of ten are exact
 * in the float.
 */
function exactSource({ text, type }: Expr, target: 'float4' | 'float8'): string {
  const digits = target === 'float4' ? 7 : 15;
  return (decimalOf(type)?.precision ?? 0) > digits ? `CAST(${text} AS VARCHAR)` : text;
}

/** A number literal becomes a float in the printed text, so that filters see a constant. */
function numberToFloat(target: 'float4' | 'float8'): CastImplementation {
  const engine = target === 'float4' ? 'FLOAT' : 'DOUBLE';
  return ({ printing, from, location }) => {
    if (isExact(from.type) && from.constant?.kind !== 'number') {
      return expr(printing.macro(target === 'float4' ? 'to_real' : 'to_double', from.text), target);
    }
    if (from.constant?.kind !== 'number') {
      const text = `CAST(${exactSource(from, target)} AS ${engine})`;
      return { ...expr(text, target), ...asLeaf(text, magnitudeOfType(from.type)) };
    }
    const text = printFloatLiteral(from.constant.value, engine, location);
    const magnitude = magnitudeOfLiteral(from.constant.value);
    return { ...expr(text, target), constant: from.constant, ...asLeaf(text, magnitude) };
  };
}

/** The magnitude of integers, and of numerics represented as decimals. */
function magnitudeOfType(type: Type): Magnitude | undefined {
  if (/^int[248]$/.test(type.name)) return magnitudeOfDecimal(19, 0);
  const decimal = decimalOf(type);
  return decimal && magnitudeOfDecimal(decimal.precision, decimal.scale);
}

const asLeaf = (leaf: string, magnitude: Magnitude | undefined) =>
  magnitude === undefined ? {} : { floats: { leaf, magnitude } };

/**
 * Halves round to the even neighbour. DuckDB rounds before the range check for BIGINT, and after
 * the check for narrower types.
 */
function floatToInteger(target: string): CastImplementation {
  const { engine } = typeNamed(target);
  return ({ from }) =>
    expr(
      target === 'int8'
        ? `CAST(${from.text} AS BIGINT)`
        : `CAST(CAST(${from.text} AS BIGINT) AS ${engine})`,
      target,
    );
}

/** Underflow of a real raises, as overflow does. */
const doubleToReal = macro('real_of_double', 'float4');

const integerBits: Readonly<Record<string, number>> = { int2: 16, int4: 32, int8: 64 };

/**
 * Halves of numerics round away from zero; a double in place of a numeric is rounded before the
 * cast.
 */
function numericToInteger(target: string): CastImplementation {
  return ({ printing, from }) => {
    if (isExact(from.type)) {
      const whole = `hotsql_numeric_whole(${from.text}, ${integerBits[target]})`;
      return expr(`CAST(${whole} AS ${typeNamed(target).engine})`, target);
    }
    const rounded = isInexact(from.type) ? printing.macro('round_inexact', from.text) : from.text;
    return expr(`CAST(${rounded} AS ${typeNamed(target).engine})`, target);
  };
}

/** PostgreSQL converts a double to 15 digits, and a double equals its 15 digits. */
const doubleToNumeric: CastImplementation = ({ printing, from }) => {
  const text = `hotsql_numeric_of_double(${from.text})`;
  if (printing.isExact) return expr(text, exactType);
  const { floats: _, ...rest } = from;
  return withShown({ ...rest, type: { name: 'numeric', engine: 'DOUBLE' } }, text);
};

const realToNumeric: CastImplementation = ({ printing, from }) => {
  const text = `hotsql_numeric_of_real(${from.text})`;
  if (printing.isExact) return expr(text, exactType);
  return withShown(
    expr(`CAST(format('{:.6g}', ${from.text}) AS DOUBLE)`, { name: 'numeric', engine: 'DOUBLE' }),
    text,
  );
};

function numericToText(target: string): CastImplementation {
  return ({ from, printing }) => {
    if (from.constant?.kind === 'number') return expr(numberText(from.constant.value), target);
    // Must differ from the value's own text: under GROUP BY x::text, the bare value is not allowed.
    if (isExact(from.type)) return expr(`CAST(${from.text} AS VARCHAR)`, target);
    const shown = isVarying(from.type) || isInexact(from.type) ? shownText(from) : undefined;
    if (shown !== undefined) return expr(shown, target);
    // A column of the statement itself, computed elsewhere in the statement.
    if (isVarying(from.type) || decimalOf(from.type) === undefined) printing.expectExact();
    return expr(exactText(from), target);
  };
}

/** Reads the text of the number, and rounds at its third decimal. */
const toMoney: CastImplementation = (cast) => {
  const text = cast.printing.castTo(cast.from, 'text', cast.location).text;
  return expr(`hotsql_money_in(${text})`, 'money');
};

/** Exact, with up to 14 decimals of the value; more decimals raise an error. */
const textToNumeric: CastImplementation = ({ printing, from }) =>
  printing.isExact
    ? expr(`hotsql_numeric_any(${from.text})`, exactType)
    : expr(printing.macro('to_numeric', from.text), varying(decimalType(38, 14)));

const casts: Readonly<Record<string, CastImplementation>> = {
  ...Object.fromEntries([
    ...pairs(integers, integers, (_, target) => plain(target)),
    ...pairs(integers, ['numeric'], () => integerToNumeric),
    ...pairs([...integers, 'numeric'], ['float4'], () => numberToFloat('float4')),
    ...pairs([...integers, 'numeric'], ['float8'], () => numberToFloat('float8')),
    ...pairs(['float4', 'float8'], integers, (_, target) => floatToInteger(target)),
    ...pairs(['float4'], ['float8'], () => plain('float8')),
    ...pairs(['float8'], ['float4'], () => doubleToReal),
    ...pairs(['numeric'], integers, (_, target) => numericToInteger(target)),
    ...pairs(integers, strings, (_, target) => plain(target)),
    ...pairs(['time', 'timetz', 'uuid', 'bool'], strings, (_, target) => plain(target)),
    ...pairs(['bool'], ['name'], () =>
      template("CASE WHEN $ THEN 't' WHEN NOT $ THEN 'f' END", 'name'),
    ),
    ...pairs(['date', 'timestamp', 'timestamptz'], strings, (_, target) =>
      macro('text_of_moment', target),
    ),
    ...pairs(['float8'], strings, (_, target) => doubleToText(target)),
    ...pairs(['float4'], strings, (_, target) => called('hotsql_real_text', target)),
    ...pairs(['numeric'], strings, (_, target) => numericToText(target)),
    ...pairs(['text', 'varchar', 'name'], ['text', 'varchar', 'bpchar'], (_, target) =>
      relabelled(target),
    ),
    // A name has 63 bytes.
    ...pairs(['text', 'varchar'], ['name'], () =>
      template('CASE WHEN strlen($) > 63 THEN hotsql_name_in($) ELSE $ END', 'name'),
    ),
    ...pairs(
      ['bpchar'],
      ['text', 'varchar', 'name'],
      (_, target) =>
        ({ from }) =>
          expr(`rtrim(${from.text}, ' ')`, target),
    ),
    ...pairs(
      ['date', 'timestamp', 'timestamptz'],
      ['date', 'timestamp', 'timestamptz'],
      (_, target) => plain(target),
    ),
    ...pairs(['timetz'], ['time'], () => plain('time')),
    ...pairs(['timestamp', 'timestamptz'], ['time'], () =>
      template('CASE WHEN isfinite($) THEN CAST(CAST($ AS TIMESTAMP) AS TIME) END', 'time'),
    ),
    ...pairs(['interval'], ['time'], () => called('hotsql_time_of_interval', 'time')),
    ...pairs(['time'], ['timetz'], () => plain('timetz')),
    ...pairs(['timestamptz'], ['timetz'], () => called('hotsql_timetz_of_moment', 'timetz')),
    ...strings.flatMap((source) => [
      ...pairs([source], ['int2'], () => macro('to_smallint', 'int2')),
      ...pairs([source], ['int4'], () => macro('to_integer', 'int4')),
      ...pairs([source], ['int8'], () => macro('to_bigint', 'int8')),
      ...pairs([source], ['numeric'], () => textToNumeric),
      ...pairs([source], ['float8'], () => macro('to_double', 'float8')),
      ...pairs([source], ['float4'], () => macro('to_real', 'float4')),
      ...pairs([source], ['bool'], () => macro('to_boolean', 'bool')),
      ...pairs([source], ['date', 'time', 'timestamp', 'timestamptz'], (_, target) =>
        macro(`to_${target}`, target),
      ),
      ...pairs([source], ['timetz'], () => called('hotsql_timetz_in', 'timetz')),
      ...pairs([source], ['interval'], () => intervalInput),
      ...pairs([source], ['uuid'], () => plain('uuid')),
      ...pairs([source], ['json', 'jsonb', 'jsonpath'], (_, target) => jsonInput(target)),
    ]),
    // Must differ from the value's own text: under GROUP BY j::text, the bare value is not allowed.
    ...pairs(['json', 'jsonb', 'jsonpath'], strings, (_, target) => plain(target)),
    ...pairs(['json'], ['jsonb'], (_, target) => jsonInput(target)),
    ...pairs(['jsonb'], ['json'], (_, target) => relabelled(target)),
    ...pairs(['jsonb'], ['bool', ...integers, 'float4', 'float8', 'numeric'], (_, target) =>
      jsonbScalar(target),
    ),
  ]),
  'float8>numeric': doubleToNumeric,
  'float4>numeric': realToNumeric,
  ...Object.fromEntries([
    ...pairs(['int2', 'int4'], oids, (_, target) =>
      template('(CAST($ AS BIGINT) & 4294967295)', target),
    ),
    ...pairs(['int8'], oids, (_, target) => macro('to_oid', target)),
    ...pairs(oids, [...oids, 'int8'], (_, target) => relabelled(target)),
    // Keeps the 32 bits: values from 2^31 become negative.
    ...pairs(oids, ['int4'], () =>
      template('CAST(xor($, 2147483648) - 2147483648 AS INTEGER)', 'int4'),
    ),
    ...pairs(strings, ['oid'], () => called('hotsql_oid_in', 'oid')),
    ...pairs(['oid'], strings, (_, target) => plain(target)),
    ...objectKinds.flatMap((kind) => [
      ...pairs(
        [kind],
        strings,
        (_, target) =>
          ({ from }) =>
            expr(objectNames[kind].nameOf(from.text), target),
      ),
      ...pairs(
        strings,
        [kind],
        () =>
          ({ from }) =>
            expr(objectNames[kind].oidOf(from), kind),
      ),
    ]),
    ...pairs(strings, ['char'], (_, target) => called('hotsql_char_in', target)),
    ...pairs(['char'], strings, (_, target) => relabelled(target)),
    ...pairs(['char'], ['int4'], (_, target) => called('hotsql_char_integer', target)),
    ...pairs(['int4'], ['char'], (_, target) => called('hotsql_char_of', target)),
    ...pairs(['bit', 'varbit'], ['bit', 'varbit', ...strings], (_, target) => relabelled(target)),
    ...pairs(strings, ['bit', 'varbit'], (_, target) => called('hotsql_bits_in', target)),
    ...pairs(strings, rangeTypes, (_, target) =>
      template(`hotsql_range_in('${target}', $)`, target),
    ),
    ...pairs(strings, multirangeTypes, (_, target) =>
      template(`hotsql_multirange_in('${target}', $)`, target),
    ),
    ...pairs(strings, shapeTypes, (_, target) =>
      template(`hotsql_shape_in('${target}', $)`, target),
    ),
    ...shapeTypes.flatMap((source) =>
      pairs([source], shapeTypes, (_, target) => template(shapeCast(source, target), target)),
    ),
    ...pairs(strings, ['inet', 'cidr'], (_, target) =>
      template(`hotsql_inet_in('${target}', $)`, target),
    ),
    ...pairs(strings, ['macaddr', 'macaddr8'], (_, target) =>
      template(`hotsql_mac_in('${target}', $)`, target),
    ),
    ...pairs(strings, ['money'], (_, target) => called('hotsql_money_in', target)),
    ...pairs(['inet', 'cidr'], strings, (_, target) =>
      template(target === 'name' ? '$' : "hotsql_inet_part('full', $)", target),
    ),
    ...pairs(
      [...rangeTypes, ...multirangeTypes, ...shapeTypes, 'macaddr', 'macaddr8', 'money'],
      strings,
      (_, target) => relabelled(target),
    ),
    ...rangeTypes.flatMap((range) => {
      const target = multirangeOf(range) ?? '';
      return pairs([range], [target], () =>
        template(`hotsql_multirange_of('${target}', CASE WHEN $ IS NOT NULL THEN [$] END)`, target),
      );
    }),
    ...pairs(['int4', 'int8', 'numeric'], ['money'], () => toMoney),
    ...pairs(['bit'], ['int4'], () =>
      template('CAST(hotsql_bits_integer($, 32) AS INTEGER)', 'int4'),
    ),
    ...pairs(['bit'], ['int8'], () => template('hotsql_bits_integer($, 64)', 'int8')),
    ...pairs(['interval'], strings, (_, target) => called('hotsql_interval_text', target)),
    ...pairs(['bytea'], strings, (_, target) => called('hotsql_bytea_text', target)),
    ...pairs(strings, ['bytea'], () => textToBytes),
  ]),
  ...Object.fromEntries(
    [2, 4, 8].flatMap((width) => [
      [
        `bytea>int${width}`,
        template(
          `CAST(hotsql_bytes_integer($, ${width}) AS ${typeNamed(`int${width}`).engine})`,
          `int${width}`,
        ),
      ],
      [`int${width}>bytea`, template(`hotsql_integer_bytes(CAST($ AS BIGINT), ${width})`, 'bytea')],
    ]),
  ),
  'inet>cidr': template("hotsql_inet_part('network', $)", 'cidr'),
  'cidr>inet': template("hotsql_inet_part('inet', $)", 'inet'),
  'macaddr>macaddr8': template("hotsql_mac_change('widen', $)", 'macaddr8'),
  'macaddr8>macaddr': template("hotsql_mac_change('narrow', $)", 'macaddr'),
  'money>numeric': ({ from }) =>
    expr(
      `(CAST(hotsql_money_cents(${from.text}) AS DECIMAL(19,0)) * CAST(0.01 AS DECIMAL(3,2)))`,
      decimalType(22, 2),
    ),
  'bool>int4': plain('int4'),
  'int4>bool': plain('bool'),
  'time>interval': ({ from }) =>
    expr(`to_microseconds(date_diff('microsecond', TIME '00:00:00', ${from.text}))`, 'interval'),
};

export const castImplementations: ReadonlyMap<string, CastImplementation> = new Map(
  Object.entries(casts),
);

type LiteralReader = (text: string, location: number | undefined, printing: Printing) => Expr;

const string =
  (target: string): LiteralReader =>
  (text) =>
    expr(quoteLiteral(text), target);

const bits =
  (target: string): LiteralReader =>
  (text, location) =>
    expr(quoteLiteral(readingAt(location, () => readBits(text))), target);

const uuid: LiteralReader = (written, location) => {
  if (!/^\{?[0-9a-f]{4}(?:-?[0-9a-f]{4}){7}\}?$/i.test(written)) {
    reject(`invalid input syntax for type uuid: '${written}'`, location, '22P02');
  }
  const digits = written.replace(/[{}-]/g, '').toLowerCase();
  return expr(
    `CAST('${digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}' AS UUID)`,
    'uuid',
  );
};

function readTypeOid(text: string, location: number | undefined): Expr {
  const type = readingAt(location, () => readWrittenType(text));
  const oid = typeInfo(type.isArray ? `_${type.name}` : type.name)?.oid;
  return oid === undefined
    ? reject(`type '${text}' does not exist`, location, '42704')
    : expr(`CAST(${oid} AS BIGINT)`, 'regtype');
}

/** Readers of untyped literals for each type. */
export const literalReaders: Readonly<Record<string, LiteralReader>> = {
  bool: (text, location) => expr(printBooleanLiteral(text, location), 'bool'),
  int2: (text, location) => expr(printIntegerLiteral(text, 'SMALLINT', 16, location), 'int2'),
  int4: (text, location) => expr(printIntegerLiteral(text, 'INTEGER', 32, location), 'int4'),
  int8: (text, location) => expr(printIntegerLiteral(text, 'BIGINT', 64, location), 'int8'),
  float4: (text, location) => expr(printFloatLiteral(text, 'FLOAT', location), 'float4'),
  float8: (text, location) => expr(printFloatLiteral(text, 'DOUBLE', location), 'float8'),
  numeric: (text, location, printing) => readNumericLiteral(printing, text, location),
  text: string('text'),
  varchar: string('varchar'),
  bpchar: string('bpchar'),
  name: (text) => expr(quoteLiteral(cutName(text)), 'name'),
  date: (text, location) => expr(printDate(text, location), 'date'),
  time: (text, location) => expr(printTime(text, false, location), 'time'),
  timetz: (text, location) => expr(printTime(text, true, location), 'timetz'),
  timestamp: (text, location) => expr(printTimestamp(text, false, location), 'timestamp'),
  timestamptz: (text, location) => expr(printTimestamp(text, true, location), 'timestamptz'),
  interval: (text, location) => expr(printInterval(text, location), 'interval'),
  bit: bits('bit'),
  varbit: bits('varbit'),
  bytea: (text) => expr(`hotsql_bytea_input(${quoteLiteral(text)})`, 'bytea'),
  uuid,
  oid: (text, location) =>
    expr(`CAST(${expectRead(readOidText(text), text, 'oid', location)} AS BIGINT)`, 'oid'),
  ...Object.fromEntries(
    objectKinds.map((kind): [string, LiteralReader] => [
      kind,
      (text) => {
        const name: Expr = {
          ...expr(quoteLiteral(text), 'text'),
          constant: { kind: 'text', value: text },
        };
        return expr(objectNames[kind].oidOf(name), kind);
      },
    ]),
  ),
  // Functions have no oids here, only names.
  regproc: (text) => expr(quoteLiteral(text.trim().replace(/^pg_catalog\./, '')), 'text'),
  regtype: readTypeOid,
  char: (text) => expr(quoteLiteral(readChar(text)), 'char'),
  json: (text) => expr(`hotsql_json_in(${quoteLiteral(text)})`, 'json'),
  jsonb: (text) => expr(`hotsql_jsonb_in(${quoteLiteral(text)})`, 'jsonb'),
  jsonpath: (text) => expr(`hotsql_jsonpath_in(${quoteLiteral(text)})`, 'jsonpath'),
  unknown: string('text'),
  ...Object.fromEntries(
    rangeTypes.map((type) => [
      type,
      (text: string) => expr(`hotsql_range_in('${type}', ${quoteLiteral(text)})`, type),
    ]),
  ),
  ...Object.fromEntries(
    ['inet', 'cidr', 'macaddr', 'macaddr8', 'money', ...multirangeTypes, ...shapeTypes].map(
      (type): [string, LiteralReader] => [
        type,
        (text, location, printing) =>
          castImplementations.get(`text>${type}`)?.({
            printing,
            from: expr(quoteLiteral(text), 'text'),
            location,
          }) ?? expr('NULL', type),
      ],
    ),
  ),
};
