import type { Task } from '../../engine/task.ts';
import { hashFile } from '../segment-file.ts';

export interface CheckFileRequest {
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** True if the file has this size and this SHA-256. */
export const checkFile: Task<CheckFileRequest, boolean> = async (
  _context,
  { path, sizeBytes, sha256 },
) => {
  try {
    const found = hashFile(path);
    return found.sizeBytes === sizeBytes && found.sha256 === sha256;
  } catch {
    return false;
  }
};
