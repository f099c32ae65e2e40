import { setTimeout as sleep } from 'node:timers/promises';
import { contentionError, isConflict } from './map-metadata-error.ts';

/**
 * Longer than any transaction that obeys the rule to be short. A request waits at most this long
 * for other transactions.
 */
const retryBudgetMs = 10_000;
const firstDelayMs = 1;
const longestDelayMs = 64;

/**
 * Repeats `attempt` while it fails by a conflict, with jittered exponential delays, for at most ten
 * seconds; then throws SERVICE_UNAVAILABLE. A failed `attempt` must have no effect.
 */
export async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, longestDelayMs)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (performance.now() - startedMs > retryBudgetMs) throw contentionError(error);
      await sleep(delayMs * (0.5 + Math.random()));
    }
  }
}
