import type { Vector } from '@duckdb/node-bindings';
import { engineBindings } from '../duckdb.ts';

/**
 * A DuckDB string in a vector has 4 bytes of length. A short string then has its bytes. A long
 * string has its first 4 bytes and a pointer to all bytes.
 */
export const stringSize = 16;
export const mostInlined = 12;

/**
 * Strings at most 4095 bytes apart are read through one view, because creating a view costs 0.5 us.
 * The bytes between two such strings are on the page of one or the other, and therefore readable.
 */
const mostBetween = 4095;

type Read<Value> = (memory: Buffer, start: number, end: number) => Value;

/**
 * The strings of a vector, with null for an invalid row, whose content is ignored. A string with
 * the bits of the previous string has the same value, as in a constant vector.
 */
export function readStrings<Value>(vector: Vector, count: number, read: Read<Value>): unknown[] {
  const data = engineBindings.vector_get_data(vector, count * stringSize);
  const valid = engineBindings.vector_get_validity(vector, Math.ceil(count / 64) * 8);
  const memory = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const words = new Uint32Array(data.buffer, data.byteOffset, count * 4);
  const values: unknown[] = new Array(count).fill(null);
  const repeated: number[] = [];
  const long: number[] = [];
  let before = -1;
  for (let row = 0; row < count; row += 1) {
    if (valid && (((valid[row >> 3] ?? 0) >> (row & 7)) & 1) === 0) continue;
    const length = words[row * 4] ?? 0;
    if (before >= 0 && hasSameBits(words, before * 4, row * 4)) repeated.push(row, before);
    else if (length > mostInlined) long.push(row);
    else {
      const start = row * stringSize + 4;
      values[row] = read(memory, start, start + length);
    }
    before = row;
  }
  if (long.length > 0) readLong(data, words, long, values, read);
  for (let at = 0; at < repeated.length; at += 2)
    values[repeated[at] ?? 0] = values[repeated[at + 1] ?? 0];
  return values;
}

const hasSameBits = (words: Uint32Array, one: number, other: number) =>
  words[one] === words[other] &&
  words[one + 1] === words[other + 1] &&
  words[one + 2] === words[other + 2] &&
  words[one + 3] === words[other + 3];

function readLong<Value>(
  data: Uint8Array,
  words: Uint32Array,
  rows: number[],
  values: unknown[],
  read: Read<Value>,
): void {
  const startOf = (row: number) => (words[row * 4 + 2] ?? 0) + (words[row * 4 + 3] ?? 0) * 2 ** 32;
  const endOf = (row: number) => startOf(row) + (words[row * 4] ?? 0);
  if (rows.some((row, index) => index > 0 && startOf(row) < startOf(rows[index - 1] ?? 0)))
    rows.sort((one, other) => startOf(one) - startOf(other));
  for (let first = 0; first < rows.length; ) {
    const start = startOf(rows[first] ?? 0);
    let end = endOf(rows[first] ?? 0);
    let next = first + 1;
    for (; next < rows.length && startOf(rows[next] ?? 0) - end <= mostBetween; next += 1)
      end = Math.max(end, endOf(rows[next] ?? 0));
    const pointer = data.byteOffset + (rows[first] ?? 0) * stringSize + 8;
    const bytes = engineBindings.get_data_from_pointer(
      data.buffer as ArrayBuffer,
      pointer,
      end - start,
    );
    const memory = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (; first < next; first += 1) {
      const row = rows[first] ?? 0;
      values[row] = read(memory, startOf(row) - start, endOf(row) - start);
    }
  }
}
