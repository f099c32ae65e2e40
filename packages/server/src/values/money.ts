/**
 * PostgreSQL's `money` in the C locale: a number of cents, in the format of PostgreSQL's cash.c.
 */
import { sqlError } from '../kernel/sql-error.ts';

const form =
  /^\s*([-(]?)\s*\$?\s*([-(]?)\s*((?:\d|,(?=\d))*)(?:\.(\d*))?\s*\)?\s*(-?)\s*\$?\s*\)?\s*$/;

/** The cents of a text. Raises the errors of PostgreSQL's input function. */
export function readMoney(text: string): bigint {
  // A run of blanks counts as one. The pattern has many places for blanks, and would try every
  // division of a run.
  const match = form.exec(text.replace(/\s+/g, ' '));
  const [, before = '', after = '', whole = '', places = '', behind = ''] = match ?? [];
  if (match === null) return sqlError('22P02', `invalid input syntax for type money: "${text}"`);
  const cents = BigInt(`0${whole.replaceAll(',', '')}${places.slice(0, 2).padEnd(2, '0')}`);
  const size = (places[2] ?? '0') >= '5' ? cents + 1n : cents;
  const value = `${before}${after}${behind}` === '' ? size : -size;
  if (BigInt.asIntN(64, value) !== value) {
    return sqlError('22003', `value "${text}" is out of range for type money`);
  }
  return value;
}

/** `-$1,234.56` */
export function printMoney(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  const whole = BigInt(digits.slice(0, -2)).toLocaleString('en-US');
  return `${cents < 0n ? '-' : ''}$${whole}.${digits.slice(-2)}`;
}
