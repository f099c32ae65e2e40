/** Milliseconds of one call of `work`. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Medians of two kinds of work done in turns, so that a slow moment of the machine meets both. */
export async function pairedMedians(
  rounds: number,
  left: () => Promise<unknown>,
  right: () => Promise<unknown>,
): Promise<{ left: number; right: number }> {
  const lefts: number[] = [];
  const rights: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    lefts.push(await timed(left));
    rights.push(await timed(right));
  }
  return { left: median(lefts), right: median(rights) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Calls per second of `clients` loops that call `work` until `durationMs` have passed. */
export async function throughput(
  clients: number,
  durationMs: number,
  work: (client: number) => Promise<unknown>,
): Promise<number> {
  const end = performance.now() + durationMs;
  let calls = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_unused, client) => {
      while (performance.now() < end) {
        await work(client);
        calls += 1;
      }
    }),
  );
  return (calls / (performance.now() - started)) * 1000;
}

/** Duration of each call, in `clients` loops that call `work` until `durationMs` have passed. */
export async function latencies(
  clients: number,
  durationMs: number,
  work: () => Promise<unknown>,
): Promise<{ times: readonly number[]; perSecond: number }> {
  const times: number[] = [];
  const perSecond = await throughput(clients, durationMs, async () =>
    times.push(await timed(work)),
  );
  return { times, perSecond };
}

/** The time not exceeded by `share` percent of the calls. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? 0;
}
