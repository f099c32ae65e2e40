import { WorkerDeath } from '../engine/worker-death.ts';
import type { Clock } from '../kernel/clock.ts';
import type { QuernError } from '../kernel/errors.ts';

/** A machine that was out of memory then may have enough by now. */
const rememberedMs = 60 * 60_000;
const maxRemembered = 1000;

/** Objects that ended the worker that read them: none of them ends another one for a while. */
export class DeadlyReads {
  readonly #clock: Clock;
  /** Until when, by name; the oldest first. */
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Does `work` unless a worker died of it before: then throws what `refusal` makes of it. `name`
   * tells the object and its version, and what is made of it.
   */
  async run<T>(name: string, refusal: () => QuernError, work: () => Promise<T>): Promise<T> {
    const until = this.#until.get(name);
    if (until !== undefined && until > this.#clock.now()) throw refusal();
    try {
      return await work();
    } catch (error) {
      if (isDeath(error)) this.#remember(name);
      throw error;
    }
  }

  #remember(name: string): void {
    this.#until.delete(name);
    this.#until.set(name, this.#clock.now() + rememberedMs);
    for (const oldest of this.#until.keys()) {
      if (this.#until.size <= maxRemembered) break;
      this.#until.delete(oldest);
    }
  }
}

/** Also one that was found to be of a damaged file. */
const isDeath = (error: unknown) =>
  error instanceof WorkerDeath || (error instanceof Error && error.cause instanceof WorkerDeath);
