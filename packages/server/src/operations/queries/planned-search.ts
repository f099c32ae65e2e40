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
  /** As the kind of index has it; JSON. */
  readonly query: unknown;
  /** The column of the hits that holds what they are ordered by. */
  readonly score: string;
}
