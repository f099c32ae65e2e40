import type { PartitionKey } from './partition-transforms.ts';
import type { SortKey } from './sort-terms.ts';
import type { LakeColumn } from './type-evolution.ts';

/** Rows to be written as lake files, and the layout to write them in. */
export interface LakeRows {
  /** A SELECT of exactly `columns`, under their names and in their types, without ORDER BY. */
  readonly select: string;
  /** The table's columns; their ids become field ids. */
  readonly columns: readonly LakeColumn[];
  readonly sortedBy: readonly SortKey[];
  readonly partitionBy: readonly PartitionKey[];
  /** About the size of the rows as Parquet. */
  readonly expectedBytes: number;
  /** How many they are, where that is known. */
  readonly expectedRows?: number | undefined;
  /** Rows of a row group, where not as usual. */
  readonly rowGroupRows?: number | undefined;
  /**
   * Files grow to about this size; rows that are expected to stay below it become one file (in each
   * partition).
   */
  readonly targetFileBytes?: number | undefined;
}
