/** Literals whose text PostgreSQL and DuckDB read differently are checked, and spelt out, when the statement is translated. */
import { type Decimal, readDecimal as decimalFrom, printDecimal } from '../../kernel/decimal.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';
import type { Expr } from './expr.ts';
import { isTooLarge, type NumberReading, readFloatText, readIntegerText, readNumericText } from './number-text.ts';
import { refuse, reject } from './refusal.ts';
import { decimalType, type Type, typeNamed } from './type.ts';

type Location = number | undefined;

/** A number as it is written: int8 where it is whole and fits, else an exact numeric. */
export function readNumber(text: string, location: Location): Expr {
  const digits = text.replaceAll('_', '');
  const integer = /^(-?)(\d+|0[xob][0-9a-f]+)$/i.exec(digits);
  if (integer !== null) {
    const value = integer[1] === '-' ? -BigInt(integer[2] ?? '') : BigInt(integer[2] ?? '');
    if (BigInt.asIntN(64, value) === value) return numberExpr(printWhole(value), String(value), typeNamed('int8'));
    return readDecimal(String(value), location);
  }
  return readDecimal(digits, location);
}

const numberExpr = (text: string, value: string, type: Type): Expr => ({
  text,
  type,
  constant: { kind: 'number', value },
});

/** DuckDB reads the smallest BIGINT as a sign before a number that is too large. */
function printWhole(value: bigint): string {
  if (value === -(2n ** 63n)) return `CAST('${value}' AS BIGINT)`;
  return value < 0 ? `(${value})` : String(value);
}

function readDecimal(digits: string, location: Location): Expr {
  if (isTooLarge(digits)) return reject('value overflows numeric format', location, '22003');
  return numericConstant(decimalFrom(digits));
}

const tooLong = `CAST(error('[0A000] HotSQL does not support a numeric of more than 38 digits') AS DECIMAL(38,0))`;

/**
 * A numeric whose value is known. DuckDB reads an exponent or more than 38 digits as a double, so digits are written out; what is too long
 * for a DECIMAL may still become a float or a text, and raises where it is used otherwise.
 */
export function numericConstant(value: Decimal): Expr {
  const shown = printDecimal(value);
  const width = shown.replace(/^-?0*|\./g, '').length;
  if (width > 38) return numberExpr(tooLong, shown, decimalType(38, 0));
  const type = decimalType(Math.max(width, value.scale, 1), value.scale);
  return numberExpr(`CAST('${shown}' AS ${type.engine})`, shown, type);
}

/** A result has at most 1,000 decimals; of longer numbers, logarithms would take seconds. */
const maxComputed = 2100;

/** The value of a number that is known when the statement is translated, and short enough to compute with. */
export function decimalConstant({ constant, type }: Expr): Decimal | undefined {
  if (constant?.kind !== 'number' || !/^(?:int[248]|numeric)$/.test(type.name)) return undefined;
  return constant.value.length > maxComputed ? undefined : decimalFrom(constant.value);
}

const booleans: Readonly<Record<string, boolean>> = {
  t: true,
  tr: true,
  tru: true,
  true: true,
  y: true,
  ye: true,
  yes: true,
  on: true,
  1: true,
  f: false,
  fa: false,
  fal: false,
  fals: false,
  false: false,
  n: false,
  no: false,
  of: false,
  off: false,
  0: false,
};

export function printBooleanLiteral(text: string, location: Location): string {
  const value = booleans[text.trim().toLowerCase()];
  if (value === undefined) reject(`invalid input syntax for type boolean: '${text}'`, location, '22P02');
  return value ? 'true' : 'false';
}

const shownTypes: Readonly<Record<string, string>> = {
  SMALLINT: 'smallint',
  INTEGER: 'integer',
  BIGINT: 'bigint',
  FLOAT: 'real',
  DOUBLE: 'double precision',
};

/** What was read; raises as the type's input function does. */
function expectRead<Value>(reading: NumberReading<Value>, text: string, type: string, location: Location): Value {
  if (reading === 'malformed') return reject(`invalid input syntax for type ${type}: '${text}'`, location, '22P02');
  if (reading === 'out of range') return reject(`'${text}' is out of range for type ${type}`, location, '22003');
  return reading.value;
}

/** Text cast to an integer type, within its range. */
export function printIntegerLiteral(text: string, type: string, bits: number, location: Location): string {
  const value = expectRead(readIntegerText(text, bits), text, shownTypes[type] ?? type, location);
  return `CAST(${value} AS ${type})`;
}

/** The text of a literal of type `numeric`: exactly the digits written. */
export function readNumericLiteral(text: string, location: Location): Expr {
  const value = expectRead(readNumericText(text), text, 'numeric', location);
  if (/[yN]/.test(value)) return refuse(`the numeric '${value}'`, location);
  return readDecimal(value, location);
}

/** A number or the text of a float; what is no number of that type raises. */
export function printFloatLiteral(text: string, type: 'FLOAT' | 'DOUBLE', location: Location): string {
  const name = type === 'FLOAT' ? 'float4' : 'float8';
  const value = expectRead(readFloatText(text, name), text, shownTypes[type] ?? type, location);
  return `CAST(${quoteLiteral(value)} AS ${type})`;
}
