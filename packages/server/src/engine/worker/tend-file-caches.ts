import type { DuckDBConnection } from '@duckdb/node-api';
import { bytes } from '../sandbox.ts';

/**
 * DuckDB gives the footers of Parquet files (`parquet_metadata_cache`) never back, not even under its memory_limit, which
 * they count for: 11 kB for each small file that was ever read, so that a worker grew for as long as new files came. This
 * much is some 6,000 of them, or a hundred wide ones of many row groups.
 */
const mostFooterBytes = 64 * 2 ** 20;
/**
 * Ranges of files are dropped only where memory_limit is reached, and files that nobody reads any more are not told from
 * others. Without this cache a scan takes half as long again (94 against 129 ms for 3M rows).
 */
const mostRangeBytes = 256 * 2 ** 20;

/** How often a worker looks, in tasks: the question takes 0.6 ms. */
export const tasksBetweenLooks = 64;

/**
 * Bounds what DuckDB keeps of files between tasks. `isWorn`: the process is to be replaced, for its footers can be dropped
 * in no other way. `changedLimit`: memory_limit has to be set anew.
 */
export async function tendFileCaches(
  own: DuckDBConnection,
  most = { footerBytes: mostFooterBytes, rangeBytes: mostRangeBytes },
): Promise<{ isWorn: boolean; changedLimit: boolean }> {
  const reader = await own.runAndReadAll('SELECT tag, memory_usage_bytes::DOUBLE FROM duckdb_memory()');
  const used = new Map(reader.getRowsJson().map(([tag, size]) => [String(tag), Number(size)]));
  const ranges = used.get('EXTERNAL_FILE_CACHE') ?? 0;
  const isWorn = (used.get('OBJECT_CACHE') ?? 0) > most.footerBytes;
  if (ranges <= most.rangeBytes) return { isWorn, changedLimit: false };
  const others = [...used.values()].reduce((total, size) => total + size, 0) - ranges;
  // Lowering the limit drops the ranges that were used longest ago.
  await own.run(`SET GLOBAL memory_limit = '${bytes(others + most.rangeBytes)}'`);
  return { isWorn, changedLimit: true };
}
