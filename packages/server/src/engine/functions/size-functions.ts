/** Sizes in bytes in human-readable form. */

import { sqlError } from '../../kernel/sql-error.ts';
import { printDecimal, readDecimal, roundDecimal } from '../../values/decimal.ts';
import { bigint, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Bytes up to 10 kB, then up to 20,479 halves of the next unit. */
function prettySize(written: string): string {
  if (!/\d/.test(written)) return `${written} ${units.at(-1)}`;
  const sign = written.startsWith('-') ? '-' : '';
  const [whole = '0'] = written.replace('-', '').split('.');
  let size = BigInt(whole);
  if (size < 10_240n) return `${written} bytes`;
  size /= 512n;
  let unit = 1;
  for (; unit < units.length - 1 && size >= 20_479n; unit += 1) size /= 1024n;
  const rounded = (size + 1n) / 2n;
  return `${rounded === 0n ? '' : sign}${rounded} ${units[unit]}`;
}

const sizeForm = /^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*(?:([a-z]+)\s*)?$/i;

function sizeBytes(written: string): bigint {
  const [match, number = '', name = ''] = sizeForm.exec(written) ?? [];
  const unit = units.findIndex((known) => known.toLowerCase() === (name.toLowerCase() || 'bytes'));
  const power = name.toLowerCase() === 'b' ? 0 : unit;
  if (match === undefined || power < 0) return sqlError('22023', `invalid size: "${written}"`);
  const { digits, scale } = readDecimal(number);
  const bytes = BigInt(
    printDecimal(roundDecimal({ digits: digits * 1024n ** BigInt(power), scale }, 0)),
  );
  return BigInt.asIntN(64, bytes) === bytes ? bytes : sqlError('22003', 'bigint out of range');
}

export const sizeFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_size_pretty', [text], text, prettySize),
  strictFunction('hotsql_size_bytes', [text], bigint, sizeBytes),
];
