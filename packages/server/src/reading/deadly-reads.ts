import { WorkerDeath } from '../engine/worker-death.ts';
import type { Clock } from '../kernel/clock.ts';
import { QuernError } from '../kernel/errors.ts';

/** A machine that was out of memory may have enough an hour later. */
const rememberedMs = 60 * 60_000;
/** A damaged object may be repaired a minute later. */
const damageRememberedMs = 60_000;
const maxRemembered = 1000;

interface Death {
  /** The error of a damaged object; null for an object without known damage. */
  readonly damage: QuernError | null;
  readonly until: number;
}

/** Objects whose reading killed a worker. No such object kills another worker for a while. */
export class DeadlyReads {
  readonly #clock: Clock;
  /** Deaths by name, the oldest first. */
  readonly #deaths = new Map<string, Death>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Runs `work` unless a worker died of the same work before. Then the earlier error is thrown for
   * a damaged object, and otherwise the error of `refusal`. `name` identifies the object, its
   * version and the work.
   */
  async run<T>(name: string, refusal: () => QuernError, work: () => Promise<T>): Promise<T> {
    const death = this.#deaths.get(name);
    if (death !== undefined && death.until > this.#clock.now()) throw death.damage ?? refusal();
    try {
      return await work();
    } catch (error) {
      if (isDeath(error)) this.#remember(name, error);
      throw error;
    }
  }

  #remember(name: string, error: unknown): void {
    const damage =
      error instanceof QuernError && error.code === 'STORED_DATA_DAMAGED' ? error : null;
    const forMs = damage === null ? rememberedMs : damageRememberedMs;
    this.#deaths.delete(name);
    this.#deaths.set(name, { damage, until: this.#clock.now() + forMs });
    for (const oldest of this.#deaths.keys()) {
      if (this.#deaths.size <= maxRemembered) break;
      this.#deaths.delete(oldest);
    }
  }
}

/** True for a worker's death, even where the death was attributed to a damaged file. */
const isDeath = (error: unknown) =>
  error instanceof WorkerDeath || (error instanceof Error && error.cause instanceof WorkerDeath);

export interface HasDeadlyReads {
  readonly deadlyReads: DeadlyReads;
}
