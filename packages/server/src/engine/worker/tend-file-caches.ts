import type { DuckDBConnection } from '@duckdb/node-api';
import type { KeptOfFiles } from '../protocol.ts';
import { bytes } from '../sandbox.ts';

interface FileCacheLimits {
  readonly footerBytes: number;
  /** Where the worker has done `manyTasks`. */
  readonly footerBytesOfMany: number;
  readonly manyTasks: number;
  readonly rangeBytes: number;
}

/**
 * DuckDB gives the footers of Parquet files (`parquet_metadata_cache`) never back, not even under
 * its memory_limit, which they count for: 11 kB for each small file that was ever read, so that a
 * worker grew for as long as new files came. 64 MiB is some 6,000 of them, or a hundred wide ones
 * of many row groups, and a worker that holds it is replaced. One that has done thousands of tasks
 * goes at an eighth of it: most of its footers are of files that are gone, and to start another
 * takes less than a thousandth of what it has done.
 *
 * Ranges of files are dropped only where memory_limit is reached, and files that nobody reads any
 * more are not told from others. Without this cache a scan takes half as long again (94 against 129
 * ms for 3M rows): one in 64 does.
 */
const limits: FileCacheLimits = {
  footerBytes: 64 * 2 ** 20,
  footerBytesOfMany: 8 * 2 ** 20,
  manyTasks: 4096,
  rangeBytes: 32 * 2 ** 20,
};

/** How often a worker looks, in tasks: the question takes 0.6 ms. */
export const tasksBetweenLooks = 64;

/** What a look at the caches found and did. */
interface Look {
  readonly kept: KeptOfFiles;
  /** The process is to be replaced, for its footers can be dropped in no other way. */
  readonly isWorn: boolean;
  /** memory_limit has to be set anew. */
  readonly changedLimit: boolean;
}

/** Bounds what DuckDB keeps of files between tasks, of which the worker has done `tasks`. */
export async function tendFileCaches(
  own: DuckDBConnection,
  tasks: number,
  most = limits,
): Promise<Look> {
  const reader = await own.runAndReadAll(
    'SELECT tag, memory_usage_bytes::DOUBLE FROM duckdb_memory()',
  );
  const used = new Map(reader.getRowsJson().map(([tag, size]) => [String(tag), Number(size)]));
  const rangeBytes = used.get('EXTERNAL_FILE_CACHE') ?? 0;
  const footerBytes = used.get('OBJECT_CACHE') ?? 0;
  const isWorn =
    footerBytes > (tasks >= most.manyTasks ? most.footerBytesOfMany : most.footerBytes);
  if (rangeBytes <= most.rangeBytes)
    return { kept: { footerBytes, rangeBytes }, isWorn, changedLimit: false };
  const others = [...used.values()].reduce((total, size) => total + size, 0) - rangeBytes;
  // Lowering the limit drops the ranges that were used longest ago.
  await own.run(`SET GLOBAL memory_limit = '${bytes(others + most.rangeBytes)}'`);
  return { kept: { footerBytes, rangeBytes: most.rangeBytes }, isWorn, changedLimit: true };
}
