import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import type { SegmentBuilder } from '../segment-kind.ts';
import { VectorBuilder } from '../vector/vector-builder.ts';

/** The vectors of the texts of a file. */
export interface EmbeddedFile {
  /** The number of each row's text, 32 bits; `noText` for a row without one. */
  readonly idsPath: string;
  /** The vectors of the embedded texts in order, 32-bit floats. */
  readonly vectorsPath: string;
  /** The numbers of the texts without a vector, ascending. */
  readonly refused: readonly number[];
  readonly dimensions: number;
}

export const noText = 0xffff_ffff;

/**
 * Passes the vector of each row to the builder, and returns the number of rows, and the number of
 * rows whose text has no vector.
 */
export function addEmbedded(
  builder: SegmentBuilder,
  embedded: EmbeddedFile,
): { readonly rows: number; readonly waitingRows: number } {
  if (!(builder instanceof VectorBuilder))
    throw new Error('an index of vectors is built of embedded texts');
  let [rows, waitingRows] = [0, 0];
  for (const vector of vectorsOfRows(embedded)) {
    builder.addEmbedded(vector === 'waits' ? null : vector);
    if (vector === 'waits') waitingRows += 1;
    rows += 1;
  }
  return { rows, waitingRows };
}

/**
 * The vector of each row, which the next vector overwrites; null for a row without a text, `waits`
 * for a text without a vector.
 */
export function* vectorsOfRows({
  idsPath,
  vectorsPath,
  refused,
  dimensions,
}: EmbeddedFile): Generator<Float32Array | null | 'waits'> {
  const bytes = readFileSync(idsPath);
  const ids = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const file = openSync(vectorsPath, 'r');
  try {
    const vector = new Float32Array(dimensions);
    if (fstatSync(file).size % Math.max(1, 4 * dimensions) !== 0)
      throw new Error('the vectors of the texts are not of one length');
    const place = new Uint8Array(vector.buffer);
    const without = new Set(refused);
    for (const id of ids) {
      if (id === noText) yield null;
      else if (without.has(id)) yield 'waits';
      else {
        const before = refused.length === 0 ? 0 : countBelow(refused, id);
        const read = readSync(file, place, 0, place.length, (id - before) * place.length);
        if (read !== place.length) throw new Error('the vectors of the texts end early');
        yield vector;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** The count of the ascending numbers that are less. */
function countBelow(numbers: readonly number[], than: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < than) low = middle + 1;
    else high = middle;
  }
  return low;
}
