import { QuernError } from '../../kernel/errors.ts';

/** Bytes of JSON results in transmission (docs/contract/queries-and-results.md#json-budget). */
export class JsonBudget {
  #freeBytes: number;

  constructor(totalBytes: number) {
    this.#freeBytes = totalBytes;
  }

  /** Reserves `bytes` until the returned function is called; 429 if others occupy too many. */
  reserve(bytes: number): () => void {
    if (bytes > this.#freeBytes) {
      throw new QuernError(
        'OVERLOADED',
        'Too many large JSON results are being fetched; try again, or use format=arrow',
        {
          retryAfterS: 1,
        },
      );
    }
    this.#freeBytes -= bytes;
    let held = true;
    return () => {
      if (held) this.#freeBytes += bytes;
      held = false;
    };
  }
}

export interface HasJsonBudget {
  readonly jsonBudget: JsonBudget;
}
