import { plainObjectsWasm } from './generated/plain-objects-wasm.ts';
import { isRoundedFraction } from './json-numbers.ts';

/** The layout of memory, the same as in packages/server/wasm/plain-objects.ts. */
const firstSlot = 16;
const slotBytes = 32;
const maxKeys = 256;
const keysStart = firstSlot + maxKeys * slotBytes;
const maxKeysBytes = 16 * 1024;
const rowsStart = keysStart + maxKeysBytes;
const pageBytes = 65_536;
/** A value is read in up to 32 bytes at once, some perhaps behind the last row. */
const slackBytes = 32;
const kindsAt = 8;

const kinds = {
  integer: 1,
  longInteger: 2,
  double: 4,
  truth: 8,
  text: 16,
  date: 32,
  timestamp: 64,
  zonedTimestamp: 128,
  perhapsInstant: 256,
} as const;

/** The type of a key's values; `perhapsInstant` for texts that the engine has to be asked about. */
export type PlainJsonType =
  | 'NULL'
  | 'BOOLEAN'
  | 'BIGINT'
  | 'DOUBLE'
  | 'VARCHAR'
  | 'DATE'
  | 'TIMESTAMP'
  | 'TIMESTAMP WITH TIME ZONE'
  | 'perhapsInstant';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

let compiled: WebAssembly.Module | undefined;

/**
 * The fast path through newline-delimited JSON objects without lists and objects inside. It finds
 * the keys in the order of their first appearance, and the kinds of their values. The path is
 * WebAssembly (packages/server/wasm/plain-objects.ts). An object that is not plain ends the path:
 * the engine then looks at the whole file.
 */
export class PlainObjects {
  readonly #memory: WebAssembly.Memory;
  readonly #takeObjects: (from: number, end: number) => void;
  readonly #names: string[] = [];
  #keysEnd = keysStart;
  #bytes: Buffer;
  #header: Int32Array;
  #rowCount = 0;

  constructor() {
    const initial = Math.ceil((rowsStart + slackBytes) / pageBytes);
    this.#memory = new WebAssembly.Memory({ initial });
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#header = new Int32Array(this.#memory.buffer, 0, rowsStart / 4);
    compiled ??= new WebAssembly.Module(Buffer.from(plainObjectsWasm, 'base64'));
    const imports = {
      env: { memory: this.#memory },
      'plain-objects': {
        addKey: (start: number, end: number) => this.#addKey(start, end),
        isRounded: (start: number, end: number) =>
          isRoundedFraction(this.#bytes.toString('latin1', start, end)),
      },
    };
    const { exports } = new WebAssembly.Instance(compiled, imports);
    this.#takeObjects = exports.takeObjects as (from: number, end: number) => void;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  /** Takes whole lines of valid UTF-8; false where one of them is not a plain object. */
  take(lines: Uint8Array): boolean {
    this.#hold(lines.length);
    this.#bytes.set(lines, rowsStart);
    const end = rowsStart + lines.length;
    this.#takeObjects(rowsStart, end);
    const [rowCount = 0, nextRow = 0] = this.#header;
    this.#rowCount += rowCount;
    return nextRow === end;
  }

  /** The type of each key; null where the values of a key are of different kinds. */
  types(): ReadonlyMap<string, PlainJsonType> | null {
    const types = new Map<string, PlainJsonType>();
    for (const [index, name] of this.#names.entries()) {
      const type = typeOf(this.#header[(firstSlot + index * slotBytes + kindsAt) / 4] ?? 0);
      if (type === null) return null;
      types.set(name, type);
    }
    return types;
  }

  /** Imports of WebAssembly give numbers for booleans. */
  #addKey(start: number, end: number): number {
    const length = end - start;
    const count = this.#names.length;
    if (count === maxKeys || this.#keysEnd + length > rowsStart) return 0;
    const name = decoded(this.#bytes.subarray(start, end));
    if (name === null) return 0;
    this.#names.push(name);
    this.#bytes.copyWithin(this.#keysEnd, start, end);
    const slot = (firstSlot + count * slotBytes) / 4;
    this.#header[slot] = this.#keysEnd;
    this.#header[slot + 1] = length;
    this.#header[2] = count + 1;
    this.#keysEnd += length;
    return 1;
  }

  /** Grows the memory to contain `rowsBytes` bytes of rows. */
  #hold(rowsBytes: number): void {
    const missing = rowsStart + rowsBytes + slackBytes - this.#bytes.length;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(missing / pageBytes));
    // Growth replaces the buffer.
    this.#bytes = Buffer.from(this.#memory.buffer);
    this.#header = new Int32Array(this.#memory.buffer, 0, rowsStart / 4);
  }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function typeOf(bits: number): PlainJsonType | null {
  const { integer, longInteger, double, truth, text, date, timestamp, zonedTimestamp } = kinds;
  const isNumber = (bits & (integer | double)) !== 0;
  const isText = (bits & ~(integer | longInteger | double | truth)) !== 0;
  const isTruth = (bits & truth) !== 0;
  if (bits === 0) return 'NULL';
  if (Number(isNumber) + Number(isText) + Number(isTruth) > 1) return null;
  if (isTruth) return 'BOOLEAN';
  if (isNumber && (bits & double) === 0) return 'BIGINT';
  // A double may lack digits of a long integer.
  if (isNumber) return (bits & longInteger) === 0 ? 'DOUBLE' : null;
  if ((bits & text) !== 0) return 'VARCHAR';
  if (bits === date) return 'DATE';
  if (bits === timestamp) return 'TIMESTAMP';
  return bits === zonedTimestamp ? 'TIMESTAMP WITH TIME ZONE' : 'perhapsInstant';
}
