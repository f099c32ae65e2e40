import type { ExtractWarning } from './source.ts';

/** Counts what became of values that could not be kept as they are, by column and sentence. */
export class WarningTally {
  readonly #counts = new Map<string, { column: string; message: string; count: number }>();

  /** A function that counts one value more. */
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
