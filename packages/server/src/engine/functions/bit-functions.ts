import { sqlError } from '../../kernel/sql-error.ts';
import { readBits } from '../../values/read-bits.ts';
import { bigint, integer, list, text } from './codecs.ts';
import { type EngineFunction, strictFunction } from './engine-function.ts';

/** Exactly `length` bits, or at most `length` for `bit varying`. Longer strings are truncated. */
function fitBits(bits: string, length: number, isVarying: number): string {
  return isVarying === 0 ? bits.slice(0, length).padEnd(length, '0') : bits.slice(0, length);
}

/** The last bits of a number in two's complement. */
const bitsOf = (value: bigint, length: number): string =>
  length === 0 ? '' : BigInt.asUintN(length, value).toString(2).padStart(length, '0');

function toInteger(bits: string, width: number): bigint {
  if (bits.length > width)
    return sqlError('22003', `${width === 32 ? 'integer' : 'bigint'} out of range`);
  return BigInt.asIntN(width, BigInt(`0b${bits || '0'}`));
}

type Combine = (left: string, right: string) => boolean;

const combinations: Readonly<Record<string, Combine>> = {
  AND: (left, right) => left === '1' && right === '1',
  OR: (left, right) => left === '1' || right === '1',
  XOR: (left, right) => left !== right,
};

function combine(left: string, right: string, word: string): string {
  if (left.length !== right.length)
    return sqlError('22026', `cannot ${word} bit strings of different sizes`);
  const test = combinations[word] ?? (() => false);
  return Array.from(left, (bit, index) => (test(bit, right[index] ?? '0') ? '1' : '0')).join('');
}

/**
 * Shifts to the right (1) or the left (-1); a negative count reverses the direction. The length
 * stays.
 */
function shift(bits: string, count: number, direction: number): string {
  const size = Math.min(Math.abs(count), bits.length);
  return count * direction < 0
    ? bits.slice(size) + '0'.repeat(size)
    : '0'.repeat(size) + bits.slice(0, bits.length - size);
}

/** `count` bits from the first, counted from 1; places before the first count too. */
function substring(bits: string, first: number, count: number): string {
  if (count < 0) return sqlError('22011', 'negative substring length not allowed');
  return bits.slice(Math.max(first - 1, 0), Math.max(first - 1 + count, 0));
}

function overlay(bits: string, other: string, first: number, count: number): string {
  if (first < 1) return sqlError('22011', 'negative substring length not allowed');
  if (first + count > 2 ** 31 - 1) return sqlError('22003', 'integer out of range');
  return bits.slice(0, first - 1) + other + bits.slice(Math.max(first - 1 + count, 0));
}

function position(bits: string, part: string): number {
  if (bits === '' || part.length > bits.length) return 0;
  return bits.indexOf(part) + 1;
}

function placeIn(bits: string, place: number): number {
  if (place >= 0 && place < bits.length) return place;
  return sqlError('2202E', `bit index ${place} out of valid range (0..${bits.length - 1})`);
}

function setBit(bits: string, place: number, value: number): string {
  const at = placeIn(bits, place);
  if (value !== 0 && value !== 1) return sqlError('22023', 'new bit must be 0 or 1');
  return bits.slice(0, at) + value + bits.slice(at + 1);
}

/** Bit strings, represented by their digits. */
export const bitFunctions: readonly EngineFunction[] = [
  strictFunction('hotsql_bits_in', [text], text, readBits),
  strictFunction('hotsql_bits_fit', [text, integer, integer], text, fitBits),
  strictFunction('hotsql_bits_of', [bigint, integer], text, bitsOf),
  strictFunction('hotsql_bits_integer', [text, integer], bigint, toInteger),
  strictFunction('hotsql_bits_combine', [text, text, text], text, combine),
  strictFunction('hotsql_bits_all', [list(text), text], text, (values, word) =>
    values.reduce(
      (left, right) =>
        left === null || right === null ? (left ?? right) : combine(left, right, word),
      null,
    ),
  ),
  strictFunction('hotsql_bits_shift', [text, integer, integer], text, shift),
  strictFunction('hotsql_bits_substring', [text, integer, integer], text, substring),
  strictFunction('hotsql_bits_overlay', [text, text, integer, integer], text, overlay),
  strictFunction('hotsql_bits_position', [text, text], integer, position),
  strictFunction('hotsql_bits_get', [text, integer], integer, (bits, place) =>
    Number(bits[placeIn(bits, place)]),
  ),
  strictFunction('hotsql_bits_set', [text, integer, integer], text, setBit),
];
