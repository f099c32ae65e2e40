import type { DuckDBConnection } from '@duckdb/node-api';
import type { KeptOfFiles } from '../protocol.ts';
import { bytes } from '../sandbox.ts';

interface FileCacheLimits {
  readonly footerBytes: number;
  /** The limit after `manyTasks` tasks of the worker. */
  readonly footerBytesOfMany: number;
  readonly manyTasks: number;
  readonly rangeBytes: number;
}

/**
 * DuckDB never releases the footers of Parquet files (`parquet_metadata_cache`), not even under
 * memory_limit, although footers count towards the limit. Each small file ever read takes 11 kB, so
 * a worker grew with every new file. 64 MiB are some 6,000 footers, or a hundred wide ones with
 * many row groups, and a worker with more is replaced. After thousands of tasks an eighth is the
 * limit: most footers then belong to deleted files, and a new start takes less than a thousandth of
 * the work done.
 *
 * Ranges of files are dropped only at memory_limit, whether or not the files are still read.
 * Without the cache of ranges a scan takes half as long again (94 against 129 ms for 3M rows). One
 * scan in 64 does without.
 */
const limits: FileCacheLimits = {
  footerBytes: 64 * 2 ** 20,
  footerBytesOfMany: 8 * 2 ** 20,
  manyTasks: 4096,
  rangeBytes: 32 * 2 ** 20,
};

/** The interval of looks, in tasks. A look takes 0.6 ms. */
export const tasksBetweenLooks = 64;

/** The findings and effects of a look at the caches. */
interface Look {
  readonly kept: KeptOfFiles;
  /** The process must be replaced, because nothing else releases the footers. */
  readonly isWorn: boolean;
  /** memory_limit must be set again. */
  readonly changedLimit: boolean;
}

/**
 * Limits the memory that DuckDB holds for files between tasks. `tasks` is the worker's count of
 * tasks.
 */
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
  // A lower limit drops the least recently used ranges.
  await own.run(`SET GLOBAL memory_limit = '${bytes(others + most.rangeBytes)}'`);
  return { kept: { footerBytes, rangeBytes: most.rangeBytes }, isWorn, changedLimit: true };
}
