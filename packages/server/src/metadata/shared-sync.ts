import { createDeferred, type Deferred } from '../kernel/deferred.ts';

/**
 * One sync serves all requests that arrive during the previous sync (group commit). `request`
 * resolves at the end of a sync that began after the call, and rejects if the sync failed. At most
 * one sync runs at a time.
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
    // Commits in the same turn of the event loop share this sync too.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#next) {
      const waiting = this.#next;
      this.#next = undefined;
      await this.#sync().then(waiting.resolve, waiting.reject);
    }
    this.#running = undefined;
  }
}
