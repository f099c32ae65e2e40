import { fileChecksum } from '../../kernel/checksum.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';
import type { Task } from '../task.ts';

export interface VerifyFileRequest {
  /** The path of a Parquet file. */
  readonly path: string;
  /** CRC-32 of the written file. Null means an unknown checksum, and every value is read. */
  readonly checksum: number | null;
}

/** True where a stored file is the written file, as far as detectable. */
export const verifyFile: Task<VerifyFileRequest, boolean> = async (
  { connection },
  { path, checksum },
) => {
  try {
    if (checksum !== null) return (await fileChecksum(path)) === checksum;
    await connection.run(`SELECT max(hash(COLUMNS(*))) FROM read_parquet(${quoteLiteral(path)})`);
    return true;
  } catch {
    return false;
  }
};
