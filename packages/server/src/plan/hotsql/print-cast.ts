import { quoteLiteral } from '../../kernel/quoting.ts';
import {
  isoForms,
  printBooleanLiteral,
  printFloatLiteral,
  printIntegerLiteral,
  printInterval,
  printIsoLiteral,
  printNumericLiteral,
} from './literals.ts';
import type { Printing } from './printing.ts';
import { refuse } from './refusal.ts';
import { integerLiteral, numberLiteral, staticType, stringLiteral } from './static-type.ts';
import { expectFields, type Fields, fieldSet, fieldsOf, listOf, locationOf, nameList, openNode } from './tree.ts';

const castFields = fieldSet('arg', 'typeName');
const typeNameFields = fieldSet('names', 'typmods', 'typemod', 'arrayBounds');

const plainTypes: Readonly<Record<string, string>> = {
  bool: 'BOOLEAN',
  boolean: 'BOOLEAN',
  int2: 'SMALLINT',
  smallint: 'SMALLINT',
  int4: 'INTEGER',
  int: 'INTEGER',
  integer: 'INTEGER',
  int8: 'BIGINT',
  bigint: 'BIGINT',
  float4: 'FLOAT',
  real: 'FLOAT',
  float8: 'DOUBLE',
  text: 'VARCHAR',
  name: 'VARCHAR',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMP WITH TIME ZONE',
  interval: 'INTERVAL',
  uuid: 'UUID',
};

interface TypeName {
  /** DuckDB's spelling of the element type; 'NUMERIC' and 'VARCHAR(n)' are handled by name. */
  readonly name: string;
  readonly modifiers: readonly number[];
  readonly isArray: boolean;
  readonly location: number | undefined;
}

function readTypeName(fields: Fields): TypeName {
  expectFields('a type', fields, typeNameFields);
  const location = locationOf(fields);
  const names = nameList(fields, 'names');
  const name = names.at(-1) ?? '';
  if (names.length > 1 && names[0] !== 'pg_catalog') refuse(`the type '${names.join('.')}'`, location);
  const modifiers = listOf(fields, 'typmods').map((item) => {
    const value = integerLiteral(item);
    return value ?? refuse(`a modifier of the type '${name}' that is no integer`, location);
  });
  const bounds = listOf(fields, 'arrayBounds');
  if (bounds.length > 1) refuse('arrays of more than one dimension', location);
  return { name, modifiers, isArray: bounds.length === 1, location };
}

/** The type as DuckDB spells it, where a plain CAST to it means the same. */
function duckdbType(type: TypeName): string {
  if (type.name === 'numeric' || type.name === 'decimal') return numericType(type);
  const plain = plainTypes[type.name];
  if (plain === undefined) return refuse(`the type '${type.name}'`, type.location);
  const fullPrecision = type.modifiers.every((modifier) => modifier === 6);
  if (type.modifiers.length > 0 && !(plain.startsWith('TIME') && fullPrecision)) {
    refuse(`a modifier on the type '${type.name}'`, type.location);
  }
  return plain;
}

function numericType(type: TypeName): string {
  const [precision, scale = 0] = type.modifiers;
  if (precision === undefined) return refuse('numeric without a precision here', type.location, 'write numeric(p, s)');
  if (precision < 1 || precision > 38 || scale < 0 || scale > precision) {
    refuse(`numeric(${precision}, ${scale})`, type.location, 'precision goes to 38, scale from 0 to the precision');
  }
  return `DECIMAL(${precision},${scale})`;
}

/** `CAST(x AS type)`, `x::type`, `type 'text'`. */
export function printCast(printing: Printing, cast: Fields): string {
  expectFields('CAST', cast, castFields);
  const typeFields = fieldsOf(cast, 'typeName') ?? {};
  const type = readTypeName(typeFields);
  if (type.isArray) return printArrayCast(printing, cast, type);
  const literal = stringLiteral(cast.arg) ?? numberLiteral(cast.arg);
  const isNull = openNode(cast.arg).fields.isnull === true;
  if (type.name === 'varchar') return printVarcharCast(printing, cast, type);
  if (type.name === 'interval') return printIntervalCast(printing, cast, type);
  if ((type.name === 'numeric' || type.name === 'decimal') && type.modifiers.length === 0) {
    return isNull ? 'CAST(NULL AS DECIMAL(38,0))' : printNumericCast(printing, cast, literal);
  }
  const duckdb = duckdbType(type);
  if (isNull) return `CAST(NULL AS ${duckdb})`;
  const isText = stringLiteral(cast.arg) !== undefined;
  if (literal !== undefined && (isText || duckdb === 'DOUBLE' || duckdb === 'FLOAT')) {
    return printLiteralCast(literal, duckdb, type.location);
  }
  const { kind, fields } = openNode(cast.arg);
  if (kind === 'A_Const' && fields.boolval !== undefined) {
    const text = fieldsOf(fields, 'boolval')?.boolval === true ? 'true' : 'false';
    return duckdb === 'BOOLEAN' ? text : `CAST(${text} AS ${duckdb})`;
  }
  return printValueCast(printing, cast.arg, duckdb);
}

const integerBits: Readonly<Record<string, number>> = { SMALLINT: 16, INTEGER: 32, BIGINT: 64 };
const integerMacros: Readonly<Record<string, string>> = {
  SMALLINT: 'to_smallint',
  INTEGER: 'to_integer',
  BIGINT: 'to_bigint',
};

