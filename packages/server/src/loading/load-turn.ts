import type { EngineRunOptions } from '../engine/engine.ts';

/**
 * A load of so much takes a core for some tenths of a second (the flights' 105 MB of CSV: 1.5 s),
 * and holds a small query up as long.
 */
const largeBytes = 16 * 2 ** 20;

/**
 * How the tasks of a load that reads so many bytes take their turn. Large ones leave one of several
 * workers to small work, and as they have fewer to share they wait for theirs as long as it takes:
 * what has begun is not refused half-way.
 */
export function turnOf(sizeBytes: number): Pick<EngineRunOptions, 'size' | 'waitsForTurn'> {
  return sizeBytes < largeBytes ? {} : { size: 'large', waitsForTurn: true };
}
