import type { EngineRunOptions } from '../engine/engine.ts';

/**
 * A load of 16 MiB takes a core for some tenths of a second (the flights' 105 MB of CSV: 1.5 s),
 * and delays a small query as long.
 */
const largeBytes = 16 * 2 ** 20;

/**
 * The turn of a load's tasks by the size of the source. Large tasks leave one of several workers to
 * small work. Large tasks wait without a limit, because a load that began is not refused half-way.
 */
export function turnOf(sizeBytes: number): Pick<EngineRunOptions, 'size' | 'waitsForTurn'> {
  return sizeBytes < largeBytes ? {} : { size: 'large', waitsForTurn: true };
}
