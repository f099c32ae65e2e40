import type { Asked, StoredFile } from '../engine/engine.ts';
import type { QueryFile } from '../engine/query/query-request.ts';
import type { LakeFile } from './model.ts';

/** A file of the table `subject`, with its deleted rows and its files of vectors. */
export function fileToRead(
  { key, rowCount, sizeBytes, checksum, deletes, vectors }: LakeFile,
  subject: string,
): Pick<Asked<QueryFile>, 'path' | 'rowCount' | 'deletes' | 'vectors'> {
  const path: StoredFile = { key, subject, sizeBytes, checksum };
  return {
    path,
    rowCount,
    ...(deletes && { deletes: { path: deletesToRead(deletes, subject), part: deletes.part } }),
    ...(vectors && {
      vectors: vectors.map(({ column, ...object }) => ({ column, path: { ...object, subject } })),
    }),
  };
}

export function deletesToRead(
  { key, sizeBytes, checksum }: NonNullable<LakeFile['deletes']>,
  subject: string,
): StoredFile {
  return { key, subject, sizeBytes, checksum };
}
