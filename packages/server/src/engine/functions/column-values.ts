import type { Vector } from '@duckdb/node-bindings';
import { type DuckDBDataChunk, engineBindings } from '../duckdb.ts';
import type { Codec, Storage } from './codecs.ts';
import { readStrings } from './string-memory.ts';

/**
 * The values of one column of a chunk, read from the engine's memory. The package reads one value
 * at a time, with calls into the engine for each long text.
 */
export interface ColumnValues {
  /** SQL's NULL is null. */
  readonly values: readonly unknown[];
  /** All rows have the first one's value. */
  readonly isConstant: boolean;
}

export function readColumn(
  chunk: DuckDBDataChunk,
  index: number,
  codec: Codec<unknown>,
): ColumnValues {
  const { storage } = codec;
  if (storage === undefined) return readItems(chunk, index, codec);
  const count = chunk.rowCount;
  const vector = engineBindings.data_chunk_get_vector(chunk.chunk, index);
  const values = readers[storage](vector, count);
  const validity = engineBindings.vector_get_validity(vector, Math.ceil(count / 64) * 8);
  if (validity) {
    for (let row = 0; row < count; row += 1)
      if ((((validity[row >> 3] ?? 0) >> (row & 7)) & 1) === 0) values[row] = null;
  }
  return { values, isConstant: isConstant(values) };
}

function isConstant(values: readonly unknown[]): boolean {
  const [first] = values;
  for (const value of values) if (!Object.is(value, first)) return false;
  return true;
}

/** Reads rare types of arguments through the package. */
function readItems(chunk: DuckDBDataChunk, index: number, codec: Codec<unknown>): ColumnValues {
  const vector = chunk.getColumnVector(index);
  const values = Array.from({ length: chunk.rowCount }, (_, row) => {
    const item = vector.getItem(row);
    return item === null ? null : codec.fromEngine(item);
  });
  return { values, isConstant: false };
}

type Reader = (vector: Vector, count: number) => unknown[];

const bytesOf = (vector: Vector, size: number) => engineBindings.vector_get_data(vector, size);

const ofArray =
  (
    bytesEach: number,
    view: (buffer: ArrayBufferLike, offset: number, count: number) => ArrayLike<number | bigint>,
  ): Reader =>
  (vector, count) => {
    const { buffer, byteOffset } = bytesOf(vector, count * bytesEach);
    return Array.from(view(buffer, byteOffset, count));
  };

const readers: Readonly<Record<Storage, Reader>> = {
  boolean: (vector, count) => Array.from(bytesOf(vector, count), (byte) => byte !== 0),
  int32: ofArray(4, (buffer, offset, count) => new Int32Array(buffer, offset, count)),
  int64: ofArray(8, (buffer, offset, count) => new BigInt64Array(buffer, offset, count)),
  float: ofArray(4, (buffer, offset, count) => new Float32Array(buffer, offset, count)),
  double: ofArray(8, (buffer, offset, count) => new Float64Array(buffer, offset, count)),
  interval: (vector, count) => {
    const { buffer, byteOffset } = bytesOf(vector, count * 16);
    const parts = new Int32Array(buffer, byteOffset, count * 4);
    const spans = new BigInt64Array(buffer, byteOffset, count * 2);
    return Array.from({ length: count }, (_, row) => ({
      months: parts[row * 4] ?? 0,
      days: parts[row * 4 + 1] ?? 0,
      micros: spans[row * 2 + 1] ?? 0n,
    }));
  },
  text: (vector, count) =>
    readStrings(vector, count, (memory, start, end) => memory.toString('utf8', start, end)),
  bytes: (vector, count) =>
    readStrings(vector, count, (memory, start, end) =>
      Uint8Array.from(memory.subarray(start, end)),
    ),
};
