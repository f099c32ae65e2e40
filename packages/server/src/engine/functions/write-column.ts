import type { Vector } from '@duckdb/node-bindings';
import { DuckDBVector, engineBindings } from '../duckdb.ts';
import type { Codec, Interval, Storage } from './codecs.ts';
import { mostInlined, stringSize } from './string-memory.ts';

/**
 * Writes results into the engine's memory, with one copy for numbers and short texts. The package
 * would call the engine for each text.
 */
export function writeColumn(
  vector: Vector,
  codec: Codec<unknown>,
  values: readonly unknown[],
): void {
  const { storage } = codec;
  if (storage === undefined) {
    writeItems(vector, codec, values);
    return;
  }
  writers[storage](vector, values);
  let validity: Uint8Array | undefined;
  for (let row = 0; row < values.length; row += 1) {
    if (values[row] !== null) continue;
    validity ??= new Uint8Array(Math.ceil(values.length / 64) * 8).fill(0xff);
    validity[row >> 3] = (validity[row >> 3] ?? 0) & ~(1 << (row & 7));
  }
  if (validity === undefined) return;
  engineBindings.vector_ensure_validity_writable(vector);
  engineBindings.copy_data_to_vector_validity(
    vector,
    0,
    validity.buffer as ArrayBuffer,
    0,
    validity.byteLength,
  );
}

function writeItems(vector: Vector, codec: Codec<unknown>, values: readonly unknown[]): void {
  const items = DuckDBVector.create(vector, values.length);
  for (const [row, value] of values.entries())
    items.setItem(row, value === null ? null : codec.toEngine(value));
  items.flush();
}

type Writer = (vector: Vector, values: readonly unknown[]) => void;

const copy = (vector: Vector, { buffer, byteLength }: ArrayBufferView) =>
  engineBindings.copy_data_to_vector(vector, 0, buffer as ArrayBuffer, 0, byteLength);

const writers: Readonly<Record<Storage, Writer>> = {
  boolean: (vector, values) =>
    copy(
      vector,
      Uint8Array.from(values, (value) => (value ? 1 : 0)),
    ),
  int32: (vector, values) => copy(vector, Int32Array.from(values as number[])),
  int64: (vector, values) => copy(vector, BigInt64Array.from(values, whole64)),
  float: (vector, values) => copy(vector, Float32Array.from(values as number[])),
  double: (vector, values) => copy(vector, Float64Array.from(values as number[])),
  interval: (vector, values) => {
    const parts = new Int32Array(values.length * 4);
    const spans = new BigInt64Array(parts.buffer);
    for (const [row, value] of (values as readonly (Interval | null)[]).entries()) {
      if (value === null) continue;
      parts[row * 4] = value.months;
      parts[row * 4 + 1] = value.days;
      spans[row * 2 + 1] = whole64(value.micros);
    }
    copy(vector, parts);
  },
  text: (vector, values) => {
    const data = new Uint8Array(values.length * stringSize);
    const others = putShort(data, values as readonly (string | null)[]);
    const batch = others.filter((row) => (values[row] as string).length <= mostBatched);
    putBatch(vector, data, batch, values as readonly string[]);
    copy(vector, data);
    for (const row of others)
      if ((values[row] as string).length > mostBatched)
        engineBindings.vector_assign_string_element(vector, row, values[row] as string);
  },
  bytes: (vector, values) => {
    for (const [row, value] of (values as readonly (Uint8Array | null)[]).entries())
      if (value !== null) engineBindings.vector_assign_string_element_len(vector, row, value);
  },
};

function whole64(value: unknown): bigint {
  if (value === null) return 0n;
  if (BigInt.asIntN(64, value as bigint) !== value) throw new Error('bigint out of int64 range');
  return value as bigint;
}

/** Writes short ASCII texts, and returns the rows of the other texts. */
function putShort(data: Uint8Array, values: readonly (string | null)[]): readonly number[] {
  const others: number[] = [];
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] ?? null;
    if (value === null) continue;
    if (value.length > mostInlined) {
      others.push(row);
      continue;
    }
    const start = row * stringSize;
    let isAscii = true;
    for (let at = 0; at < value.length; at += 1) {
      const code = value.charCodeAt(at);
      if (code > 127) isAscii = false;
      data[start + 4 + at] = code;
    }
    if (isAscii) data[start] = value.length;
    else {
      data.fill(0, start, start + stringSize);
      others.push(row);
    }
  }
  return others;
}

const mostBatched = 4096;

/**
 * Writes long texts. All texts go to the engine as one string, which stays as long as the vector,
 * and each text is a part of the string. Separate strings take a microsecond each.
 */
function putBatch(
  vector: Vector,
  data: Uint8Array,
  rows: readonly number[],
  values: readonly string[],
): void {
  const [first] = rows;
  if (first === undefined) return;
  const texts = rows.map((row) => values[row] ?? '');
  const bytes = Buffer.from(texts.join(''));
  const isAscii = bytes.length === texts.reduce((sum, { length }) => sum + length, 0);
  const lengths = texts.map((text) => (isAscii ? text.length : Buffer.byteLength(text)));
  // Halves of a surrogate pair join where two texts meet, and then have no offsets.
  const isWhole = lengths.reduce((sum, length) => sum + length, 0) === bytes.length;
  if (!isWhole || bytes.length <= mostInlined) {
    putEach(vector, data, rows, values);
    return;
  }
  engineBindings.vector_assign_string_element_len(vector, first, bytes);
  const kept = engineBindings.vector_get_data(vector, (first + 1) * stringSize);
  const view = new DataView(data.buffer);
  const start = new DataView(kept.buffer, kept.byteOffset).getBigUint64(
    first * stringSize + 8,
    true,
  );
  let at = 0;
  for (const [index, row] of rows.entries()) {
    const length = lengths[index] ?? 0;
    const place = row * stringSize;
    const inlined = length <= mostInlined ? length : 4;
    view.setUint32(place, length, true);
    for (let byte = 0; byte < inlined; byte += 1) data[place + 4 + byte] = bytes[at + byte] ?? 0;
    if (length > mostInlined) view.setBigUint64(place + 8, start + BigInt(at), true);
    at += length;
  }
}

/** Writes the texts one by one, with the engine's own strings. */
function putEach(
  vector: Vector,
  data: Uint8Array,
  rows: readonly number[],
  values: readonly string[],
): void {
  for (const row of rows) {
    engineBindings.vector_assign_string_element(vector, row, values[row] ?? '');
    const made = engineBindings.vector_get_data(vector, (row + 1) * stringSize);
    data.set(made.subarray(row * stringSize, (row + 1) * stringSize), row * stringSize);
  }
}
