import type { CsvColumn } from './csv-column.ts';
import { type PlainColumns, slotBytes } from './csv-plain-columns.ts';
import { plainRowsWasm } from './generated/plain-rows-wasm.ts';

export interface TakenRows {
  readonly rowCount: number;
  readonly longestRowBytes: number;
  /** The beginning of the first row that is not plain, or `end`. */
  readonly nextRow: number;
}

export interface RowShape {
  readonly delimiter: number;
  readonly endsInReturn: boolean;
}

type TakeRows = (
  from: number,
  end: number,
  columns: number,
  delimiter: number,
  endsInReturn: boolean,
) => void;

/** The layout of memory, the same as in packages/server/wasm/plain-rows.ts. */
const firstSlot = 16;
const pageBytes = 65_536;
/** The comparison of an instant reads 32 bytes, some perhaps behind the last row. */
const slackBytes = 32;

let compiled: WebAssembly.Module | undefined;

/**
 * The fast path through rows without quotes. The general path reads an abandoned row again, because
 * adding a value twice does not change a column's type. The path is WebAssembly
 * (packages/server/wasm/plain-rows.ts): only here does each byte of a large file cost the service
 * time. 3M flights of 105 MB take 65 ms of CPU, against 185 ms in JavaScript.
 */
export class PlainRows {
  readonly #plain: PlainColumns;
  readonly #memory: WebAssembly.Memory;
  readonly #takeRows: TakeRows;
  readonly #rowsStart: number;
  #bytes: Uint8Array;
  #taken: Int32Array;
  /** The offset in the chunk of the bytes in memory; null for empty memory. */
  #chunkStart: number | null = null;

  constructor(plain: PlainColumns, columns: readonly CsvColumn[]) {
    this.#plain = plain;
    this.#rowsStart = firstSlot + plain.count * slotBytes;
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(this.#rowsStart / pageBytes) });
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#taken = new Int32Array(this.#memory.buffer, 0, 3);
    plain.moveTo(this.#slots());
    const take = (column: number, start: number, end: number) =>
      columns[column]?.add(this.#bytes, start, end);
    compiled ??= new WebAssembly.Module(Buffer.from(plainRowsWasm, 'base64'));
    const imports = { env: { memory: this.#memory }, 'plain-rows': { take } };
    this.#takeRows = new WebAssembly.Instance(compiled, imports).exports.takeRows as TakeRows;
  }

  /** Another chunk comes next. */
  nextChunk(): void {
    this.#chunkStart = null;
  }

  /** Takes rows of `chunk` from `from` to `end`. A line ends before `end`. */
  take(chunk: Uint8Array, from: number, end: number, shape: RowShape): TakenRows {
    if (this.#chunkStart === null) {
      this.#hold(end - from);
      this.#bytes.set(chunk.subarray(from, end), this.#rowsStart);
      this.#chunkStart = from;
    }
    const shift = this.#rowsStart - this.#chunkStart;
    const { delimiter, endsInReturn } = shape;
    this.#takeRows(from + shift, end + shift, this.#plain.count, delimiter, endsInReturn);
    const [rowCount = 0, longestRowBytes = 0, nextRow = 0] = this.#taken;
    return { rowCount, longestRowBytes, nextRow: nextRow - shift };
  }

  /** Grows the memory to contain `rowsBytes` bytes of rows. */
  #hold(rowsBytes: number): void {
    const missing = this.#rowsStart + rowsBytes + slackBytes - this.#bytes.length;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / pageBytes));
    // Growth replaces the buffer.
    this.#bytes = new Uint8Array(this.#memory.buffer);
    this.#taken = new Int32Array(this.#memory.buffer, 0, 3);
    this.#plain.follow(this.#slots());
  }

  #slots(): Uint8Array {
    return this.#bytes.subarray(firstSlot, this.#rowsStart);
  }
}
