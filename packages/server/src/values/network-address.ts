/**
 * PostgreSQL's `inet` and `cidr`: reading, printing, and the functions of PostgreSQL's network.c.
 */
import { sqlError } from '../kernel/sql-error.ts';

/** An address, with the number of leading bits that name the network. */
export interface Address {
  /** 32 or 128. */
  readonly size: number;
  readonly bits: number;
  readonly value: bigint;
}

export type AddressType = 'inet' | 'cidr';

const invalid = (type: AddressType, text: string): never =>
  sqlError('22P02', `invalid input syntax for type ${type}: "${text}"`);

const ones = (count: number): bigint => (1n << BigInt(count)) - 1n;
/** The bits of the network. */
const maskOf = ({ size, bits }: Address): bigint => ones(size) ^ ones(size - bits);

/** Raises the errors of the type's input function. */
export function readAddress(text: string, type: AddressType): Address {
  const [written = '', length, ...more] = text.split('/');
  if (more.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length)))
    return invalid(type, text);
  const given = length === undefined ? undefined : Number(length);
  const address = written.includes(':') ? readSix(written, given) : readFour(written, given, type);
  if (address === undefined || address.bits > address.size) return invalid(type, text);
  if (type === 'cidr' && (address.value & ~maskOf(address)) !== 0n) {
    return sqlError('22P02', `invalid cidr value: "${text}"`);
  }
  return address;
}

/** The length that the class of a network implies, for a cidr without a length. */
function impliedLength(octets: readonly number[]): number {
  const [first = 0] = octets;
  const ofClass = first >= 240 ? 32 : first >= 224 ? 8 : first >= 192 ? 24 : first >= 128 ? 16 : 8;
  const bits = Math.max(ofClass, octets.length * 8);
  return bits === 8 && first === 224 ? 4 : bits;
}

function readFour(text: string, given: number | undefined, type: AddressType): Address | undefined {
  if (!/^\d{1,3}(?:\.\d{1,3}){0,3}$/.test(text)) return undefined;
  const octets = text.split('.').map(Number);
  if (octets.some((octet) => octet > 255)) return undefined;
  const bits = given ?? (type === 'cidr' ? impliedLength(octets) : 32);
  // An address may omit octets without a bit of its network.
  if (type === 'inet' && (given === undefined ? octets.length < 4 : bits > octets.length * 8))
    return undefined;
  const value = [...octets, 0, 0, 0]
    .slice(0, 4)
    .reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
  return { size: 32, bits, value };
}

function readSix(text: string, given: number | undefined): Address | undefined {
  const last = /^(.*:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text);
  const four = last === null ? undefined : readFour(last[2] ?? '', 32, 'inet');
  if (last !== null && four === undefined) return undefined;
  const written =
    four === undefined
      ? text
      : `${last?.[1]}${(four.value >> 16n).toString(16)}:${(four.value & 65535n).toString(16)}`;
  const halves = written.split('::');
  if (halves.length > 2) return undefined;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const words = [...left, ...right];
  if (words.some((word) => !/^[0-9a-f]{1,4}$/i.test(word))) return undefined;
  if (halves.length === 2 ? words.length > 7 : words.length !== 8) return undefined;
  const filled = [...left, ...new Array<string>(8 - words.length).fill('0'), ...right];
  const value = filled.reduce((sum, word) => sum * 65536n + BigInt(`0x${word}`), 0n);
  return { size: 128, bits: given ?? 128, value };
}

const octetsOf = (value: bigint): readonly bigint[] =>
  [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n);
const wordsOf = (value: bigint): readonly bigint[] =>
  Array.from({ length: 8 }, (_, index) => (value >> BigInt(112 - index * 16)) & 65535n);

/** The longest run of zeros, the first among equally long runs. */
function longestZeros(words: readonly bigint[]): {
  readonly start: number;
  readonly length: number;
} {
  let best = { start: -1, length: 0 };
  for (let start = 0; start < words.length; start += 1) {
    let end = start;
    while (words[end] === 0n) end += 1;
    if (end - start > best.length) best = { start, length: end - start };
    start = end;
  }
  return best;
}

function printSix(value: bigint): string {
  const words = wordsOf(value);
  const zeros = longestZeros(words);
  const isFour =
    zeros.start === 0 && (zeros.length === 6 || (zeros.length === 5 && words[5] === 65535n));
  const shown = words.map((word) => word.toString(16));
  if (isFour) shown.splice(6, 2, octetsOf(value & ones(32)).join('.'));
  if (zeros.length < 2) return shown.join(':');
  const after = shown.slice(zeros.start + zeros.length);
  return `${shown.slice(0, zeros.start).join(':')}::${after.join(':')}`;
}

/** The address without its length. */
export const printHost = ({ size, value }: Address): string =>
  size === 32 ? octetsOf(value).join('.') : printSix(value);

/** The address with its length, as in a cast to text. */
export const printFull = (address: Address): string => `${printHost(address)}/${address.bits}`;

export const printAddress = (address: Address, type: AddressType): string =>
  type === 'inet' && address.bits === address.size ? printHost(address) : printFull(address);

