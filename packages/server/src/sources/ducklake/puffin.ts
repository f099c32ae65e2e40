/**
 * Files of deletion vectors. DuckLake 1.0 has the bare vector (`deletion-vector-v1`). Since 1.1 the
 * file is a Puffin file (iceberg.apache.org/puffin-spec), with a vector for each snapshot that
 * deleted rows.
 */
import { SourceError } from '../source-error.ts';

const magic = 'PFA1';
/** Size of the footer's text, flags, magic. */
const tailBytes = 12;
const vectorType = 'deletion-vector-v1';
const snapshotProperty = 'ducklake-snapshot-id';

interface Blob {
  readonly type?: unknown;
  readonly offset?: unknown;
  readonly length?: unknown;
  readonly 'compression-codec'?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** The vectors in effect at a snapshot; a row in any of them is deleted. */
export function deletionVectorsOf(file: Buffer, snapshot: number): readonly Buffer[] {
  if (file.toString('latin1', 0, magic.length) !== magic) return [file];
  const vectors: Buffer[] = [];
  const places: Place[] = [];
  for (const { type, offset, length, properties, ...blob } of blobsOf(file)) {
    if (type !== vectorType || blob['compression-codec'] !== undefined) throw damagedVector();
    if (!isPlace(offset) || !isPlace(length) || offset + length > file.length)
      throw damagedVector();
    places.push({ offset, length });
    const madeAt = properties?.[snapshotProperty];
    if (madeAt !== undefined && Number(madeAt) > snapshot) continue;
    vectors.push(file.subarray(offset, offset + length));
  }
  if (doOverlap(places)) throw damagedVector();
  return vectors;
}

interface Place {
  readonly offset: number;
  readonly length: number;
}

/** Overlapping blobs would make one vector be read many times. */
function doOverlap(places: readonly Place[]): boolean {
  const inOrder = places.toSorted((one, other) => one.offset - other.offset);
  return inOrder.some(({ offset, length }, index) => {
    const next = inOrder[index + 1];
    return next !== undefined && next.offset < offset + length;
  });
}

export const damagedVector = () =>
  new SourceError(
    'source_failed',
    "A file of deleted rows of the DuckLake is damaged; check it with DuckDB's own tools",
  );

const isPlace = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function blobsOf(file: Buffer): readonly Blob[] {
  const end = file.length - tailBytes;
  if (end < 2 * magic.length || file.toString('latin1', file.length - magic.length) !== magic)
    throw damagedVector();
  const size = file.readUInt32LE(end);
  const flags = file.readUInt32LE(end + 4);
  const start = end - size;
  const begins = start >= 2 * magic.length && file.toString('latin1', start - magic.length, start);
  // The only flag marks a compressed footer, which DuckLake does not write.
  if (begins !== magic || flags !== 0) throw damagedVector();
  try {
    const { blobs } = JSON.parse(file.toString('utf8', start, end)) as { blobs?: unknown };
    if (Array.isArray(blobs)) return blobs as Blob[];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw damagedVector();
}
