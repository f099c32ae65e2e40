import { createDeferred } from '../../kernel/deferred.ts';
import { EmbeddingError } from '../embedding-error.ts';
import type { EmbeddedPart, EmbeddedTexts, EmbeddingTarget, EmbedOptions } from '../provider.ts';

/** Maximum process starts of a task whose processes end through no fault of the task. */
const maxStarts = 4;

/**
 * A request for vectors of texts, over several processes if necessary: vectors from an ended
 * process are not requested again.
 */
export class EmbeddingTask {
  readonly target: EmbeddingTarget;
  /** Ends a process that cannot obey the deadline: a model may block its only thread. */
  overdue: NodeJS.Timeout | undefined;
  /** True after a run in a process that ended or exceeded memory: the task must then run alone. */
  isSuspect = false;
  readonly #texts: readonly string[];
  readonly #options: EmbedOptions;
  readonly #onSettled: () => void;
  readonly #done = createDeferred<EmbeddedTexts>();
  readonly #vectors: (Float32Array | undefined)[];
  #tokens = 0;
  #dimensions = 0;
  /** Positions of the texts sent to the present process. */
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

  /** Milliseconds until the deadline, after the start. */
  get leftMs(): number {
    return Math.max(0, this.#endsAt - Date.now());
  }

  /** The message for a process: remaining texts and remaining milliseconds. */
  start(): { readonly texts: readonly string[]; readonly deadlineMs: number } {
    this.#starts += 1;
    if (this.#starts === 1) this.#endsAt = Date.now() + this.#options.deadlineMs;
    this.#sent = [...this.#texts.keys()].filter((place) => this.#vectors[place] === undefined);
    const texts = this.#sent.map((place) => this.#texts[place] ?? '');
    return { texts, deadlineMs: this.leftMs };
  }

  /** Stores the present process's vectors, and reports them to the requester. */
  add({ places, vectors, dimensions, tokens }: EmbeddedPart): void {
    if (this.#isSettled) return;
    const own = places.map((place) => this.#sent[place] ?? 0);
    this.#dimensions ||= dimensions;
    this.#tokens += tokens;
    for (const [row, place] of own.entries())
      this.#vectors[place] = vectors.subarray(row * dimensions, (row + 1) * dimensions);
    this.#options.onPart?.({ places: own, vectors, dimensions, tokens });
  }

  /** To be called when all vectors are added. */
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
