/**
 * The result of `work`, or null after `timeoutMs` or an abort of `signal`. A later result is
 * ignored.
 */
export async function within<T>(
  work: Promise<T>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<T | null> {
  let end = () => {};
  const ended = new Promise<null>((resolve) => {
    end = () => resolve(null);
  });
  const timer = setTimeout(end, timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
