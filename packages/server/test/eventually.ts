import { setTimeout as delay } from 'node:timers/promises';

/** Calls `check` until `check` returns, at most for `timeoutMs`; then throws the last error. */
export async function eventually<T>(check: () => T | Promise<T>, timeoutMs = 20_000): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, 200)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(pauseMs);
    }
  }
}
