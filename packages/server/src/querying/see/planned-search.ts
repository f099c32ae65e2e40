import type { TableVersion } from '../../lake/model.ts';
import type { IndexRow } from '../../metadata/index-store.ts';
import type { SearchCall } from '../../plan/types.ts';

/** A search call bound to a table version and to an index. */
export interface PlannedSearch {
  readonly call: SearchCall;
  /** The table's name in messages. */
  readonly shown: string;
  readonly lakeId: string;
  readonly version: TableVersion;
  readonly index: IndexRow;
  /** JSON in the form of the index kind; `{ embed: text }` for a text without its vector yet. */
  readonly query: unknown;
  /** Number of best hits, if the call gives it; null: as many as the text can show. */
  readonly limit: number | null;
  /** The score is a distance: less is better. */
  readonly isDistance: boolean;
  /** Id of the only column of the hits in addition to the score; null: all columns of the table. */
  readonly only: number | null;
  /** A second search of the same version for fusing ranks; null: no fusion. */
  readonly fused: FusedSearch | null;
  /** The column with the score of the hits. */
  readonly score: string;
}

/** The second of two searches. */
export interface FusedSearch {
  readonly index: IndexRow;
  readonly query: unknown;
  /** Weights of the ranks of both searches. */
  readonly weights: readonly [first: number, second: number];
}

/** The columns after the score of a fused search: the ranks of its two searches. */
export const rankColumns = ['bm25_rank', 'vector_rank'] as const;
