import type { SizeLimits } from '../../kernel/size-limits.ts';
import type { ShownIndex } from '../../plan/shown-indexes.ts';
import type { PlacedVector, StatementKind } from '../../plan/types.ts';
import type { JsonRows } from '../encode/json-rows.ts';
import type { ResultColumn } from '../types/result-columns.ts';

/** One query with everything it may see, by value: the worker has no metadata. */
export interface ExecuteQueryRequest {
  /**
   * Attached under these names for this query alone; only what the text references needs to be
   * here. What is there only for information_schema to show is told (`writeShown`).
   */
  readonly catalogs: readonly QueryCatalog[];
  /** Bare names resolve here; must be one of `catalogs`, or null when that is empty. */
  readonly defaultCatalog: string | null;
  readonly defaultSchema: string | null;
  /** What the text is to show of indexes, where it does (`readsIndexes`). */
  readonly indexes?: readonly ShownIndex[];
  /** One DuckDB SELECT (also DESCRIBE or SUMMARIZE of one), without parameters. */
  readonly sql: string;
  /** Long vectors, for whose short literals in `sql` they stand. */
  readonly vectors?: readonly PlacedVector[];
  /** Its columns, by their places, that hold numerics as texts (`Translation`). */
  readonly exactColumns?: readonly number[];
  /** False: `sql` comes from the translator, and nobody has held it against the allow-list yet. */
  readonly isChecked: boolean;
  /** `sql` was checked, and HotSQL printed it: no constant of it is in the name of a column. */
  readonly isPrinted?: boolean;
  readonly kind: StatementKind;
  /**
   * Written by the task: the whole result as Parquet, synced. Nothing is there when the task fails.
   */
  readonly resultPath: string;
  /**
   * A Parquet file of at most so many bytes comes with the reply, and nothing is at `resultPath`.
   */
  readonly inlineBytes: number;
  readonly previewRows: number;
  readonly previewBytes: number;
  /** An execution of so many milliseconds or more comes with its profile; 0: any, absent: none. */
  readonly profileFromMs?: number;
  /** The defaults where absent. */
  readonly limits?: SizeLimits;
  /**
   * Few rows are read and expected: the text is run in the scope of this key, which the worker
   * keeps for the next one (`KeptCatalogs`). It names a workspace and a database, so that nothing
   * of one is kept for another. Absent: in a catalog of its own.
   */
  readonly keptCatalogs?: string;
  /**
   * Its tables are larger: few rows are expected only where it gave few when it ran before
   * (`PastRuns`), or, the first time, where it looks for values in one table (`isLookup`): of a
   * text that is checked the caller knows whether it does, of any other the worker finds out.
   */
  readonly fewRowsIf?: 'lookup' | 'again';
}

export interface QueryCatalog {
  readonly name: string;
  readonly schemas: readonly QuerySchema[];
}

export interface QuerySchema {
  readonly name: string;
  readonly tables: readonly QueryTable[];
}

export interface QueryTable {
  readonly name: string;
  readonly columns: readonly QueryColumn[];
  /** Of a table that is only shown. */
  readonly comment?: string;
  /**
   * Exactly the Parquet files of the table's bound version, in row order; none gives an empty
   * table.
   */
  readonly files: readonly QueryFile[];
  /** Name of the index that it is read by, for whoever looks at the plan. */
  readonly index?: string;
  /**
   * The table is what a search found: of the files these rows alone, and its columns that are
   * stored nowhere (`stored` is -1) are what is said of each.
   */
  readonly hits?: QueryHits;
  /** Name of one more column: the place of each row, its file times 2^32 and its row in that. */
  readonly place?: string;
}

/**
 * Rows by their files, as places in the list of them, by their places in these from 0, and what the
 * search says of each.
 */
export interface QueryHits {
  readonly rowCount: number;
  readonly files: Uint32Array;
  readonly rows: Uint32Array;
  readonly scores: Float64Array;
  /** More columns of what is said of each, whole numbers; of few hits only. */
  readonly ranks?: readonly (readonly (number | null)[])[];
  /** The values of a column of FLOAT lists by its `stored`, one after another. */
  readonly vectors?: { readonly column: number; readonly values: Float32Array };
}

