import type { PartitionKey } from './partition-transforms.ts';
import type { SortKey } from './sort-terms.ts';
import type { LakeColumn } from './type-evolution.ts';

/** Rows to write as lake files, and the layout of the files. */
export interface LakeRows {
  /** A SELECT of exactly `columns`, with their names and types, without ORDER BY. */
  readonly select: string;
  /** The table's columns. Column ids become field ids. */
  readonly columns: readonly LakeColumn[];
  readonly sortedBy: readonly SortKey[];
  readonly partitionBy: readonly PartitionKey[];
  /** About the size of the rows as Parquet. */
  readonly expectedBytes: number;
  /** The number of rows, where known. */
  readonly expectedRows?: number | undefined;
  /** Rows per row group; absent for the usual number. */
  readonly rowGroupRows?: number | undefined;
  /**
   * The approximate maximum size of a file. Rows expected to stay below the size become one file
   * (in each partition).
   */
  readonly targetFileBytes?: number | undefined;
}
