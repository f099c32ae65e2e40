/**
 * The only place with options of Parquet writing (tidy.test.ts checks), so every reader can read
 * every file. Version 1 is used because of DuckDB's version 2 (1.5.6). For 32-bit integers with
 * neighbours more than 2^31 apart, version 2 writes deltas of 33 bits, which arrow-rs, pyarrow,
 * Trino and Sail refuse. DuckDB cannot be limited to its other encodings. Readers still in use do
 * not know BYTE_STREAM_SPLIT and DELTA_LENGTH_BYTE_ARRAY. docs/design/parquet.md has the sizes.
 */
const everyReader = 'FORMAT parquet, PARQUET_VERSION v1';

/** Only the lake's own files have Bloom filters. */
const purposes = {
  /**
   * zstd 1: 10M rows of four columns are 23 MB in 2.0 s, 2.7 s with Bloom filters; snappy: 97 MB in
   * 1.9 s. Dictionaries have DuckDB's default size. Without dictionaries over 4,096 values, columns
   * without dictionaries are written with a tenth to a quarter less CPU. But 1M rows of 5,000 texts
   * of 192 characters are then 86 MB instead of 7, with 2.8 times the CPU to write and 7 times to
   * read.
   */
  result: 'COMPRESSION zstd, COMPRESSION_LEVEL 1, WRITE_BLOOM_FILTER false, USE_TMP_FILE false',
  /**
   * Snappy: the flights are 16 % larger than with zstd, and scans take a third less CPU (14 against
   * 20 ms).
   */
  lake: 'COMPRESSION snappy, RETURN_STATS',
  /** zstd 1: the positions of a seventh of a file's rows take 1.1 bytes each, 4.0 with snappy. */
  deletes: 'COMPRESSION zstd, COMPRESSION_LEVEL 1, WRITE_BLOOM_FILTER false',
  /** A task's temporary files. */
  scratch: 'COMPRESSION snappy, WRITE_BLOOM_FILTER false',
} as const;

/**
 * The options in parentheses after `COPY ... TO '...'`.
 * @param more further options of DuckDB's COPY, such as `ROW_GROUP_SIZE 2048`
 */
export function parquetOptions(
  purpose: keyof typeof purposes,
  more: readonly string[] = [],
): string {
  return `(${[everyReader, purposes[purpose], ...more].join(', ')})`;
}
