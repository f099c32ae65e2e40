/** Literals that PostgreSQL and DuckDB read differently are checked and expanded at translation. */

import { quoteLiteral } from '../../../kernel/quoting.ts';
import { notHeldAsDecimal } from '../../../kernel/sql-error.ts';
import { readBoolean } from '../../../values/boolean-text.ts';
import { type Decimal, readDecimal as decimalFrom, printDecimal } from '../../../values/decimal.ts';
import {
  decimalParts,
  decimalSize,
  isTooLarge,
  type NumberReading,
  readFloatText,
  readIntegerText,
  readNumericText,
} from '../../../values/number-text.ts';
import { reject } from '../read/refusal.ts';
import type { Expr } from '../resolve/expr.ts';
import { decimalType, exactType, type Type, typeNamed } from '../resolve/type.ts';
import type { Holding } from './holding.ts';
import type { Printing } from './printing.ts';

type Location = number | undefined;

/** No 64-bit number has more digits. */
const maxIntegerDigits = 19;

/** A written number: int8 if whole and small enough, else an exact numeric. */
export function readNumber(how: Holding, given: string, location: Location): Expr {
  const digits = given.replaceAll('_', '');
  const integer = /^(-?)(\d+|0[xob][0-9a-f]+)$/i.exec(digits);
  const written = integer?.[2] ?? '';
  const isLong = /^\d+$/.test(written) && written.replace(/^0+/, '').length > maxIntegerDigits;
  if (integer === null || isLong) return readDecimal(how, digits, location);
  const value = integer[1] === '-' ? -BigInt(written) : BigInt(written);
  if (BigInt.asIntN(64, value) !== value) return readDecimal(how, String(value), location);
  if (BigInt.asIntN(32, value) !== value)
    return numberExpr(printWhole(value), String(value), typeNamed('int8'));
  // The smallest integer is written as a number too large with a sign in front.
  return {
    ...numberExpr(`CAST(${value} AS INTEGER)`, String(value), typeNamed('int4')),
    isLiteralInteger: true,
  };
}

const numberExpr = (text: string, value: string, type: Type): Expr => ({
  text,
  type,
  constant: { kind: 'number', value },
});

/** DuckDB reads the smallest BIGINT as a sign in front of a number that is too large. */
function printWhole(value: bigint): string {
  if (value === -(2n ** 63n)) return `CAST('${value}' AS BIGINT)`;
  return value < 0 ? `(${value})` : String(value);
}

const maxDigits = 38;

/**
 * A number with more digits than DuckDB's largest type stays as written: `1e131071` has as many
 * digits as a long statement.
 */
function readDecimal(how: Holding, written: string, location: Location): Expr {
  const parts = decimalParts(written);
  if (isTooLarge(parts)) return reject('value overflows numeric format', location, '22003');
  const { whole, scale } = decimalSize(parts);
  if (whole + scale <= maxDigits) return numericConstant(how, decimalFrom(written));
  return longNumber(how, `${parts.sign}${parts.digits || '0'}e${parts.exponent}`);
}

/**
 * Without exact numbers, the value may still become a float or a text. Any other use raises, and
 * the statement is then computed exactly.
 */
function longNumber({ isExact }: Holding, value: string): Expr {
  return isExact
    ? numberExpr(numberText(value), value, exactType)
    : numberExpr(tooLong, value, decimalType(maxDigits, 0));
}

const tooLong = `CAST(error('[0A000] ${notHeldAsDecimal}') AS DECIMAL(38,0))`;

/**
 * A numeric of known value. DuckDB reads an exponent or more than 38 digits as a double, so the
 * digits are printed. A value too long for a DECIMAL may still become a float or a text, and raises
 * in any other use.
 */
export function numericConstant(how: Holding, value: Decimal): Expr {
  const shown = printDecimal(value);
  const width = shown.replace(/^-?0*|\./g, '').length;
  if (width > maxDigits || value.scale > maxDigits) return longNumber(how, shown);
  const type = decimalType(Math.max(width, value.scale, 1), value.scale);
  return numberExpr(`CAST('${shown}' AS ${type.engine})`, shown, type);
}

/** The text of a constant number with all its digits; DuckDB adds the zeros of an exponent. */
export function numberText(value: string): string {
  if (!value.includes('e')) return quoteLiteral(value);
  const { sign, digits: known, exponent } = decimalParts(value);
  const digits = known || '0';
  const point = digits.length + exponent;
  if (exponent >= 0) return `('${sign}${digits}' || repeat('0', ${exponent}))`;
  if (point > 0) return `'${sign}${digits.slice(0, point)}.${digits.slice(point)}'`;
  return `('${sign}0.' || repeat('0', ${-point}) || '${digits}')`;
}

/** A result has at most 1,000 decimals; logarithms of longer numbers would take long. */
const maxComputed = 2100;

/** The value of a number known at translation, if short enough for arithmetic. */
export function decimalConstant(
  printing: Printing,
  { constant, type }: Expr,
  location: Location,
): Decimal | undefined {
  if (constant?.kind !== 'number' || !/^(?:int[248]|numeric)$/.test(type.name)) return undefined;
  const { whole, scale } = decimalSize(decimalParts(constant.value));
  if (whole + scale > maxComputed) return undefined;
  if (whole + scale > maxDigits) printing.spendDigits(whole + scale, location);
  return decimalFrom(constant.value);
}

export function printBooleanLiteral(text: string, location: Location): string {
  const value = readBoolean(text);
  if (value === undefined)
    reject(`invalid input syntax for type boolean: '${text}'`, location, '22P02');
  return value ? 'true' : 'false';
}

const shownTypes: Readonly<Record<string, string>> = {
  SMALLINT: 'smallint',
  INTEGER: 'integer',
  BIGINT: 'bigint',
  FLOAT: 'real',
  DOUBLE: 'double precision',
};

/** The value of a reading; raises as the type's input function does. */
export function expectRead<Value>(
  reading: NumberReading<Value>,
  text: string,
  type: string,
  location: Location,
): Value {
  if (reading === 'malformed')
    return reject(`invalid input syntax for type ${type}: '${text}'`, location, '22P02');
  if (reading === 'out of range')
    return reject(`'${text}' is out of range for type ${type}`, location, '22003');
  return reading.value;
}

/** A text cast to an integer type, checked against its range. */
export function printIntegerLiteral(
  text: string,
  type: string,
  bits: number,
  location: Location,
): string {
  const value = expectRead(readIntegerText(text, bits), text, shownTypes[type] ?? type, location);
  return `CAST(${value} AS ${type})`;
}

/** The text of a literal of type `numeric`: exactly the digits written. */
export function readNumericLiteral(printing: Printing, text: string, location: Location): Expr {
  const value = expectRead(readNumericText(text), text, 'numeric', location);
  if (!/[yN]/.test(value)) return readDecimal(printing, value, location);
  printing.expectExact();
  return { text: quoteLiteral(value), type: exactType };
}

/** A number or the text of a float; raises for any other text. */
export function printFloatLiteral(
  text: string,
  type: 'FLOAT' | 'DOUBLE',
  location: Location,
): string {
  const name = type === 'FLOAT' ? 'float4' : 'float8';
  const value = expectRead(readFloatText(text, name), text, shownTypes[type] ?? type, location);
  return `CAST(${quoteLiteral(value)} AS ${type})`;
}
