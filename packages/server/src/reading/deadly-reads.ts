import { WorkerDeath } from '../engine/worker-death.ts';
import type { Clock } from '../kernel/clock.ts';
import { QuernError } from '../kernel/errors.ts';

/** A machine that was out of memory then may have enough by now. */
const rememberedMs = 60 * 60_000;
/** What was damaged may have been put right. */
const damageRememberedMs = 60_000;
const maxRemembered = 1000;

interface Death {
  /** Of what was found to be damaged, which is what it is told by. */
  readonly damage: QuernError | null;
  readonly until: number;
}

/** Objects that ended the worker that read them: none of them ends another one for a while. */
export class DeadlyReads {
  readonly #clock: Clock;
  /** By name, the oldest first. */
  readonly #deaths = new Map<string, Death>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Does `work` unless a worker died of it before: then throws what it threw then where the object
   * is damaged, and else what `refusal` makes of it. `name` tells the object and its version, and
   * what is made of it.
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

/** Also one that was found to be of a damaged file. */
const isDeath = (error: unknown) =>
  error instanceof WorkerDeath || (error instanceof Error && error.cause instanceof WorkerDeath);

export interface HasDeadlyReads {
  readonly deadlyReads: DeadlyReads;
}
