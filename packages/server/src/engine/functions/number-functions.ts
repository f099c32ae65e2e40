import { notHeldAsDecimal, sqlError } from '../../kernel/sql-error.ts';
import { absolute, printDecimal, readDecimal, tens, trimDecimal } from '../../values/decimal.ts';
import { complementaryErrorFunction, errorFunction } from '../../values/error-function.ts';
import {
  type NumberReading,
  readFloatText,
  readIntegerText,
  readNumericText,
  readOidText,
} from '../../values/number-text.ts';
import { printNumeric, readNumeric } from '../../values/numeric.ts';
import { bigint, boolean, double, integer, list, real, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';
import { takeFloatSteps } from './float-steps.ts';
import { doubleText, realText } from './float-text.ts';

const integerTypes: Readonly<Record<number, string>> = {
  16: 'smallint',
  32: 'integer',
  64: 'bigint',
};

function expectRead<Value>(reading: NumberReading<Value>, written: string, type: string): Value {
  if (reading === 'malformed')
    return sqlError('22P02', `invalid input syntax for type ${type}: "${written}"`);
  if (reading === 'out of range')
    return sqlError('22003', `value "${written}" is out of range for type ${type}`);
  return reading.value;
}

/** `NaN` and the infinities too. */
const anyNumeric = (written: string): string => {
  const value = expectRead(readNumericText(written), written, 'numeric');
  return printNumeric(readNumeric(value));
};

/** A text of digits that DECIMAL can represent. */
function numericText(written: string): string {
  const value = expectRead(readNumericText(written), written, 'numeric');
  return /[yN]/.test(value) ? notHeld(value) : value;
}

const notHeld = (written: string) => sqlError('0A000', `${notHeldAsDecimal}: '${written}'`);

/** The number as DECIMAL(38,14). */
function heldNumeric(written: string): string {
  const value = trimDecimal(readDecimal(numericText(written)));
  if (value.scale <= 14 && absolute(value.digits) < tens(24 + value.scale))
    return printDecimal(value);
  return notHeld(written);
}

/** Numbers from text, in a form that the engine reads alike, and floats as text. */
export const numberFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_erf', [double], double, errorFunction),
  strictFunction('hotsql_erfc', [double], double, complementaryErrorFunction),
  strictFunction('hotsql_integer_in', [text, integer], text, (written, bits) =>
    String(expectRead(readIntegerText(written, bits), written, integerTypes[bits] ?? 'bigint')),
  ),
  strictFunction('hotsql_oid_in', [text], bigint, (written) =>
    expectRead(readOidText(written), written, 'oid'),
  ),
  strictFunction('hotsql_float_in', [text, text], text, (written, type) =>
    type === 'float4'
      ? expectRead(readFloatText(written, 'float4'), written, 'real')
      : expectRead(readFloatText(written, 'float8'), written, 'double precision'),
  ),
  strictFunction('hotsql_numeric_in', [text], text, numericText),
  strictFunction('hotsql_numeric_any', [text], text, anyNumeric),
  strictFunction('hotsql_float_steps', [text, list(double)], double, takeFloatSteps),
  strictFunction('hotsql_numeric_held', [text], text, heldNumeric),
  strictFunction(
    'hotsql_is_number',
    [text, text],
    boolean,
    (written, type) =>
      typeof (type === 'numeric'
        ? readNumericText(written)
        : readFloatText(written, type === 'float4' ? type : 'float8')) === 'object',
  ),
  strictFunction('hotsql_double_text', [double], text, doubleText),
  strictFunction('hotsql_real_text', [real], text, realText),
];
