/**
 * The most that a text can show of a table: the `count` rows with the greatest values of a column.
 */
export interface BestRows {
  readonly count: number;
  /** The column's name, in lower case. */
  readonly by: string;
  /** Another key sorts the rows that equal the last. */
  readonly isTieBroken: boolean;
}
