/** What a text can show of a table at most: so many of the rows that have most in a column. */
export interface BestRows {
  readonly count: number;
  /** The column's name, in lower case. */
  readonly by: string;
  /** Rows that have as much as the last are put in order by something else. */
  readonly isTieBroken: boolean;
}
