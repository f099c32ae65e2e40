import { createDeferred, type Deferred } from '../kernel/deferred.ts';
import { within } from '../kernel/within.ts';

/** The most waiters for one name. Later requests fail at once. */
const maxWaiting = 128;
/** The interval at which the first waiter checks for a release by another node. */
const lookMs = 50;

/** Waiters of this process for exclusive resources, by name, in the order of asking. */
export class Turns {
  readonly #lines = new Map<string, Deferred<void>[]>();

  /** Notifies the first waiter that the name may be free. */
  freed(name: string): void {
    this.#lines.get(name)?.[0]?.resolve();
  }

  /**
   * The result of `take` in the caller's turn. Null where `take` returns null until `waitMs` have
   * passed, the line is too long, or `signal` aborts. Nobody overtakes a waiter.
   */
  async take<T>(
    name: string,
    waitMs: number,
    signal: AbortSignal | undefined,
    take: () => Promise<T | null>,
  ): Promise<T | null> {
    const line = this.#lines.get(name) ?? [];
    const taken = line.length === 0 ? await take() : null;
    if (taken !== null || waitMs <= 0 || line.length >= maxWaiting) return taken;
    // Another caller may have started a line during the await of `take`.
    const present = this.#lines.get(name) ?? [];
    this.#lines.set(name, present);
    const place = { woken: createDeferred<void>() };
    present.push(place.woken);
    const endMs = performance.now() + waitMs;
    try {
      for (;;) {
        const leftMs = endMs - performance.now();
        if (leftMs <= 0 || signal?.aborted) return null;
        const isFirst = present[0] === place.woken;
        const found = isFirst ? await take() : null;
        if (found !== null) return found;
        await within(place.woken.promise, isFirst ? Math.min(lookMs, leftMs) : leftMs, signal);
        const next = createDeferred<void>();
        present[present.indexOf(place.woken)] = next;
        place.woken = next;
      }
    } finally {
      const wasFirst = present[0] === place.woken;
      present.splice(present.indexOf(place.woken), 1);
      if (present.length === 0) this.#lines.delete(name);
      else if (wasFirst) present[0]?.resolve();
    }
  }
}

/** Waiting loads of this process, in the order of asking. */
export interface HasTurns {
  readonly turns: Turns;
}
