import type { SizeLimits } from '../../kernel/size-limits.ts';
import type { ShownIndex } from '../../plan/shown-indexes.ts';
import type { PlacedVector, StatementKind } from '../../plan/types.ts';
import type { JsonRows } from '../encode/json-rows.ts';
import type { ResultColumn } from '../types/result-columns.ts';

/** One query with everything needed to run, by value: the worker has no metadata. */
export interface ExecuteQueryRequest {
  /**
   * Catalogs with the names of the query. Only catalogs in the text are needed. Catalogs for
   * information_schema alone arrive as text (`writeShown`).
   */
  readonly catalogs: readonly QueryCatalog[];
  /** The catalog of bare names: one of `catalogs`, or null when `catalogs` is empty. */
  readonly defaultCatalog: string | null;
  readonly defaultSchema: string | null;
  /** The indexes for a text that shows indexes (`readsIndexes`). */
  readonly indexes?: readonly ShownIndex[];
  /** One DuckDB SELECT (or a DESCRIBE or SUMMARIZE of a SELECT), without parameters. */
  readonly sql: string;
  /** Long vectors, represented by short literals in `sql`. */
  readonly vectors?: readonly PlacedVector[];
  /** The places of columns that contain numerics as texts (`Translation`). */
  readonly exactColumns?: readonly number[];
  /** False: `sql` comes from the translator, and was not yet checked by the allow-list. */
  readonly isChecked: boolean;
  /** `sql` was checked and printed by HotSQL, so no constant is part of a column's name. */
  readonly isPrinted?: boolean;
  readonly kind: StatementKind;
  /**
   * The path where the task writes the whole result as synced Parquet. A failed task leaves no
   * file.
   */
  readonly resultPath: string;
  /**
   * The reply contains a Parquet file of at most `inlineBytes` bytes. No file is at `resultPath`
   * then.
   */
  readonly inlineBytes: number;
  readonly previewRows: number;
  readonly previewBytes: number;
  /**
   * Executions of at least the given milliseconds return their profile. 0 means every execution,
   * absent none.
   */
  readonly profileFromMs?: number;
  /** The defaults where absent. */
  readonly limits?: SizeLimits;
  /**
   * The scope of a query that reads and returns few rows. The worker keeps the scope's catalog for
   * the next query (`KeptCatalogs`). The key names a workspace and a database, so nothing is kept
   * across databases. Absent: the query has a catalog of its own.
   */
  readonly keptCatalogs?: string;
  /**
   * The query's tables are larger. Few rows are expected only after an earlier run with few rows
   * (`PastRuns`), or, at the first run, for a lookup in one table (`isLookup`). The caller decides
   * for a checked text, and the worker for any other text.
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
  /** The comment of a table that is only shown. */
  readonly comment?: string;
  /**
   * Exactly the Parquet files of the table's bound version, in row order. An empty list gives an
   * empty table.
   */
  readonly files: readonly QueryFile[];
  /** The name of the index for the read, for the reader of the plan. */
  readonly index?: string;
  /**
   * The table is the result of a search: only the found rows of the files. Columns with `stored` -1
   * contain facts about each hit.
   */
  readonly hits?: QueryHits;
  /**
   * The name of an extra column with the place of each row: its file times 2^32 plus its row in the
   * file.
   */
  readonly place?: string;
}

/**
 * Hits: indexes in the list of files, row positions in the files from 0, and the search's scores.
 */
export interface QueryHits {
  readonly rowCount: number;
  readonly files: Uint32Array;
  readonly rows: Uint32Array;
  readonly scores: Float64Array;
  /** More columns about each hit, with whole numbers; only for few hits. */
  readonly ranks?: readonly (readonly (number | null)[])[];
  /** The values of a FLOAT list column, by the column's `stored`, one vector after another. */
  readonly vectors?: { readonly column: number; readonly values: Float32Array };
}

export interface QueryColumn {
  readonly name: string;
  /**
   * The type in DuckDB's spelling. Files with another type are cast, and files without the column
   * give null.
   */
  readonly type: string;
  /** The column's type in the table, where a statement reads another type (nanoseconds). */
  readonly keptAs?: string;
  /**
   * Vectors of one length (`FLOAT[3]`) are read as arrays, which DuckDB does not treat as lists
   * (`vector-type.ts`).
   */
  readonly keepsLength?: true;
  /** The Parquet field id (lake files), or the name inside the files (stored results). */
  readonly stored: number | string;
  /** The constraint, for a table that is only shown. */
  readonly notNull?: boolean;
  /** The comment, for a table that is only shown. */
  readonly comment?: string;
  /**
   * The values are not in the data file but in a file next to the data file (`QueryFile.vectors`).
   */
  readonly isGenerated?: true;
}

export interface QueryFile {
  readonly path: string;
  /** Rows in the file, including deleted rows. */
  readonly rowCount: number;
  /**
   * The deleted rows: those of `part` in a Parquet file of (part INTEGER, pos BIGINT). `pos` counts
   * from 0.
   */
  readonly deletes?: { readonly path: string; readonly part: number };
  /**
   * The file has the table's columns, by name and type: a plain scan with several threads can read
   * the file.
   */
  readonly isCurrent?: boolean;
  /**
   * The types at the time of writing, where other than the table's. Files written together share
   * the list.
   */
  readonly written?: readonly WrittenColumn[];
  /**
   * Files with values of generated columns, by the column's `stored`. Each is a Parquet file of
   * (pos BIGINT, vector FLOAT[]), where `pos` is the row's position in the data file. Missing
   * positions are null.
   */
  readonly vectors?: readonly { readonly column: number; readonly path: string }[];
}

/** A column inside a lake file. */
export interface WrittenColumn {
  /** The column's field id. */
  readonly id: number;
  readonly name: string;
  readonly type: string;
}

export interface QueryTimings {
  /** The time to create the catalog, bind and plan. */
  readonly planMs: number;
  /** The time of the single execution. */
  readonly executeMs: number;
  readonly previewMs: number;
  /** The time to write the Parquet file and sync the file to disk. */
  readonly storeMs: number;
}

/**
 * The result's facts once the rows are known. The task emits them as its only part when the preview
 * is not the whole result.
 */
export interface QueryPreview {
  readonly kind: 'preview';
  /** Only the first rows were read: the rest must be read and written. */
  readonly isUnread: boolean;
  readonly columns: readonly ResultColumn[];
  readonly preview: JsonRows;
  readonly rowCount: number;
  /**
   * Rows read from storage before filtering; null where no table data was read. A scan with a
   * pushed-down filter counts all rows of its files, including row groups that statistics ruled
   * out.
   */
  readonly rowsScanned: number | null;
  /** Bytes fetched from storage, 0 for a table in memory, and null for a query without tables. */
  readonly bytesScanned: number | null;
}

/** `preview.text` is empty where the preview was emitted before. */
export interface ExecuteQueryReply extends Omit<QueryPreview, 'kind' | 'isUnread'> {
  /** The size of the Parquet file. */
  readonly sizeBytes: number;
  /** CRC-32 of the Parquet file, from its writer. */
  readonly checksum: number;
  /**
   * The bytes of a small Parquet file; null where the file is at `resultPath`, or where `rows` are
   * present.
   */
  readonly parquet: Uint8Array | null;
  /**
   * The rows of a small result instead of a file (`keepRows`). `sizeBytes` and `checksum` describe
   * the rows.
   */
  readonly rows?: Uint8Array;
  readonly timings: QueryTimings;
  readonly profile: QueryProfile | null;
}

/**
 * The work of an execution by operator. The fields have the contract's names, because the profile
 * is stored and returned unchanged.
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
