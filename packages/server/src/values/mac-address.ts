/**
 * PostgreSQL's `macaddr` (6 bytes) and `macaddr8` (8 bytes), as texts of two digits between colons.
 * The texts sort like the addresses.
 */
import { sqlError } from '../kernel/sql-error.ts';

export type MacType = 'macaddr' | 'macaddr8';

const invalid = (type: MacType, text: string): never =>
  sqlError('22P02', `invalid input syntax for type ${type}: "${text}"`);

export const printMac = (bytes: readonly number[]): string =>
  bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(':');
export const bytesOfMac = (text: string): readonly number[] =>
  text.split(':').map((byte) => Number.parseInt(byte, 16));

/** Six numbers with one kind of mark between, or twelve digits in one, two or three parts. */
const sixForms: readonly RegExp[] = [
  /^([0-9a-f]+):([0-9a-f]+):([0-9a-f]+):([0-9a-f]+):([0-9a-f]+):([0-9a-f]+)$/i,
  /^([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]+)-([0-9a-f]+)$/i,
  /^([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2}):([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i,
  /^([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})-([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i,
  /^([0-9a-f]{2})([0-9a-f]{2})[.]([0-9a-f]{2})([0-9a-f]{2})[.]([0-9a-f]{2})([0-9a-f]{2})$/i,
  /^([0-9a-f]{2})([0-9a-f]{2})-([0-9a-f]{2})([0-9a-f]{2})-([0-9a-f]{2})([0-9a-f]{2})$/i,
  /^([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i,
];

function readSix(text: string): string {
  const written = text.trim();
  const parts = sixForms.map((form) => form.exec(written)).find((match) => match !== null);
  if (!parts) return invalid('macaddr', text);
  const bytes = parts.slice(1).map((part) => Number.parseInt(part, 16));
  if (bytes.some((byte) => byte > 255))
    return sqlError('22003', `invalid octet value in "macaddr" value: "${text}"`);
  return printMac(bytes);
}

/**
 * Pairs of digits, with marks of one kind between any pairs. Six bytes get `ff:fe` in the middle.
 */
function readEight(text: string): string {
  const written = text.trim();
  const marks = new Set(written.replace(/[0-9a-f]/gi, ''));
  const isWritten = /^[0-9a-f]{2}(?:[:.-]?[0-9a-f]{2})*$/i.test(written) && marks.size <= 1;
  const bytes = isWritten
    ? [...written.matchAll(/[0-9a-f]{2}/gi)].map(([pair]) => Number.parseInt(pair, 16))
    : [];
  if (bytes.length === 8) return printMac(bytes);
  return bytes.length === 6 ? printMac(widened(bytes)) : invalid('macaddr8', text);
}

const widened = (six: readonly number[]) => [...six.slice(0, 3), 0xff, 0xfe, ...six.slice(3)];

export const readMac = (text: string, type: MacType): string =>
  type === 'macaddr' ? readSix(text) : readEight(text);

function narrowed(bytes: readonly number[]): readonly number[] {
  if (bytes[3] === 0xff && bytes[4] === 0xfe) return [...bytes.slice(0, 3), ...bytes.slice(5)];
  return sqlError('22003', 'macaddr8 data out of range to convert to macaddr');
}

/** Functions of one address. */
export const macChanges = {
  not: (bytes: readonly number[]) => bytes.map((byte) => byte ^ 255),
  /** The manufacturer's part alone. */
  trunc: (bytes: readonly number[]) => bytes.map((byte, index) => (index < 3 ? byte : 0)),
  widen: widened,
  narrow: narrowed,
  /** Sets the seventh bit, as in addresses of IPv6. */
  mark: ([first = 0, ...rest]: readonly number[]) => [first | 2, ...rest],
} as const;
