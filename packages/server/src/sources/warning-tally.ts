import type { ExtractWarning } from './source.ts';

/** Counts values that were changed to be stored, by column and sentence. */
export class WarningTally {
  readonly #counts = new Map<string, { column: string; message: string; count: number }>();

  /** A function that adds one to the count. */
  counter(column: string, message: string): () => void {
    const key = JSON.stringify([column, message]);
    return () => {
      const entry = this.#counts.get(key) ?? { column, message, count: 0 };
      entry.count += 1;
      this.#counts.set(key, entry);
    };
  }

  warnings(): ExtractWarning[] {
    return [...this.#counts.values()].map((entry) => ({ ...entry }));
  }
}
