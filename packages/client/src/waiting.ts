/** Resolves after so many milliseconds; rejects with the signal's reason when that comes first. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/**
 * Milliseconds before try `attempt` (from 0): doubling from `firstMs` to `mostMs`, with a part left
 * to chance.
 */
export function backoffMs(attempt: number, firstMs: number, mostMs: number): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(attempt, 20));
  return full * (0.5 + Math.random() / 2);
}