function printLiteralCast(text: string, duckdb: string, location: number | undefined): string {
  const bits = integerBits[duckdb];
  if (bits !== undefined) return printIntegerLiteral(text, duckdb, bits, location);
  if (duckdb === 'BOOLEAN') return printBooleanLiteral(text, location);
  if (duckdb === 'DOUBLE' || duckdb === 'FLOAT') return printFloatLiteral(text, duckdb, location);
  if (isoForms[duckdb] !== undefined) return printIsoLiteral(text, duckdb, location);
  return `CAST(${quoteLiteral(text)} AS ${duckdb})`;
}

function printValueCast(printing: Printing, arg: unknown, duckdb: string): string {
  const value = printing.expression(arg);
  const known = staticType(arg);
  if (duckdb === 'VARCHAR') return known === 'text' ? value : printing.macro('to_text', value);
  const integerMacro = integerMacros[duckdb];
  if (integerMacro !== undefined && (known === 'unknown' || known === 'text'))
    return printing.macro(integerMacro, value);
  if (duckdb.startsWith('DECIMAL') && known !== 'integer' && known !== 'decimal') {
    // A double is rounded by the decimal digits it shows, as in PostgreSQL, not by its binary value.
    return `CASE WHEN typeof(${value}) IN ('DOUBLE', 'FLOAT') THEN CAST(CAST(${value} AS VARCHAR) AS ${duckdb}) ELSE CAST(${value} AS ${duckdb}) END`;
  }
  return `CAST(${value} AS ${duckdb})`;
}

function printVarcharCast(printing: Printing, cast: Fields, type: TypeName): string {
  const text = stringLiteral(cast.arg);
  const value =
    text === undefined ? printValueCast(printing, cast.arg, 'VARCHAR') : `CAST(${quoteLiteral(text)} AS VARCHAR)`;
  const [length] = type.modifiers;
  return length === undefined ? value : `left(${value}, ${length})`;
}

// INTERVAL_MASK bits of src/include/utils/timestamp.h for `interval '1' day`.
const intervalFields: Readonly<Record<number, string>> = {
  2: 'month',
  4: 'year',
  8: 'day',
  1024: 'hour',
  2048: 'minute',
  4096: 'second',
};

function printIntervalCast(printing: Printing, cast: Fields, type: TypeName): string {
  const text = stringLiteral(cast.arg);
  const [mask] = type.modifiers;
  if (text === undefined) {
    if (mask !== undefined) refuse('a modifier on the type interval', type.location);
    if (staticType(cast.arg) === 'interval') return printing.expression(cast.arg);
    if (openNode(cast.arg).fields.isnull === true) return 'CAST(NULL AS INTERVAL)';
    return refuse(
      'casting a value that is no literal to interval',
      type.location,
      "multiply instead: n * interval '1 day'",
    );
  }
  if (mask === undefined) return printInterval(text, type.location);
  const field = intervalFields[mask];
  if (field === undefined || type.modifiers.length > 1 || !/^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(text)) {
    return refuse('this form of an interval', type.location, "write interval '1 day 02:03:04'");
  }
  return printInterval(`${text.trim()} ${field}`, type.location);
}

/** `x::numeric`: DuckDB's own would round to three places. */
function printNumericCast(printing: Printing, cast: Fields, literal: string | undefined): string {
  if (literal !== undefined) return printNumericLiteral(literal, locationOf(cast));
  const value = printing.expression(cast.arg);
  switch (staticType(cast.arg)) {
    case 'integer':
      return `CAST(${value} AS DECIMAL(38,0))`;
    case 'decimal':
      return value;
    default:
      // An average of numbers is a double here, and documented as one.
      return isAverage(cast.arg) ? value : printing.typed('to_numeric', cast.arg, locationOf(cast));
  }
}

export function isAverage(node: unknown): boolean {
  const { kind, fields } = openNode(node);
  return (
    kind === 'FuncCall' &&
    ['avg', 'stddev', 'stddev_pop', 'stddev_samp', 'variance', 'var_pop', 'var_samp'].includes(
      nameList(fields, 'funcname').at(-1) ?? '',
    )
  );
}

/** The operand of `x::numeric`, undefined for any other expression. */
export function numericOperand(node: unknown): unknown {
  const { kind, fields } = openNode(node);
  if (kind !== 'TypeCast') return undefined;
  const type = fieldsOf(fields, 'typeName') ?? {};
  const isNumeric = nameList(type, 'names').at(-1) === 'numeric' && listOf(type, 'typmods').length === 0;
  return isNumeric && listOf(type, 'arrayBounds').length === 0 ? fields.arg : undefined;
}

/** A value cast to DECIMAL(38,15) for rounding to at most 15 places. */
export function printRoundable(printing: Printing, operand: unknown): string {
  return printValueCast(printing, operand, 'DECIMAL(38,15)');
}

function printArrayCast(printing: Printing, cast: Fields, type: TypeName): string {
  const { kind, fields } = openNode(cast.arg);
  const element = type.name === 'varchar' && type.modifiers.length === 0 ? 'VARCHAR' : duckdbType(type);
  if (kind === 'A_ArrayExpr' && listOf(fields, 'elements').length === 0) return `CAST([] AS ${element}[])`;
  if (stringLiteral(cast.arg) !== undefined) {
    return stringLiteral(cast.arg)?.trim() === '{}'
      ? `CAST([] AS ${element}[])`
      : refuse('an array as text', type.location, 'write ARRAY[...]');
  }
  return `CAST(${printing.expression(cast.arg)} AS ${element}[])`;
}

export function textLiteralOf(node: unknown): string | undefined {
  const direct = stringLiteral(node);
  if (direct !== undefined) return direct;
  const { kind, fields } = openNode(node);
  if (kind !== 'TypeCast') return undefined;
  const name = nameList(fieldsOf(fields, 'typeName') ?? {}, 'names').at(-1);
  return name === 'text' || name === 'varchar' ? stringLiteral(fields.arg) : undefined;
}
