import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import type { SegmentBuilder } from '../segment-kind.ts';
import { VectorBuilder } from '../vector/vector-builder.ts';

/** The vectors of the texts of a file. */
export interface EmbeddedFile {
  /** Of each row the number of its text, 32 bits; `noText` where it has none. */
  readonly idsPath: string;
  /** The vectors of the texts by their numbers, 32-bit floats. */
  readonly vectorsPath: string;
  readonly dimensions: number;
}

export const noText = 0xffff_ffff;

/** Gives the builder the vector of each row, and says how many rows there were. */
export function addEmbedded(builder: SegmentBuilder, embedded: EmbeddedFile): number {
  if (!(builder instanceof VectorBuilder))
    throw new Error('an index of vectors is built of embedded texts');
  let rows = 0;
  for (const vector of vectorsOfRows(embedded)) {
    builder.addEmbedded(vector);
    rows += 1;
  }
  return rows;
}

/** The vector of each row, which the next one overwrites; null of rows without a text. */
export function* vectorsOfRows({
  idsPath,
  vectorsPath,
  dimensions,
}: EmbeddedFile): Generator<Float32Array | null> {
  const bytes = readFileSync(idsPath);
  const ids = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const file = openSync(vectorsPath, 'r');
  try {
    const vector = new Float32Array(dimensions);
    if (fstatSync(file).size % Math.max(1, 4 * dimensions) !== 0)
      throw new Error('the vectors of the texts are not of one length');
    const place = new Uint8Array(vector.buffer);
    for (const id of ids) {
      if (id === noText) yield null;
      else {
        const read = readSync(file, place, 0, place.length, id * place.length);
        if (read !== place.length) throw new Error('the vectors of the texts end early');
        yield vector;
      }
    }
  } finally {
    closeSync(file);
  }
}
