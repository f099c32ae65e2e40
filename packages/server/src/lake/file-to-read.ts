import type { Asked, StoredFile } from '../engine/engine.ts';
import type { QueryFile } from '../engine/query/query-request.ts';
import type { LakeFile } from './model.ts';

/** A file of a table, which `subject` names, and what says which of its rows are gone. */
export function fileToRead(
  { key, rowCount, sizeBytes, checksum, deletes }: LakeFile,
  subject: string,
): Pick<Asked<QueryFile>, 'path' | 'rowCount' | 'deletes'> {
  const path: StoredFile = { key, subject, sizeBytes, checksum };
  if (!deletes) return { path, rowCount };
  return { path, rowCount, deletes: { path: deletesToRead(deletes, subject), part: deletes.part } };
}

export function deletesToRead(
  { key, sizeBytes, checksum }: NonNullable<LakeFile['deletes']>,
  subject: string,
): StoredFile {
  return { key, subject, sizeBytes, checksum };
}
