import { createReadStream } from 'node:fs';
import { withoutEnd } from '../../kernel/without-end.ts';

/** The most keys that a warning names. */
const mostKeys = 5;
/** The nearest double prints every decimal number of 15 digits unchanged (IEEE 754, DBL_DIG). */
const sureDigits = 15;
/** No double prints more digits in the shortest form. */
const mostDigits = 17;
/**
 * The most numbers of 16 and 17 digits to examine closely, at 500 ns each. A writer without the
 * shortest form shows itself within as many.
 */
const mostChecked = 10_000;
/** The number of bytes to search for the key before a number. */
const keyChars = 300;

const [zero, nine, point, minus, quote, backslash] = [0x30, 0x39, 0x2e, 0x2d, 0x22, 0x5c];
const [lowerE, upperE, plus] = [0x65, 0x45, 0x2b];

/**
 * Keys of the JSON file with fractions that a double changes, at most five. The empty text stands
 * for a fraction without a key. The engine reads every fraction as a double (1.5.6, also as text),
 * so only the file's bytes tell.
 */
export async function roundedKeys(path: string): Promise<string[]> {
  const finder = new RoundedFinder();
  for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 })) {
    if (finder.look(chunk)) break;
  }
  return finder.keys;
}

class RoundedFinder {
  readonly #keys = new Set<string>();
  #checked = 0;
  /** Bytes already examined, or bytes of a number that the next chunk may continue. */
  #tail: Buffer = Buffer.alloc(0);
  /** The index in `tail` to continue from. */
  #next = 0;
  #inText = false;

  get keys(): string[] {
    return [...this.#keys];
  }

  /** Examines a chunk, and returns true when enough keys are found. */
  look(chunk: Buffer): boolean {
    const bytes = Buffer.concat([this.#tail, chunk]);
    let at = this.#next;
    while (at < bytes.length) {
      const byte = bytes[at] ?? 0;
      if (this.#inText) {
        if (byte === backslash) at += 1;
        else if (byte === quote) this.#inText = false;
        at += 1;
      } else if (byte === quote) {
        this.#inText = true;
        at += 1;
      } else if (byte >= zero && byte <= nine) {
        const end = endOfNumber(bytes, at);
        // The rest of the number is in the next bytes.
        if (end === bytes.length) break;
        if (this.#isRounded(bytes, at, end)) this.#keys.add(keyBefore(bytes, at));
        if (this.#keys.size === mostKeys) return true;
        at = end;
      } else at += 1;
    }
    const kept = Math.max(0, Math.min(at, bytes.length) - keyChars);
    this.#tail = bytes.subarray(kept);
    this.#next = at - kept;
    return false;
  }

  #isRounded(bytes: Buffer, start: number, end: number): boolean {
    // Most numbers are shorter.
    if (end - start <= sureDigits) return false;
    const text = bytes.toString('latin1', start, end);
    if (!text.includes('.') || /[eE]/.test(text)) return false;
    const digits = digitsOf(text);
    if (digits <= sureDigits) return false;
    if (digits > mostDigits) return true;
    if (this.#checked === mostChecked) return false;
    this.#checked += 1;
    return isRoundedFraction(text);
  }
}

const digitsOf = (text: string) => withoutEnd(text.replace('.', '').replace(/^0+/, ''), '0').length;

/** True where the nearest double of a fraction with 16 or 17 digits prints other digits. */
export function isRoundedFraction(text: string): boolean {
  if (digitsOf(text) <= sureDigits) return false;
  const plain = withoutEnd(text, '0');
  return plain !== String(Number(text)) && text !== Number(text).toFixed(decimalsOf(text));
}

/** The maximum of `toFixed` is 100. */
const decimalsOf = (text: string) => Math.min(100, text.length - text.indexOf('.') - 1);

function isOfNumber(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  if (byte >= zero && byte <= nine) return true;
  return [point, minus, plus, lowerE, upperE].includes(byte);
}

function endOfNumber(bytes: Buffer, start: number): number {
  let end = start + 1;
  while (end < bytes.length && isOfNumber(bytes[end])) end += 1;
  return end;
}

function keyBefore(bytes: Buffer, at: number): string {
  const text = bytes.toString('utf8', Math.max(0, at - keyChars), at);
  return /"((?:[^"\\]|\\.)*)"\s*:[^":]*$/.exec(text)?.[1] ?? '';
}
