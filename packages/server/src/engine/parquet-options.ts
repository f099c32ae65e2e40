/**
 * The one place that says how Parquet is written (tidy.test.ts knows it), so that every file is one
 * that every reader reads. Version 1: of a column of 32-bit integers whose neighbours are more than
 * 2^31 apart DuckDB's version 2 writes deltas of 33 bits (1.5.6), which arrow-rs, pyarrow, Trino
 * and Sail refuse; DuckDB cannot be told to use its other encodings only, and of these
 * BYTE_STREAM_SPLIT and DELTA_LENGTH_BYTE_ARRAY are unknown to readers that are still in use. ADR
 * 23 has the sizes.
 */
const everyReader = 'FORMAT parquet, PARQUET_VERSION v1';

/** Bloom filters are never asked of a file but the lake's own. */
const purposes = {
  /**
   * zstd 1: 10M rows of four columns are 23 MB in 2.0 s, 2.7 s with Bloom filters; snappy: 97 MB in
   * 1.9 s. Dictionaries of as many values as DuckDB would have: without those of more than 4,096
   * columns that have none are written with a tenth to a quarter less CPU, but 1M rows of 5,000
   * texts of 192 characters are 86 MB in place of 7, with 2.8 times the CPU, and 7 times to read.
   */
  result: 'COMPRESSION zstd, COMPRESSION_LEVEL 1, WRITE_BLOOM_FILTER false, USE_TMP_FILE false',
  /**
   * Snappy: the flights are 16 % larger than with zstd, and scans of them take a third less CPU (14
   * against 20 ms).
   */
  lake: 'COMPRESSION snappy, RETURN_STATS',
  /** zstd 1: the positions of a seventh of a file's rows take 1.1 bytes each, 4.0 with snappy. */
  deletes: 'COMPRESSION zstd, COMPRESSION_LEVEL 1, WRITE_BLOOM_FILTER false',
  /** What a task writes for itself and reads again. */
  scratch: 'COMPRESSION snappy, WRITE_BLOOM_FILTER false',
} as const;

/**
 * What stands behind `COPY ... TO '...'`, in parentheses.
 * @param more further options of DuckDB's COPY, such as `ROW_GROUP_SIZE 2048`
 */
export function parquetOptions(
  purpose: keyof typeof purposes,
  more: readonly string[] = [],
): string {
  return `(${[everyReader, purposes[purpose], ...more].join(', ')})`;
}
