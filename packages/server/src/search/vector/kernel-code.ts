/**
 * The module of `kernels.ts`, as bytes of WebAssembly with 128-bit vectors: JavaScript takes ten
 * times as long over the same sums, and a native addon would need a build for each machine. Each
 * function computes the products of one vector with many, stored one after another:
 *
 *   dots8(rows, count, width, vector, out)   rows of signed bytes, a vector of 16-bit numbers,
 *                                            sums of 32 bits
 *   dots32(rows, count, width, vector, out)  all of 32-bit floats
 *
 * `rows`, `vector` and `out` are addresses in the memory; `width`, the numbers of a row, is a
 * multiple of 16, padded with zeros.
 */

const [i32, v128] = [0x7f, 0x7b];
const [rows, count, width, vector, out, row, end, at, first, second] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
];

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (value: number) => [0x41, ...signed(value)];
const add = [0x6a];
const multiply = [0x6c];
const isLess = [0x49];
const simd = (code: number, ...rest: number[]) => [0xfd, ...unsigned(code), ...rest];
/** Bytes are aligned to 1; `offset` is added to the address. */
const memory = (code: number, offset: number) => simd(code, 0, ...unsigned(offset));
const zeros = simd(0x0c, ...new Array<number>(16).fill(0));

interface Sums {
  readonly bytesOfNumber: number;
  readonly bytesOfVectorNumber: number;
  /** Adds the products of 16 numbers to the two sums. */
  readonly step: readonly number[];
  readonly addSums: readonly number[];
  /** Takes one lane of the value on the stack. */
  readonly lane: (index: number) => number[];
  readonly addLanes: readonly number[];
  readonly store: readonly number[];
}

const dot8 = (offset: number, sum: number) => [
  ...get(at),
  ...memory(0x01, offset),
  ...get(end),
  ...memory(0x00, 2 * offset),
  ...simd(0xba),
  ...get(sum),
  ...simd(0xae),
  ...set(sum),
];

const dot32 = (offset: number, sum: number) => [
  ...get(at),
  ...memory(0x00, offset),
  ...get(end),
  ...memory(0x00, offset),
  ...simd(0xe6),
  ...get(sum),
  ...simd(0xe4),
  ...set(sum),
];

const bytes: Sums = {
  bytesOfNumber: 1,
  bytesOfVectorNumber: 2,
  step: [...dot8(0, first), ...dot8(8, second)],
  addSums: simd(0xae),
  lane: (index) => simd(0x1b, index),
  addLanes: add,
  store: [0x36, 2, 0],
};

const floats: Sums = {
  bytesOfNumber: 4,
  bytesOfVectorNumber: 4,
  step: [0, 16, 32, 48].flatMap((offset, index) => dot32(offset, index % 2 === 0 ? first : second)),
  addSums: simd(0xe4),
  lane: (index) => simd(0x1f, index),
  addLanes: [0x92],
  store: [0x38, 2, 0],
};

/**
 * The loop over the rows, with the inner loop over one row, in which `end` walks through the vector
 * while `at` walks through the row.
 */
function body({
  bytesOfNumber,
  bytesOfVectorNumber,
  step,
  addSums,
  lane,
  addLanes,
  store,
}: Sums): number[] {
  const rowBytes = [...get(width), ...constant(bytesOfNumber), ...multiply];
  const oneRow = [
    ...[...zeros, ...set(first), ...zeros, ...set(second)],
    ...[...get(rows), ...set(at), ...get(vector), ...set(end)],
    // loop: all 16 numbers of a step, until the end of the row
    ...[0x03, 0x40, ...step],
    ...[...get(end), ...constant(16 * bytesOfVectorNumber), ...add, ...set(end)],
    ...[...get(at), ...constant(16 * bytesOfNumber), ...add, 0x22, at],
    ...[...get(rows), ...rowBytes, ...add, ...isLess, 0x0d, 0, 0x0b],
    ...[...get(first), ...get(second), ...addSums, ...set(first), ...get(out)],
    ...[0, 1, 2, 3].flatMap((index) => [
      ...get(first),
      ...lane(index),
      ...(index === 0 ? [] : addLanes),
    ]),
    ...store,
    ...[...get(out), ...constant(4), ...add, ...set(out)],
    ...[...get(rows), ...rowBytes, ...add, ...set(rows)],
  ];
  const loop = [...get(row), ...constant(1), ...add, 0x22, row, ...get(count), ...isLess, 0x0d, 0];
  const locals = [2, ...[3, i32], ...[2, v128]];
  return [
    ...locals,
    ...get(count),
    0x45,
    0x04,
    0x40,
    0x0f,
    0x0b,
    0x03,
    0x40,
    ...oneRow,
    ...loop,
    0x0b,
    0x0b,
  ];
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

const section = (id: number, content: readonly number[]) => [
  id,
  ...unsigned(content.length),
  ...content,
];
const sized = (content: readonly number[]) => [...unsigned(content.length), ...content];
const text = (value: string) => sized([...Buffer.from(value)]);

export const kernelCode = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, [1, 0x60, 5, i32, i32, i32, i32, i32, 0]),
  // The memory is the caller's.
  ...section(2, [1, ...text('env'), ...text('memory'), 0x02, 0x00, 0x01]),
  ...section(3, [2, 0, 0]),
  ...section(7, [2, ...text('dots8'), 0x00, 0, ...text('dots32'), 0x00, 1]),
  ...section(10, [2, ...sized(body(bytes)), ...sized(body(floats))]),
]);
