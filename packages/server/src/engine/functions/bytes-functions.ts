import { createHash } from 'node:crypto';
import { sqlError } from '../../kernel/sql-error.ts';
import { printDecimal } from '../../values/decimal.ts';
import { bigint, bytes, integer, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

const toHex = (value: Uint8Array) => Buffer.from(value).toString('hex');

function encode(value: Uint8Array, format: string): string {
  switch (format.toLowerCase()) {
    case 'hex':
      return toHex(value);
    case 'base64':
      return base64Lines(Buffer.from(value));
    case 'escape':
      return [...value].map(escapedByte).join('');
    default:
      return sqlError('22023', `unrecognized encoding: "${format}"`);
  }
}

/** PostgreSQL ends a line after 57 bytes. A last line made full by padding has no end. */
function base64Lines(value: Buffer): string {
  const lines: string[] = [];
  for (let start = 0; start < value.length; start += 57) {
    const line = value.subarray(start, start + 57);
    lines.push(`${line.toString('base64')}${line.length === 57 ? '\n' : ''}`);
  }
  return lines.join('');
}

function escapedByte(byte: number): string {
  if (byte === 92) return '\\\\';
  return byte === 0 || byte >= 128
    ? `\\${byte.toString(8).padStart(3, '0')}`
    : String.fromCharCode(byte);
}

function decode(value: string, format: string): Uint8Array {
  switch (format.toLowerCase()) {
    case 'hex':
      return fromHex(value);
    case 'base64':
      return fromBase64(value);
    case 'escape':
      return fromEscaped(value);
    default:
      return sqlError('22023', `unrecognized encoding: "${format}"`);
  }
}

function fromHex(value: string): Uint8Array {
  const found: number[] = [];
  for (let at = 0; at < value.length; at += 1) {
    if (/[ \n\t\r]/.test(value[at] ?? '')) continue;
    const digits = [value[at] ?? '', value[at + 1]];
    for (const digit of digits) {
      if (digit === undefined)
        return sqlError('22023', 'invalid hexadecimal data: odd number of digits');
      if (!/[0-9a-fA-F]/.test(digit))
        return sqlError('22023', `invalid hexadecimal digit: "${digit}"`);
    }
    found.push(Number.parseInt(digits.join(''), 16));
    at += 1;
  }
  return Uint8Array.from(found);
}

function fromBase64(value: string): Uint8Array {
  const packed = value.replace(/[ \t\n\r]/g, '');
  const wrong = /[^A-Za-z0-9+/=]/u.exec(packed)?.[0];
  if (wrong !== undefined)
    sqlError('22023', `invalid symbol "${wrong}" found while decoding base64 sequence`);
  if (/=[^=]/.test(packed) || packed.endsWith('==='))
    sqlError('22023', 'unexpected "=" while decoding base64 sequence');
  if (packed.length % 4 !== 0) sqlError('22023', 'invalid base64 end sequence');
  return Uint8Array.from(Buffer.from(packed, 'base64'));
}

function fromEscaped(value: string): Uint8Array {
  const source = Buffer.from(value);
  const found: number[] = [];
  for (let at = 0; at < source.length; at += 1) {
    if (source[at] !== 92) found.push(source[at] ?? 0);
    else if (source[at + 1] === 92) {
      found.push(92);
      at += 1;
    } else {
      const octal = /^[0-3][0-7]{2}/.exec(source.toString('latin1', at + 1, at + 4))?.[0];
      if (octal === undefined) return sqlError('22P02', 'invalid input syntax for type bytea');
      found.push(Number.parseInt(octal, 8));
      at += 3;
    }
  }
  return Uint8Array.from(found);
}

/** The text of a literal: \x and digits, else the escape format. */
export const readBytes = (value: string): Uint8Array =>
  value.startsWith('\\x') ? fromHex(value.slice(2)) : fromEscaped(value);

function within(index: number, length: number): number {
  if (index < 0 || index >= length)
    sqlError('2202E', `index ${index} out of valid range, 0..${length - 1}`);
  return index;
}

function setByte(value: Uint8Array, index: number, byte: number): Uint8Array {
  const changed = value.slice();
  changed[within(index, value.length)] = byte & 0xff;
  return changed;
}

function bitPlace(value: Uint8Array, index: bigint): readonly [byte: number, mask: number] {
  const length = BigInt(value.length) * 8n;
  if (index < 0n || index >= length)
    sqlError('2202E', `index ${index} out of valid range, 0..${length - 1n}`);
  return [Number(index / 8n), 1 << Number(index % 8n)];
}

function getBit(value: Uint8Array, index: bigint): number {
  const [byte, mask] = bitPlace(value, index);
  return ((value[byte] ?? 0) & mask) === 0 ? 0 : 1;
}

function setBit(value: Uint8Array, index: bigint, bit: number): Uint8Array {
  const [byte, mask] = bitPlace(value, index);
  if (bit !== 0 && bit !== 1) sqlError('22023', 'new bit must be 0 or 1');
  const changed = value.slice();
  changed[byte] = bit === 1 ? (changed[byte] ?? 0) | mask : (changed[byte] ?? 0) & ~mask;
  return changed;
}

/** A `count` below 0 is an error. An absent count means the whole rest. */
function substring(value: Uint8Array, start: number, count: number): Uint8Array {
  if (count < 0) return sqlError('22011', 'negative substring length not allowed');
  const begin = Math.max(start - 1, 0);
  return value.slice(begin, Math.max(start - 1 + count, begin));
}

function overlay(
  value: Uint8Array,
  replacement: Uint8Array,
  start: number,
  count: number,
): Uint8Array {
  if (start <= 0) return sqlError('22011', 'negative substring length not allowed');
  if (start + count > 2 ** 31 - 1) return sqlError('22003', 'integer out of range');
  const tail = value.slice(Math.max(start - 1 + count, 0));
  return Uint8Array.from([...value.slice(0, start - 1), ...replacement, ...tail]);
}

function position(value: Uint8Array, part: Uint8Array): number {
  return Buffer.from(value).indexOf(part) + 1;
}

function trim(value: Uint8Array, set: Uint8Array, sides: string): Uint8Array {
  let [begin, end] = [0, value.length];
  if (sides !== 'end') while (begin < end && set.includes(value[begin] ?? 0)) begin += 1;
  if (sides !== 'start') while (end > begin && set.includes(value[end - 1] ?? 0)) end -= 1;
  return value.slice(begin, end);
}

const hash = (algorithm: string) => (value: Uint8Array) =>
  Uint8Array.from(createHash(algorithm).update(value).digest());

const bitCount = (value: Uint8Array) =>
  value.reduce((total, byte) => total + byte.toString(2).replaceAll('0', '').length, 0);

/**
 * The number of a Parquet DECIMAL stored as bytes: an integer in big-endian two's complement with
 * `scale` decimals.
 */
function decimalOfBytes(value: Uint8Array, scale: number): string {
  const digits =
    value.length === 0 ? 0n : BigInt.asIntN(8 * value.length, BigInt(`0x${toHex(value)}`));
  return printDecimal({ digits, scale });
}

export const bytesFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_encode', [bytes, text], text, encode),
  strictFunction('hotsql_decode', [text, text], bytes, decode),
  strictFunction('hotsql_bytea_text', [bytes], text, (value) => `\\x${toHex(value)}`),
  strictFunction('hotsql_bytea_input', [text], bytes, readBytes),
  strictFunction(
    'hotsql_get_byte',
    [bytes, integer],
    integer,
    (value, index) => value[within(index, value.length)] ?? 0,
  ),
  strictFunction('hotsql_set_byte', [bytes, integer, integer], bytes, setByte),
  strictFunction('hotsql_get_bit', [bytes, bigint], integer, getBit),
  strictFunction('hotsql_set_bit', [bytes, bigint, integer], bytes, setBit),
  strictFunction('hotsql_bytea_substring', [bytes, integer, integer], bytes, substring),
  strictFunction('hotsql_bytea_overlay', [bytes, bytes, integer, integer], bytes, overlay),
  strictFunction('hotsql_bytea_position', [bytes, bytes], integer, position),
  strictFunction('hotsql_bytea_trim', [bytes, bytes, text], bytes, trim),
  strictFunction('hotsql_bytea_reverse', [bytes], bytes, (value) => value.toReversed()),
  strictFunction('hotsql_bytea_bit_count', [bytes], integer, bitCount),
  strictFunction('hotsql_decimal_of_bytes', [bytes, integer], text, decimalOfBytes),
  strictFunction('hotsql_md5_bytea', [bytes], text, (value) => toHex(hash('md5')(value))),
  strictFunction('hotsql_sha224', [bytes], bytes, hash('sha224')),
  strictFunction('hotsql_sha256', [bytes], bytes, hash('sha256')),
  strictFunction('hotsql_sha384', [bytes], bytes, hash('sha384')),
  strictFunction('hotsql_sha512', [bytes], bytes, hash('sha512')),
];
