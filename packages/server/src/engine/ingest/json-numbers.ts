import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { newObjectName } from '../../kernel/ids.ts';
import { withoutEnd } from '../../kernel/without-end.ts';
import type { JsonLayout } from './file-source.ts';
import {
  JsonNumberScanner,
  keyBefore,
  nameOfKey,
  type ScannedValue,
} from './json-number-scanner.ts';

/** The warnings name so many keys. */
const mostKeys = 5;
/** Any decimal number of so many digits is what its nearest double prints (IEEE 754, DBL_DIG). */
const sureDigits = 15;
/** No double prints more of them in its shortest form. */
const mostDigits = 17;
const maxDecimalDigits = 38;
const largestExactDouble = 2 ** 53;
const [lowerN, minus] = [0x6e, 0x2d];
const usualChunkBytes = 2 ** 20;

export interface JsonNumbers {
  /** Types of the keys of rows whose numbers no double holds, and a DECIMAL does, by their name. */
  readonly exact: ReadonlyMap<string, string>;
  /** Other keys with numbers that a double changes, at any depth; five at most. */
  readonly rounded: readonly string[];
}

/**
 * The types that the numbers of a JSON file need. The engine reads every fraction as a double
 * (1.5.6, also as text), so only the file's bytes tell. The rules are those of CSV (csv-column.ts),
 * but numbers that fit no DECIMAL stay doubles.
 */
export async function findJsonNumbers(
  path: string,
  layout: JsonLayout,
  chunkBytes = usualChunkBytes,
): Promise<JsonNumbers> {
  const finder = new NumberFinder(layout);
  await finder.scan(path, chunkBytes);
  return finder.found();
}

/** The numbers that are values of one key of the rows. */
interface KeyNumbers {
  wholeDigits: number;
  decimals: number;
  hasFraction: boolean;
  hasExponent: boolean;
  /** A double changes some fraction. */
  isRounded: boolean;
  /** A double changes some whole number. */
  isBeyond: boolean;
  /** Some value is neither a number nor null. */
  hasOthers: boolean;
}

class NumberFinder extends JsonNumberScanner {
  readonly #keys = new Map<string, KeyNumbers>();
  readonly #nested = new Set<string>();

  protected value(found: ScannedValue): void {
    const { bytes, start, end, isNumber, rowKey } = found;
    if (rowKey === null) {
      const isWanted = this.#nested.size < mostKeys && end - start > sureDigits;
      if (isWanted && isRoundedFraction(bytes.toString('latin1', start, end)))
        this.#nested.add(keyBefore(bytes, start));
      return;
    }
    const key = this.#keyOf(rowKey);
    if (isNumber) addNumber(key, found);
    else if (bytes[start] !== lowerN) key.hasOthers = true;
  }

  protected async passed(): Promise<void> {}

