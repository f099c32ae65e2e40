/**
 * BM25 as Robertson and Zaragoza have it (The Probabilistic Relevance Framework, 2009), its idf
 * never negative.
 */
export const k1 = 1.2;
export const b = 0.75;

/** What is known of all rows that are searched together. */
export interface Statistics {
  /** Rows with a text. */
  readonly texts: number;
  /** Terms of a text, on average. */
  readonly meanLength: number;
}

export function idf(rowsWithTerm: number, { texts }: Statistics): number {
  return Math.log(1 + (texts - rowsWithTerm + 0.5) / (rowsWithTerm + 0.5));
}

/** What a term adds to the score of a text of `length` terms that has it `count` times. */
export function termScore(
  weight: number,
  count: number,
  length: number,
  meanLength: number,
): number {
  return (weight * (k1 + 1) * count) / (count + k1 * (1 - b + (b * length) / meanLength));
}
