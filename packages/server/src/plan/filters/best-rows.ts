/** What a text can show of a table at most: so many of the rows that have most in a column. */
export interface BestRows {
  readonly count: number;
  /** The column's name, in lower case. */
  readonly by: string;
}
