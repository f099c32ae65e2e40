import { createDeferred } from '../../kernel/deferred.ts';
import { EmbeddingError } from '../embedding-error.ts';
import type { EmbeddedPart, EmbeddedTexts, EmbeddingTarget, EmbedOptions } from '../provider.ts';

/** Processes that a task may see end under it through no fault of its own. */
const maxStarts = 4;

/**
 * Texts that somebody asked for, over as many processes as it takes: what one of them embedded is
 * not asked of the next.
 */
export class EmbeddingTask {
  readonly target: EmbeddingTarget;
  /** Ends a process that does not keep the deadline itself: a model may hold its one thread. */
  overdue: NodeJS.Timeout | undefined;
  /** Ran in a process that took too much or ended: to be run with no other beside it. */
  isSuspect = false;
  readonly #texts: readonly string[];
  readonly #options: EmbedOptions;
  readonly #onSettled: () => void;
  readonly #done = createDeferred<EmbeddedTexts>();
  readonly #vectors: (Float32Array | undefined)[];
  #tokens = 0;
  #dimensions = 0;
  /** Places of the texts that the present process was sent. */
  #sent: readonly number[] = [];
  #starts = 0;
  #endsAt = 0;
  #isSettled = false;

  constructor(
    target: EmbeddingTarget,
    texts: readonly string[],
    options: EmbedOptions,
    onSettled: () => void,
  ) {
    this.target = target;
    this.#texts = texts;
    this.#options = options;
    this.#onSettled = onSettled;
    this.#vectors = new Array<Float32Array | undefined>(texts.length).fill(undefined);
  }

  get promise(): Promise<EmbeddedTexts> {
    return this.#done.promise;
  }

  get isSettled(): boolean {
    return this.#isSettled;
  }

  get mayStartAgain(): boolean {
    return this.#starts < maxStarts;
  }

  /** Milliseconds until it has to have ended, once it was started. */
  get leftMs(): number {
    return Math.max(0, this.#endsAt - Date.now());
  }

  /** What a process is to be sent: the texts that are left, and the milliseconds. */
  start(): { readonly texts: readonly string[]; readonly deadlineMs: number } {
    this.#starts += 1;
    if (this.#starts === 1) this.#endsAt = Date.now() + this.#options.deadlineMs;
    this.#sent = [...this.#texts.keys()].filter((place) => this.#vectors[place] === undefined);
    const texts = this.#sent.map((place) => this.#texts[place] ?? '');
    return { texts, deadlineMs: this.leftMs };
  }

  /** Keeps what the present process embedded, and tells the asker of it. */
  add({ places, vectors, dimensions, tokens }: EmbeddedPart): void {
    if (this.#isSettled) return;
    const own = places.map((place) => this.#sent[place] ?? 0);
    this.#dimensions ||= dimensions;
    this.#tokens += tokens;
    for (const [row, place] of own.entries())
      this.#vectors[place] = vectors.subarray(row * dimensions, (row + 1) * dimensions);
    this.#options.onPart?.({ places: own, vectors, dimensions, tokens });
  }

  /** All that was asked for was added. */
  finish(): void {
    const dimensions = this.#dimensions;
    const vectors = new Float32Array(this.#texts.length * dimensions);
    for (const [place, vector] of this.#vectors.entries()) {
      if (vector?.length !== dimensions) {
        this.fail(otherDimensions(this.target.name));
        return;
      }
      vectors.set(vector, place * dimensions);
    }
    if (!this.#settle()) return;
    this.#done.resolve({ vectors, dimensions, tokens: this.#tokens });
  }

  /** The asker hears of the first failure. */
  fail(error: EmbeddingError): void {
    if (this.#settle()) this.#done.reject(error);
  }

  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.#onSettled();
    return true;
  }
}

const otherDimensions = (provider: string) =>
  new EmbeddingError(
    'bad_answer',
    `Embedding provider '${provider}' answered wrongly: vectors of several dimensions for the texts of one request`,
  );