export interface QueryColumn {
  readonly name: string;
  /** DuckDB's spelling. Files with another type are cast, files without the column give null. */
  readonly type: string;
  /** The table's type of the column, where a statement reads it as another (nanoseconds). */
  readonly keptAs?: string;
  /**
   * Of vectors of one length (`FLOAT[3]`), which are read as arrays: to DuckDB these are no lists
   * (`vector-type.ts`).
   */
  readonly keepsLength?: true;
  /** Its Parquet field id (lake files); its name inside the files (stored results). */
  readonly stored: number | string;
  /** Of a table that is only shown. */
  readonly notNull?: boolean;
  /** Of a table that is only shown. */
  readonly comment?: string;
  /** Its values are in no data file but beside it (`QueryFile.vectors`). */
  readonly isGenerated?: true;
}

export interface QueryFile {
  readonly path: string;
  /** Rows in the file, deleted ones included. */
  readonly rowCount: number;
  /**
   * The rows that are gone: those of `part` in a Parquet file of (part INTEGER, pos BIGINT); `pos`
   * counts from 0.
   */
  readonly deletes?: { readonly path: string; readonly part: number };
  /** Its columns are the table's, by name and type: it can be read plainly, by several threads. */
  readonly isCurrent?: boolean;
  /**
   * The types it was written with, where they are not the table's; files that were written together
   * share the list.
   */
  readonly written?: readonly WrittenColumn[];
  /**
   * The values of columns that are beside the file and not in it, by their `stored`: a Parquet file
   * each of (pos BIGINT, vector FLOAT[]), where `pos` is the row's place in the data file. What is
   * not there is null.
   */
  readonly vectors?: readonly { readonly column: number; readonly path: string }[];
}

/** A column inside a lake file. */
export interface WrittenColumn {
  /** Its field id. */
  readonly id: number;
  readonly name: string;
  readonly type: string;
}

export interface QueryTimings {
  /** Making the catalog, binding and planning. */
  readonly planMs: number;
  /** The execution, which there is one of. */
  readonly executeMs: number;
  readonly previewMs: number;
  /** Writing the Parquet file and syncing it to disk. */
  readonly storeMs: number;
}

/**
 * What is known once the rows are: emitted as the task's only part when the preview is not the
 * whole result.
 */
export interface QueryPreview {
  readonly kind: 'preview';
  /** Only the first rows were read: what follows is not only writing. */
  readonly isUnread: boolean;
  readonly columns: readonly ResultColumn[];
  readonly preview: JsonRows;
  readonly rowCount: number;
  /**
   * Rows read from storage before filtering; null where no table data was read. A scan with a
   * pushed-down filter counts all rows of its files, also of row groups that their statistics ruled
   * out.
   */
  readonly rowsScanned: number | null;
  /**
   * Bytes fetched from storage, 0 where a table was read from memory; null where no table is
   * touched.
   */
  readonly bytesScanned: number | null;
}

/** `preview.text` is empty where the preview was emitted before. */
export interface ExecuteQueryReply extends Omit<QueryPreview, 'kind' | 'isUnread'> {
  /** Of the Parquet file. */
  readonly sizeBytes: number;
  /** CRC-32 of the Parquet file, as its writer had it. */
  readonly checksum: number;
  /**
   * The Parquet file itself where it is small; null where it is at `resultPath`, or `rows` are
   * there.
   */
  readonly parquet: Uint8Array | null;
  /**
   * The rows of a small result in place of its file (`keepRows`); `sizeBytes` and `checksum` are
   * theirs.
   */
  readonly rows?: Uint8Array;
  readonly timings: QueryTimings;
  readonly profile: QueryProfile | null;
}

/**
 * What an execution did, operator by operator; in the contract's words, because it is stored and
 * answered as it is.
 */
export interface QueryProfile {
  readonly total_ms: number;
  readonly peak_memory_bytes: number;
  readonly spilled_bytes: number;
  readonly operators: readonly ProfiledOperator[];
  readonly truncated: boolean;
}

export interface ProfiledOperator {
  readonly id: number;
  readonly parent_id: number | null;
  readonly name: string;
  readonly table: string | null;
  readonly time_ms: number;
  readonly rows: number;
  readonly bytes: number;
  readonly details: Readonly<Record<string, string>>;
}