  found(): JsonNumbers {
    const exact = new Map<string, string>();
    const rounded = new Set<string>();
    const times = new Map<string, number>();
    const named = [...this.#keys].map(([rowKey, key]) => ({ name: nameOfKey(rowKey), key }));
    for (const { name } of named) times.set(name, (times.get(name) ?? 0) + 1);
    for (const { name, key } of named) {
      // A name that is written in two ways, one with an escape, is two keys here.
      const type = times.get(name) === 1 ? exactType(key) : null;
      if (type !== null) exact.set(name, type);
      else if (key.isRounded) rounded.add(name);
    }
    return { exact, rounded: [...new Set([...rounded, ...this.#nested])].slice(0, mostKeys) };
  }

  #keyOf(rowKey: string): KeyNumbers {
    const known = this.#keys.get(rowKey);
    if (known !== undefined) return known;
    const key = {
      wholeDigits: 0,
      decimals: 0,
      hasFraction: false,
      hasExponent: false,
      isRounded: false,
      isBeyond: false,
      hasOthers: false,
    };
    this.#keys.set(rowKey, key);
    return key;
  }
}

function addNumber(key: KeyNumbers, found: ScannedValue): void {
  const { bytes, start, end, pointAt, exponentAt } = found;
  const wholeStart = bytes[start] === minus ? start + 1 : start;
  key.wholeDigits = Math.max(key.wholeDigits, (pointAt < 0 ? end : pointAt) - wholeStart);
  if (exponentAt >= 0) key.hasExponent = true;
  if (pointAt >= 0) {
    key.hasFraction = true;
    if (end - pointAt - 1 > key.decimals) {
      const decimals = withoutEnd(bytes.toString('latin1', pointAt + 1, end), '0').length;
      key.decimals = Math.max(key.decimals, decimals);
    }
  }
  if (end - start <= sureDigits || (key.isRounded && key.isBeyond)) return;
  const text = bytes.toString('latin1', start, end);
  if (pointAt >= 0 || exponentAt >= 0) key.isRounded ||= isRoundedFraction(text);
  else key.isBeyond ||= Math.abs(Number(text)) > largestExactDouble;
}

function exactType(key: KeyNumbers): string | null {
  const { wholeDigits, decimals, hasFraction, hasExponent, isRounded, isBeyond, hasOthers } = key;
  const isNeeded = isRounded || (isBeyond && hasFraction);
  const fits = !hasExponent && !hasOthers && wholeDigits + decimals <= maxDecimalDigits;
  return isNeeded && fits ? `DECIMAL(38,${decimals})` : null;
}

/** Whether a fraction is not what its nearest double prints with as many digits, or the fewest. */
export function isRoundedFraction(text: string): boolean {
  if (!/[.eE]/.test(text) || String(Number(text)) === text) return false;
  const digits = digitsOf(text);
  if (digits.length <= sureDigits) return false;
  if (digits.length > mostDigits) return true;
  const double = Number(text);
  const isSame = (printed: string) => digitsOf(printed) === digits;
  return !isSame(double.toExponential()) && !isSame(double.toExponential(digits.length - 1));
}

/** Significant digits, without the sign, the point, the exponent and zeros at either end. */
const digitsOf = (text: string) =>
  withoutEnd((text.split(/[eE]/, 1)[0] ?? '').replace(/[-.]/g, '').replace(/^0+/, ''), '0');

/**
 * Writes a copy of the file below `folder` in which numbers of these keys of the rows are texts,
 * from which the engine reads every digit; the caller removes it.
 */
export async function quoteNumbers(
  { path, layout }: { readonly path: string; readonly layout: JsonLayout },
  names: Iterable<string>,
  folder: string,
  chunkBytes = usualChunkBytes,
): Promise<string> {
  const target = join(folder, `${newObjectName()}.json`);
  const output = createWriteStream(target, { flags: 'wx' });
  const end = finished(output);
  try {
    const quoter = new NumberQuoter(layout, new Set(names), output);
    await Promise.race([quoter.scan(path, chunkBytes), end]);
    output.end();
    await end;
  } catch (error) {
    output.destroy();
    await end.catch(() => undefined);
    await rm(target, { force: true });
    throw error;
  }
  return target;
}

class NumberQuoter extends JsonNumberScanner {
  readonly #names: ReadonlySet<string>;
  readonly #output: WriteStream;
  /** Whether the key is wanted, by how the file writes it. */
  readonly #isWanted = new Map<string, boolean>();
  /** Numbers of the bytes at hand that get quotes, as pairs of places. */
  #quoted: number[] = [];

  constructor(layout: JsonLayout, names: ReadonlySet<string>, output: WriteStream) {
    super(layout);
    this.#names = names;
    this.#output = output;
  }

  protected value({ start, end, isNumber, rowKey }: ScannedValue): void {
    if (isNumber && rowKey !== null && this.#wants(rowKey)) this.#quoted.push(start, end);
  }

  protected async passed(bytes: Buffer, start: number, end: number): Promise<void> {
    const pieces: Buffer[] = [];
    let from = start;
    for (const place of this.#quoted) {
      pieces.push(bytes.subarray(from, place), quoteByte);
      from = place;
    }
    this.#quoted = [];
    const piece = Buffer.concat([...pieces, bytes.subarray(from, end)]);
    await new Promise<void>((resolve, reject) => {
      this.#output.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  }

  #wants(rowKey: string): boolean {
    const known = this.#isWanted.get(rowKey);
    if (known !== undefined) return known;
    const wanted = this.#names.has(nameOfKey(rowKey));
    this.#isWanted.set(rowKey, wanted);
    return wanted;
  }
}

const quoteByte = Buffer.from('"');
