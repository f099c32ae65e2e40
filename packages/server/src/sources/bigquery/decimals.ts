/** NUMERIC and BIGNUMERIC as integers in units of the last decimal. */

import { type Data, DataType } from 'apache-arrow';
import { withoutEnd } from '../../kernel/without-end.ts';
import { valueBytes } from '../arrow/decoders.ts';
import { unreadable } from './moments.ts';

/** The whole numbers of a decimal column of 128 or 256 bits. */
export function readWide(data: Data): ((row: number) => bigint) | undefined {
  if (!DataType.isDecimal(data.type)) return undefined;
  const width = data.type.bitWidth / 8;
  if (width !== 16 && width !== 32) return undefined;
  const bytes = valueBytes(data, width);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (row) => {
    const at = row * width;
    let value = view.getBigInt64(at + width - 8, true);
    for (let part = width - 16; part >= 0; part -= 8)
      value = (value << 64n) | view.getBigUint64(at + part, true);
    return value;
  };
}

/** `-1.5` in units of 10^-scale; BigQuery has no values with more decimals. */
export function readDecimal(text: string, scale: number): bigint {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  const digits = withoutEnd(decimals, '0');
  if (sign === undefined || whole.length + decimals.length === 0 || digits.length > scale)
    throw unreadable();
  const value = BigInt(whole + digits.padEnd(scale, '0'));
  return sign === '-' ? -value : value;
}

/** Prints no trailing zeros, and no point if no decimals remain. */
export function writeDecimal(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const decimals = withoutEnd(digits.slice(digits.length - scale), '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${value < 0n ? '-' : ''}${whole}${decimals === '' || scale === 0 ? '' : `.${decimals}`}`;
}