/** A network with only the octets or words of its length: `10.1/16`. */
export function abbreviated(address: Address): string {
  const { size, bits } = address;
  if (size === 128) return `${abbreviatedSix(address)}/${bits}`;
  const octets = octetsOf(address.value & maskOf(address)).slice(0, Math.ceil(bits / 8));
  return `${octets.length === 0 ? '0' : octets.join('.')}/${bits}`;
}

function abbreviatedSix(address: Address): string {
  if (address.bits === 0) return '::';
  const count = Math.max(2, Math.ceil(address.bits / 16));
  const words = wordsOf(address.value & maskOf(address)).slice(0, count);
  const zeros = longestZeros(words);
  const [high = 0n, low = 0n] = [words[7] ?? 0n].flatMap((word) => [word >> 8n, word & 255n]);
  const isFour =
    zeros.length !== count &&
    zeros.start === 0 &&
    (zeros.length === 6 ||
      (zeros.length === 5 && words[5] === 65535n) ||
      (zeros.length === 7 && high !== 0n && low !== 1n));
  let shown = '';
  for (const [index, word] of words.entries()) {
    if (index >= zeros.start && index < zeros.start + zeros.length) {
      if (index === zeros.start) shown += ':';
      if (index === count - 1) shown += ':';
    } else if (isFour && index > 5) {
      const last = index !== 7 || address.bits > 120 ? `.${word & 255n}` : '';
      shown += `${index === 6 ? ':' : '.'}${word >> 8n}${last}`;
    } else shown += `${shown === '' ? '' : ':'}${word.toString(16)}`;
  }
  return shown;
}

export const networkOf = (address: Address): Address => ({
  ...address,
  value: address.value & maskOf(address),
});
export const broadcastOf = (address: Address): Address => ({
  ...address,
  value: address.value | (ones(address.size) ^ maskOf(address)),
});
export const netmaskOf = (address: Address): Address => ({
  ...address,
  bits: address.size,
  value: maskOf(address),
});
export const hostmaskOf = (address: Address): Address => ({
  ...address,
  bits: address.size,
  value: ones(address.size - address.bits),
});
export const inverted = (address: Address): Address => ({
  ...address,
  value: address.value ^ ones(address.size),
});

/** -1 means all bits. */
export function withLength(address: Address, bits: number, type: AddressType): Address {
  if (bits < -1 || bits > address.size) return sqlError('22023', `invalid mask length: ${bits}`);
  const made = { ...address, bits: bits === -1 ? address.size : bits };
  return type === 'cidr' ? networkOf(made) : made;
}

const agree = (one: Address, other: Address, bits: number): boolean =>
  one.value >> BigInt(one.size - bits) === other.value >> BigInt(other.size - bits);

/**
 * Tests for an address within or equal to a network. All of PostgreSQL's operators are combinations
 * of the tests.
 */
export const addressTests = {
  within: (one: Address, other: Address) =>
    one.size === other.size && one.bits > other.bits && agree(one, other, other.bits),
  withinOrSame: (one: Address, other: Address) =>
    one.size === other.size && one.bits >= other.bits && agree(one, other, other.bits),
  overlap: (one: Address, other: Address) =>
    one.size === other.size && agree(one, other, Math.min(one.bits, other.bits)),
  sameFamily: (one: Address, other: Address) => one.size === other.size,
} as const;

const combined =
  (word: string, combine: (one: bigint, other: bigint) => bigint) =>
  (one: Address, other: Address): Address => {
    if (one.size !== other.size)
      return sqlError('22023', `cannot ${word} inet values of different sizes`);
    return {
      size: one.size,
      bits: Math.max(one.bits, other.bits),
      value: combine(one.value, other.value),
    };
  };

export const addressCombinations = {
  and: combined('AND', (one, other) => one & other),
  or: combined('OR', (one, other) => one | other),
  /** The smallest network that contains both. */
  merge: (one: Address, other: Address): Address => {
    if (one.size !== other.size)
      return sqlError('22023', 'cannot merge addresses from different families');
    let bits = Math.min(one.bits, other.bits);
    while (!agree(one, other, bits)) bits -= 1;
    return networkOf({ ...one, bits });
  },
} as const;

const outOfRange = (): never => sqlError('22003', 'result is out of range');

export function movedAddress(address: Address, by: bigint): Address {
  const value = address.value + by;
  return value < 0n || value > ones(address.size) ? outOfRange() : { ...address, value };
}

export function addressDistance(one: Address, other: Address): bigint {
  if (one.size !== other.size)
    return sqlError('22023', 'cannot subtract inet values of different sizes');
  const distance = one.value - other.value;
  return BigInt.asIntN(64, distance) === distance ? distance : outOfRange();
}

/** A text with the byte order of addresses: by family, network, length and the rest. */
export function addressKey(address: Address): string {
  const digits = address.value.toString(2).padStart(address.size, '0');
  const network = digits
    .slice(0, address.bits)
    .replace(/[01]/g, (bit) => (bit === '0' ? '1' : '2'));
  return `${address.size === 32 ? '4' : '6'}${network}0${digits.slice(address.bits)}`;
}
