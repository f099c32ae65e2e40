import type { TableVersion } from '../../lake/model.ts';
import type { IndexRow } from '../../metadata/index-store.ts';
import type { SearchCall } from '../../plan/types.ts';

/** A search that a text calls, bound to a version of a table and to the index that answers it. */
export interface PlannedSearch {
  readonly call: SearchCall;
  /** As messages call the table. */
  readonly shown: string;
  readonly lakeId: string;
  readonly version: TableVersion;
  readonly index: IndexRow;
  /**
   * As the kind of index has it; JSON. Of a text that is to be embedded first, `{ embed: text }`.
   */
  readonly query: unknown;
  /** The best so many, where the call says it; null: as many as the text can show. */
  readonly limit: number | null;
  /** The score is a distance: less is better. */
  readonly isDistance: boolean;
  /** Id of the one column of the hits besides the score; null: all that the table has. */
  readonly only: number | null;
  /**
   * Another search of the same version, whose ranks are fused with this one's; null: this one
   * alone.
   */
  readonly fused: FusedSearch | null;
  /** The column of the hits that holds what they are ordered by. */
  readonly score: string;
}

/** The second of two searches. */
export interface FusedSearch {
  readonly index: IndexRow;
  readonly query: unknown;
  /** Of the ranks of the first and of the second. */
  readonly weights: readonly [first: number, second: number];
}

/** The columns of a fused search behind the score: the ranks of its two searches. */
export const rankColumns = ['bm25_rank', 'vector_rank'] as const;
