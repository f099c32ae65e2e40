import { fileChecksum } from '../../kernel/checksum.ts';
import { quoteLiteral } from '../../kernel/quoting.ts';
import type { Task } from '../task.ts';

export interface VerifyFileRequest {
  /** Of a Parquet file. */
  readonly path: string;
  /** CRC-32 of what was written; null where nobody kept it: then every value is read. */
  readonly checksum: number | null;
}

/** Whether a stored file is what was written, as far as can be told. */
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
