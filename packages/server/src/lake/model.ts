/**
 * The lake: tables as immutable Parquet files under snapshots (ARCHITECTURE.md, "The lake"). A lake
 * belongs to one connection and has the connection's id. A snapshot points, per table, at a
 * version; a version at manifests; a manifest lists files. All targets of pointers are immutable,
 * so a commit moves one pointer and a fork copies one.
 */
import type { ColumnStatistics } from '../engine/ingest/file-statistics.ts';
import type { LakeColumn } from '../engine/ingest/type-evolution.ts';

export interface PartitionKey {
  readonly column: string;
  readonly transform: 'identity' | 'year' | 'month' | 'day' | 'hour';
}

export interface SortKey {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  readonly nulls: 'first' | 'last' | null;
}

/** Declared properties that stay fixed for the life of a table, except `constantPerKey`. */
export interface TableLayout {
  readonly key: readonly string[];
  readonly constantPerKey: readonly string[];
  readonly partitionBy: readonly PartitionKey[];
  readonly sortedBy: readonly SortKey[];
}

export const noLayout: TableLayout = { key: [], constantPerKey: [], partitionBy: [], sortedBy: [] };

export interface LakeFile {
  /** Object key of the Parquet file. */
  readonly key: string;
  /** Rows in the file, deleted rows included. */
  readonly rowCount: number;
  readonly sizeBytes: number;
  readonly footerBytes: number;
  /** CRC-32 of the object. Other Parquet readers may refuse an older file without a checksum. */
  readonly checksum?: number;
  /** Statistics by column id. */
  readonly columns: Readonly<Record<number, ColumnStatistics>>;
  /** One value per partition key, in order; absent in an unpartitioned table. */
  readonly partition?: readonly (string | null)[];
  /** Absent where every row is live. */
  readonly deletes?: FileDeletes;
  /** Columns of the table with values in separate files; absent: none. */
  readonly vectors?: readonly FileVectors[];
}

/**
 * A file's values of a column that a dropped index on texts had generated. The Parquet object has
 * columns (pos BIGINT, vector FLOAT[]), where `pos` counts the rows of the data file from 0. Rows
 * without an entry are null.
 */
export interface FileVectors {
  /** Id of the column. */
  readonly column: number;
  /** Object key. */
  readonly key: string;
  readonly sizeBytes: number;
}

/**
 * The deleted rows of one file: the rows with `part` in a Parquet object of columns (part INTEGER,
 * pos BIGINT), sorted by both, where `pos` counts the rows of the data file from 0. One object
 * serves all files with deletions in a commit. The set is complete: a later commit writes all
 * deleted rows of a file again, so a file has at most one set.
 */
export interface FileDeletes {
  /** Object key. */
  readonly key: string;
  readonly part: number;
  readonly rowCount: number;
  /** Size of the object. Size and `checksum` are absent in manifests of earlier versions. */
  readonly sizeBytes?: number;
  readonly checksum?: number;
}

/** Rows of a file without the deleted rows. */
export function liveRowCount(file: LakeFile): number {
  return file.rowCount - (file.deletes?.rowCount ?? 0);
}

/** Files with the same columns that one commit wrote. */
export interface Manifest {
  readonly columns: readonly LakeColumn[];
  readonly files: readonly LakeFile[];
}

/** True if both lists have the same ids, names and types, in one order. */
export function sameColumns(left: readonly LakeColumn[], right: readonly LakeColumn[]): boolean {
  if (left.length !== right.length) return false;
  return left.every(({ id, name, type }, index) => {
    const other = right[index];
    return other?.id === id && other.name === name && other.type === type;
  });
}

export interface TableVersion {
  readonly id: string;
  readonly columns: readonly LakeColumn[];
  readonly manifestIds: readonly string[];
  /** Live rows. */
  readonly rowCount: number;
  readonly sizeBytes: number;
  readonly fileCount: number;
}

export interface LakeTable {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly layout: TableLayout;
  /** The present version; null if the table was never loaded. */
  readonly version: TableVersion | null;
  /** Milliseconds since the epoch; null until the first load. */
  readonly loadedAt: number | null;
  /** Description of the table at its source; null in a managed lake. */
  readonly source: SourceTable | null;
  /** The refresh policy; null: a query fetches the whole table on request. */
  readonly refresh: RefreshPolicy | null;
  /** Columns that the table's indexes on texts generate, for queries; absent: none. */
  readonly generated?: readonly GeneratedColumn[];
}

/**
 * A column whose values are computed from another column, file by file, and stored outside the data
 * files.
 */
export interface GeneratedColumn {
  /** A column id that no data file uses. */
  readonly id: number;
  readonly name: string;
  /** DuckDB's spelling. */
  readonly type: string;
  /** The column of texts. */
  readonly sourceId: number;
  readonly definitionId: string;
  /** Name of the index that fills the column. */
  readonly index: string;
  /** True if a row's value may be null until its vector exists. */
  readonly mayWait: boolean;
  /** A text that changes when more rows have vectors. */
  readonly state: string;
}

/** Refresh policy of a source's table. */
export interface RefreshPolicy {
  /** `live`: no rows are stored; each query reads at the source. */
  readonly mode: 'full' | 'incremental' | 'live';
  /** The column that rises with each change, for incremental refreshes. */
  readonly cursorColumn: string | null;
  /**
   * The columns that identify rows, for incremental refreshes; empty if the source only adds rows.
   */
  readonly key: readonly string[];
  /**
   * Distance below the last cursor at which a refresh begins: seconds for dates and times, else
   * units of a number.
   */
  readonly overlap: number;
  readonly schedule: { readonly cron: string } | { readonly everyS: number } | null;
  /** Maximum age of the rows; a query of older rows causes a refresh. */
  readonly maxAgeS: number | null;
  /** `refresh`: the query waits for the refresh; `serve`: the query reads the old rows. */
  readonly whenStale: 'refresh' | 'serve';
}

/** A discovered table of a source. */
export interface SourceTable {
  /** The names at the source, if they differ by case alone from other names of the source. */
  readonly from?: TableName;
  readonly kind: 'table' | 'view';
  readonly columns: readonly SourceColumn[];
  /** Column names, in the key's order. */
  readonly primaryKey: readonly string[];
  readonly comment: string | null;
  /** Rows by the source's own statistics. */
  readonly rowEstimate: number | null;
}

export interface TableName {
  readonly schema: string;
  readonly table: string;
}

export interface SourceColumn {
  readonly name: string;
  /** The name at the source, if different from `name`. */
  readonly sourceName?: string;
  /** The DuckDB type of the values, as DuckDB prints types. */
  readonly type: string;
  /** The type in the source's own words. */
  readonly sourceType: string;
  /** HotSQL's name of the type, if `type` does not determine the name. */
  readonly sqlType?: string;
  readonly nullable: boolean;
  readonly comment: string | null;
  /** Conversion of the values, if `type` is not an exact counterpart. */
  readonly note: string | null;
}

/**
 * Everything visible in a lake at one snapshot; immutable, so callers may share and cache the
 * object.
 */
export interface LakeCatalog {
  readonly lakeId: string;
  readonly snapshot: number;
  /** Schemas in byte order of names, with tables in byte order of names. */
  readonly schemas: ReadonlyMap<string, ReadonlyMap<string, LakeTable>>;
}
