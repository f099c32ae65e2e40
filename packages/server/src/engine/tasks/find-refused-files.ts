import { isRefusedByReaders } from '../encode/refused-files.ts';
import type { Task } from '../task.ts';

export interface FindRefusedRequest {
  /** Paths of Parquet files. */
  readonly paths: readonly string[];
}

/** Indexes of the files that other readers may refuse. */
export const findRefusedFiles: Task<FindRefusedRequest, readonly number[]> = async (
  { connection },
  { paths },
) => {
  const found: number[] = [];
  for (const [index, path] of paths.entries())
    if (await isRefusedByReaders(connection, path)) found.push(index);
  return found;
};
