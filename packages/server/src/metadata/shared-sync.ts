import { createDeferred, type Deferred } from '../kernel/deferred.ts';

/**
 * One sync for all who ask while another runs: `request` resolves when a sync has ended that began
 * after it was called, and rejects when that sync failed. At most one runs at a time, so those who
 * come meanwhile share the next (group commit).
 */
export class SharedSync {
  readonly #sync: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Deferred<void> | undefined;

  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  request(): Promise<void> {
    this.#next ??= createDeferred<void>();
    const { promise } = this.#next;
    this.#running ??= this.#run();
    return promise;
  }

  /** Resolves when nobody waits for a sync any more. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Those who commit in the same turn of the event loop belong to it too.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#next) {
      const waiting = this.#next;
      this.#next = undefined;
      await this.#sync().then(waiting.resolve, waiting.reject);
    }
    this.#running = undefined;
  }
}
