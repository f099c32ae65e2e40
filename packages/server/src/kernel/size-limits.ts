/**
 * How wide and how deep what a caller sends may be: settings, told to whoever reads a text or a
 * file.
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
 * What reading costs doubles with each level (measured with DuckDB 1.5.6: a column of lists in
 * lists takes 1 s to read at 20 levels and 20 s at 24; lambdas in lambdas 1 s at 20 to bind,
 * subqueries likewise), and grows with the square of the columns.
 */
export const defaultSizeLimits: SizeLimits = { maxColumns: 4096, maxNesting: 16 };

export const tooManyColumns = (count: number, most: number) =>
  `the query gives ${count} columns; ${most} is the most, so name fewer`;

/** SQL text (docs/contract/limits.md#queries-and-their-results), UTF-8 bytes. */
export const maxSqlBytes = 1_000_000;
