/** Lap times in milliseconds, rounded to a microsecond. */
export function stopwatch(): () => number {
  let startedMs = performance.now();
  return () => {
    const nowMs = performance.now();
    const elapsedMs = nowMs - startedMs;
    startedMs = nowMs;
    return Math.round(elapsedMs * 1000) / 1000;
  };
}
