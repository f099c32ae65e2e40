/**
 * SHA-256 (FIPS 180-4) piece by piece: WebCrypto digests whole buffers only, and in browsers only
 * on secure pages.
 */
export class Sha256 {
  readonly #state = new Uint32Array(initial);
  readonly #block = new Uint8Array(64);
  readonly #words = new Uint32Array(64);
  #filled = 0;
  #bytes = 0;

  update(bytes: Uint8Array): this {
    this.#bytes += bytes.length;
    let from = 0;
    if (this.#filled > 0) {
      from = Math.min(64 - this.#filled, bytes.length);
      this.#block.set(bytes.subarray(0, from), this.#filled);
      this.#filled += from;
      if (this.#filled < 64) return this;
      this.#compress(this.#block, 0);
      this.#filled = 0;
    }
    for (; from + 64 <= bytes.length; from += 64) this.#compress(bytes, from);
    this.#block.set(bytes.subarray(from));
    this.#filled = bytes.length - from;
    return this;
  }

  /** The digest in hexadecimal. Afterwards nothing may be added. */
  hex(): string {
    const bits = this.#bytes * 8;
    const padding = new Uint8Array((this.#filled < 56 ? 56 : 120) - this.#filled + 8);
    padding[0] = 0x80;
    const end = new DataView(padding.buffer);
    end.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    end.setUint32(padding.length - 4, bits >>> 0);
    this.update(padding);
    return [...this.#state].map((word) => word.toString(16).padStart(8, '0')).join('');
  }

  #compress(bytes: Uint8Array, from: number): void {
    const words = this.#words;
    for (let i = 0, at = from; i < 16; i += 1, at += 4) {
      words[i] =
        (at4(bytes, at) << 24) |
        (at4(bytes, at + 1) << 16) |
        (at4(bytes, at + 2) << 8) |
        at4(bytes, at + 3);
    }
    for (let i = 16; i < 64; i += 1) {
      const early = word(words, i - 15);
      const late = word(words, i - 2);
      const one = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const two = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words[i] = word(words, i - 16) + one + word(words, i - 7) + two;
    }
    const state = this.#state;
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i += 1) {
      const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const one = (h + mixed + ((e & f) ^ (~e & g)) + word(constants, i) + word(words, i)) | 0;
      const two =
        ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    for (const [i, added] of [a, b, c, d, e, f, g, h].entries()) state[i] = word(state, i) + added;
  }
}

const rotated = (value: number, by: number) => (value >>> by) | (value << (32 - by));
const at4 = (bytes: Uint8Array, index: number) => bytes[index] as number;
const word = (words: Uint32Array, index: number) => words[index] as number;

/**
 * The first 32 bits behind the point of the roots of the first primes: square roots begin the
 * state, cube roots each round.
 */
const primes = firstPrimes(64);
const initial = Uint32Array.from(primes.slice(0, 8), (prime) => fraction(prime, 2n));
const constants = Uint32Array.from(primes, (prime) => fraction(prime, 3n));

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1)
    if (found.every((prime) => n % prime !== 0)) found.push(n);
  return found;
}

/** Integer arithmetic: a double has too few bits for an exact result. */
function fraction(prime: number, root: bigint): number {
  const scaled = BigInt(prime) << (32n * root);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** root <= scaled) low = middle;
    else high = middle;
  }
  return Number(low & 0xffff_ffffn);
}

/** Digest of bytes in hexadecimal. WebCrypto is many times as fast and is used if present. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle === undefined) return new Sha256().update(bytes).hex();
  const digest = await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
