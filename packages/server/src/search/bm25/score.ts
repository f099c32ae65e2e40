/**
 * BM25 as in Robertson and Zaragoza (The Probabilistic Relevance Framework, 2009), with an idf that
 * is never negative.
 */
export const k1 = 1.2;
export const b = 0.75;

/** Statistics of all rows that are searched together. */
export interface Statistics {
  /** Rows with a text. */
  readonly texts: number;
  /** Terms of a text, on average. */
  readonly meanLength: number;
}

export function idf(rowsWithTerm: number, { texts }: Statistics): number {
  return Math.log(1 + (texts - rowsWithTerm + 0.5) / (rowsWithTerm + 0.5));
}

/**
 * The contribution of a term to the score of a text of `length` terms with the term `count` times.
 */
export function termScore(
  weight: number,
  count: number,
  length: number,
  meanLength: number,
): number {
  return (weight * (k1 + 1) * count) / (count + k1 * (1 - b + (b * length) / meanLength));
}
