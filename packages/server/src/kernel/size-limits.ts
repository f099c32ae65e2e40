/**
 * The limits of width and depth for callers' data, from the settings. All readers of a text or file
 * receive the limits.
 */
export interface SizeLimits {
  /** Columns of a table, a file and a result. */
  readonly maxColumns: number;
  /**
   * Levels of lambdas, of subqueries in expressions, of lists and structs in a text, and in the
   * types of columns.
   */
  readonly maxNesting: number;
}

/**
 * The cost of reading doubles with each level, and grows with the square of the columns. Measured
 * with DuckDB 1.5.6: a column of nested lists takes 1 s to read at 20 levels and 20 s at 24. Nested
 * lambdas take 1 s to bind at 20 levels, and so do subqueries.
 */
export const defaultSizeLimits: SizeLimits = { maxColumns: 4096, maxNesting: 16 };

export const tooManyColumns = (count: number, most: number) =>
  `the query gives ${count} columns; ${most} is the most, so name fewer`;

/** SQL text (docs/contract/limits.md#queries-and-their-results), UTF-8 bytes. */
export const maxSqlBytes = 1_000_000;
