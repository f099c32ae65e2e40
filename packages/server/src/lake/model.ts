/**
 * The lake: tables as immutable Parquet files under snapshots (ARCHITECTURE.md, "The lake"). A lake
 * belongs to one connection and has its id. A snapshot points, per table, at a version; a version
 * at manifests; a manifest lists files. Everything a pointer names is immutable, so a commit moves
 * one pointer and a fork copies one.
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

/** What a declaration fixes for the life of a table, `constantPerKey` apart. */
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
  /** Rows in the file, those that are gone included. */
  readonly rowCount: number;
  readonly sizeBytes: number;
  readonly footerBytes: number;
  /** CRC-32 of the object. Files from before there were any may be such as other readers refuse. */
  readonly checksum?: number;
  /** By column id. */
  readonly columns: Readonly<Record<number, ColumnStatistics>>;
  /** One value per partition key, in order; absent where the table is not partitioned. */
  readonly partition?: readonly (string | null)[];
  /** Absent where every row is live. */
  readonly deletes?: FileDeletes;
  /** Columns of its table that are not in it but beside it; absent: none. */
  readonly vectors?: readonly FileVectors[];
}

/**
 * The values that a file has of a column which an index on texts had made when it was dropped: a
 * Parquet object of (pos BIGINT, vector FLOAT[]), where `pos` counts the file's rows from 0. A row
 * that is not in it has null.
 */
export interface FileVectors {
  /** Id of the column. */
  readonly column: number;
  /** Object key. */
  readonly key: string;
  readonly sizeBytes: number;
}

/**
 * The rows of one file that are gone: those of `part` in a Parquet object of columns (part INTEGER,
 * pos BIGINT), sorted by both, where `pos` counts the file's rows from 0. One object serves all
 * files that a commit deleted rows of. The set is whole: a later commit writes it anew with what is
 * added, so a file never has more than one.
 */
export interface FileDeletes {
  /** Object key. */
  readonly key: string;
  readonly part: number;
  readonly rowCount: number;
  /** Of the object, as is `checksum`; both are absent in manifests of earlier versions. */
  readonly sizeBytes?: number;
  readonly checksum?: number;
}

/** Rows of a file that are not deleted. */
export function liveRowCount(file: LakeFile): number {
  return file.rowCount - (file.deletes?.rowCount ?? 0);
}

/** Files that were written together, with the same columns. */
export interface Manifest {
  readonly columns: readonly LakeColumn[];
  readonly files: readonly LakeFile[];
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
  /** null: declared and never loaded. */
  readonly version: TableVersion | null;
  /** Milliseconds since the epoch; null until the first load. */
  readonly loadedAt: number | null;
  /** What it is at its source, where it has one elsewhere. */
  readonly source: SourceTable | null;
  /** How its rows are kept fresh; null: they are fetched whole when somebody asks. */
  readonly refresh: RefreshPolicy | null;
  /** Columns that its indexes on texts give it, as a query sees it; absent: none. */
  readonly generated?: readonly GeneratedColumn[];
}

/** A column whose values are derived from another one, file by file, and are in no data file. */
export interface GeneratedColumn {
  /** Of a column that no data file has. */
  readonly id: number;
  readonly name: string;
  /** DuckDB's spelling. */
  readonly type: string;
  /** The column of texts that it is made of. */
  readonly sourceId: number;
  readonly definitionId: string;
  /** Name of the index that fills it. */
  readonly index: string;
  /** A row's value may be null for as long as it waits for its vector. */
  readonly mayWait: boolean;
  /** Another text where more of it was filled. */
  readonly state: string;
}

/** How a table of a source is kept fresh. */
export interface RefreshPolicy {
  /** `live`: nothing is kept, each query reads at the source what it looks for. */
  readonly mode: 'full' | 'incremental' | 'live';
  /** Of an incremental one: the column that rises with each change. */
  readonly cursorColumn: string | null;
  /**
   * Of an incremental one: the columns that tell rows apart; empty where rows are only ever added.
   */
  readonly key: readonly string[];
  /**
   * How far below its last cursor a refresh begins: seconds of a date or time, else units of a
   * number.
   */
  readonly overlap: number;
  readonly schedule: { readonly cron: string } | { readonly everyS: number } | null;
  /** Rows older than this are refreshed when a query reads them. */
  readonly maxAgeS: number | null;
  /** Whether such a query waits for that, or is answered with what is here. */
  readonly whenStale: 'refresh' | 'serve';
}

/** A table of a source elsewhere, as it was discovered. */
export interface SourceTable {
  /**
   * What the source calls it, where that differs by case alone from what stands beside it there.
   */
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
  /** What the source calls it, where that is not `name`. */
  readonly sourceName?: string;
  /** What its values become, as DuckDB prints it. */
  readonly type: string;
  /** In the source's own words. */
  readonly sourceType: string;
  /** HotSQL's name of the type, where `type` does not say it. */
  readonly sqlType?: string;
  readonly nullable: boolean;
  readonly comment: string | null;
  /** What becomes of the values, where `type` is no exact counterpart. */
  readonly note: string | null;
}

/** Everything visible of a lake at one snapshot; immutable, so it may be shared and cached. */
export interface LakeCatalog {
  readonly lakeId: string;
  readonly snapshot: number;
  /** Schema names in byte order, with their tables in byte order. */
  readonly schemas: ReadonlyMap<string, ReadonlyMap<string, LakeTable>>;
}
