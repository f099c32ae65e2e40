import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readDeletionVector } from '../lake-files/deletion-vector.ts';
import { StagingWriter } from '../staging/staging-writer.ts';
import { damagedVector, deletionVectorsOf } from './puffin.ts';

interface VectorFile {
  readonly path: string;
  /** Rows of the data file. */
  readonly rows: number;
  /** The lake's. */
  readonly snapshot: number;
  /** A folder to be created. */
  readonly folder: string;
}

/**
 * Converts a file of deletion vectors into Parquet files with a column `pos`, like DuckLake's own
 * delete files.
 */
export async function positionFiles({
  path,
  rows,
  snapshot,
  folder,
}: VectorFile): Promise<readonly string[]> {
  const vectors = deletionVectorsOf(await readFile(path), snapshot);
  await mkdir(folder);
  const type = { kind: 'integer', bits: 64, signed: true } as const;
  const writer = new StagingWriter({ folder, columns: [{ name: 'pos', type }] });
  const [column] = writer.columns;
  try {
    let positions = 0;
    for (const vector of vectors) {
      // Other work of the process runs between two vectors.
      await setImmediate();
      readDeletionVector(vector, { rows, odd: damagedVector }, (first, last) => {
        // Only one snapshot deletes a given row.
        positions += last - first + 1;
        if (positions > rows) throw damagedVector();
        for (let position = first; position <= last; position += 1) {
          column?.mark();
          column?.putSafeInteger(position);
          writer.endRow();
        }
      });
    }
    writer.end();
  } catch (error) {
    writer.abandon();
    throw error;
  }
  return writer.files.map(({ name }) => join(folder, name));
}
