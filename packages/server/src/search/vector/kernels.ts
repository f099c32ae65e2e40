import { kernelCode } from './kernel-code.ts';

/** Node provides WebAssembly; the types of its version lack the declaration. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, object>>>>,
  ) => { readonly exports: unknown };
};

type Dots = (rows: number, count: number, width: number, vector: number, out: number) => void;

const pageBytes = 65_536;
/** The most bytes of a WebAssembly memory. */
const maxBytes = 4 * 2 ** 30 - pageBytes;
const compiled = new WebAssembly.Module(kernelCode);

/** A memory, allocated from its beginning, and the sums over its bytes (`kernel-code.ts`). */
export class Kernels {
  readonly #memory: { readonly buffer: ArrayBuffer };
  readonly dots8: Dots;
  readonly dots32: Dots;
  #used = 0;

  /** Throws a RangeError for more bytes than a memory can have. */
  constructor(bytes: number) {
    if (bytes > maxBytes) throw new RangeError(`${bytes} bytes are more than a memory has`);
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) + 1 });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    const { dots8, dots32 } = exports as { readonly dots8: Dots; readonly dots32: Dots };
    this.dots8 = dots8;
    this.dots32 = dots32;
  }

  /** Allocates bytes; their address is a multiple of 16. */
  take(bytes: number): number {
    const place = this.#used;
    this.#used += (bytes + 15) & ~15;
    if (this.#used > this.#memory.buffer.byteLength) throw new RangeError('the memory is used up');
    return place;
  }

  bytes(place: number, length: number): Int8Array<ArrayBuffer> {
    return new Int8Array(this.#memory.buffer, place, length);
  }

  shorts(place: number, length: number): Int16Array<ArrayBuffer> {
    return new Int16Array(this.#memory.buffer, place, length);
  }

  integers(place: number, length: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#memory.buffer, place, length);
  }

  floats(place: number, length: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#memory.buffer, place, length);
  }
}

/** Numbers of a row in the memory: the vector's, padded with zeros. */
export const paddedWidth = (dimensions: number) => (dimensions + 15) & ~15;
