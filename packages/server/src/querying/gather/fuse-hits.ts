import type { Hits } from '../../search/hits.ts';

/**
 * The constant of the paper (Cormack, Clarke and Buettcher, 2009): the first row does not outweigh
 * all others.
 */
const rankConstant = 60;

export interface FusedHits {
  readonly hits: Hits;
  /** The rank of each hit in both searches, from 1; null in a search without the hit. */
  readonly ranks: readonly [(number | null)[], (number | null)[]];
}

/**
 * Reciprocal rank fusion: the best `limit` rows of two searches, best first, by the sums of weight
 * / (60 + rank). The hits of each search come best first.
 */
export function fuseHits(
  searches: readonly [Hits, Hits],
  weights: readonly [number, number],
  limit: number,
): FusedHits {
  const rows = new Map<
    string,
    { file: number; row: number; ranks: [number | null, number | null]; score: number }
  >();
  for (const which of [0, 1] as const) {
    const { files, rows: found } = searches[which];
    for (const [place, row] of found.entries()) {
      const file = files[place] ?? 0;
      const key = `${file} ${row}`;
      const fused = rows.get(key) ?? { file, row, ranks: [null, null], score: 0 };
      fused.ranks[which] = place + 1;
      fused.score += weights[which] / (rankConstant + place + 1);
      rows.set(key, fused);
    }
  }
  const best = [...rows.values()]
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.file - other.file || one.row - other.row)
    .slice(0, limit);
  return {
    hits: {
      files: Uint32Array.from(best, ({ file }) => file),
      rows: Uint32Array.from(best, ({ row }) => row),
      scores: Float64Array.from(best, ({ score }) => score),
    },
    ranks: [best.map(({ ranks }) => ranks[0]), best.map(({ ranks }) => ranks[1])],
  };
}
