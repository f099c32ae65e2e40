/**
 * The port between Quern and its sources (ADR 35). The service process uses a description as data
 * (`SourceType`). A driver reads the source, in a source worker only (`SourceDriver`). The service
 * requests work by `SourceReader`.
 */

import type { ColumnStatistics } from '../engine/ingest/file-statistics.ts';
import type { DecimalDigits } from './decimal-fit.ts';

export interface SourceProperty {
  /** Key in the `config` of a connection. */
  readonly name: string;
  readonly label: string;
  /** A `secret` is never stored in clear, shown, logged or put into a command line. */
  readonly kind: 'text' | 'integer' | 'boolean' | 'secret';
  readonly required: boolean;
  readonly default?: string | number | boolean;
  /**
   * Kind of a `text`, for the check that no password was typed into a visible property: a server's
   * name or address, or a name at the source.
   */
  readonly format?: 'host' | 'name';
  /** The only values a `text` may have. */
  readonly choices?: readonly string[];
  /** Bounds of an `integer`. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description: string;
}

/** The service's knowledge of a kind of source, without its driver. */
export interface SourceType {
  /** `source_type` on the wire. */
  readonly name: string;
  readonly label: string;
  readonly properties: readonly SourceProperty[];
  /**
   * The property that a secret given by `secret_name` or `secret_id` fills; null if the type has
   * none.
   */
  readonly secretProperty: string | null;
  /**
   * The source's SQL dialect, as names for `dialect` of queries: the nearest name first, then
   * synonyms.
   */
  readonly dialectNames: readonly string[];
  /**
   * Splits one text (a URL) into values; null if the type has no such property. Throws a
   * SourceError of class `configuration` for an invalid text.
   */
  readonly splitUrl?: (url: string) => SourceConfig;
  /** The property that `splitUrl` reads, which may also be in the result; absent: `url`. */
  readonly urlProperty?: string;
  /** True if the driver supports a cursor, so a refresh can fetch changes alone. */
  readonly readsChanges?: true;
  /** True if the driver supports filters and a limit, so a query can read a table at the source. */
  readonly readsLive?: true;
}

/**
 * Values by property name, with all secrets. Only a result of `readConfig` may be sent to a driver.
 */
export type SourceConfig = Readonly<Record<string, string | number | boolean>>;

export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** A driver's access to its environment. */
export interface SourceContext {
  /**
   * Aborted when nobody waits for the answer any more: the driver stops the work at the source,
   * too.
   */
  readonly signal: AbortSignal;
  /**
   * The addresses of a host, all permitted by the operator's rules; a driver connects to addresses
   * and never to names. Throws a SourceError (`address_refused`, `name_not_found`).
   */
  readonly resolve: (host: string, port: number) => Promise<readonly CheckedAddress[]>;
  /** The true path of a file below a permitted folder. Throws a SourceError (`address_refused`). */
  readonly resolveFile: (path: string) => Promise<string>;
  /**
   * An existing folder of the service; the next start of the service deletes the files of a killed
   * worker.
   */
  readonly scratchFolder: string;
  /** Resident memory limit of the worker in bytes; a worker above the limit is killed. */
  readonly memoryBytes: number;
}

export interface DiscoveredColumn {
  /**
   * The name at the source, in any case and any characters. If another column differs by case
   * alone, the name from `uniqueNames`, in all requests and reports about the column.
   */
  readonly name: string;
  /** The name at the source, if different from `name`. */
  readonly sourceName?: string;
  /** The type in the source's own words: `numeric(10,2)`, `mood[]`. */
  readonly sourceType: string;
  /** HotSQL's name of the type, if the stored type does not determine the name (ADR 49). */
  readonly sqlType?: string;
  /** The stored type, as DuckDB prints types. */
  readonly type: string;
  readonly nullable: boolean;
  readonly comment: string | null;
  /**
   * Conversion of the values as a sentence, if `type` is not the exact counterpart of `sourceType`.
   */
  readonly note: string | null;
}

export interface DiscoveredTable {
  readonly schema: string;
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly columns: readonly DiscoveredColumn[];
  /** Column names in the key's order; empty without a key. */
  readonly primaryKey: readonly string[];
  readonly comment: string | null;
  /** According to the source's statistics; null if unknown. */
  readonly rowEstimate: number | null;
  /**
   * The table exists and cannot be described; the comment is the reason. The previous description
   * stays.
   */
  readonly isUndescribed?: true;
}

/** Exact names; absent: all tables that the user may read. */
export interface DiscoverFilter {
  readonly schema?: string;
  readonly table?: string;
}

/**
 * A condition on rows, by values that columns have exactly as at the source: numbers, dates, times,
 * uuids, booleans. Texts have DuckDB's form for values of the discovered type.
 */
export type SourceFilter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly SourceFilter[] }
  | {
      readonly kind: 'range';
      readonly column: string;
      /** Both ends are within; null: none. */
      readonly low: string | null;
      readonly high: string | null;
    }
  | { readonly kind: 'null' | 'not_null'; readonly column: string };

export interface ExtractRequest {
  readonly schema: string;
  readonly table: string;
  /** Exact names in the order wanted; all, in the table's order, where absent. */
  readonly columns?: readonly string[];
  /**
   * Only rows whose value of `column` is above `value`, both in the source's text form; null
   * `value`: all rows. Only for types with `readsChanges`.
   */
  readonly cursor?: {
    readonly column: string;
    readonly value: string | null;
    /** Includes rows equal to `value`, and rows without a value. */
    readonly isInclusive?: boolean;
  };
  /**
   * Rows for which the filter is not true may be left out, all or some; only for types with
   * `readsLive`.
   */
  readonly filter?: SourceFilter;
  /**
   * Columns to be read as the source's text, because a value fits no other type: the columns named
   * by an error (`SourceError.column`).
   */
  readonly asText?: readonly string[];
  /** Number of rows after which the reading ends, in any order; only for types with `readsLive`. */
  readonly maxRows?: number;
  /**
   * An existing empty folder for this extraction alone: the path of a staging file is never used
   * twice.
   */
  readonly folder: string;
}

export interface StagedFile {
  /** Below the folder of the request. */
  readonly name: string;
  readonly rows: number;
  readonly sizeBytes: number;
  /**
   * Set if the file has exactly the summary's columns and types, and may become a file of the lake
   * unchanged.
   */
  readonly finished?: FinishedFile;
}

/** Facts that a lake needs about a Parquet file, whose bytes are on disk. */
export interface FinishedFile {
  readonly footerBytes: number;
  /** CRC-32 of the file; absent if another program wrote the file and nobody has read its bytes. */
  readonly checksum?: number;
  /** Statistics by column name; absent columns have none. */
  readonly columns: Readonly<Record<string, ColumnStatistics>>;
}

export interface ExtractProgress {
  /** Total so far in this extraction. */
  readonly rows: number;
  /** Bytes read from the source so far. */
  readonly bytes: number;
  /** A newly completed file. */
  readonly file?: StagedFile;
  /** The summary's columns, sent with a file if later values cannot change them. */
  readonly columns?: readonly ExtractedColumn[];
}

export interface ExtractedColumn {
  readonly name: string;
  /** DuckDB's type of the staged column. */
  readonly stagedType: string;
  /**
   * The final type: `stagedType`, or a type to which all staged values can be cast without loss.
   */
  readonly type: string;
  /** HotSQL's name of the type, if the values change the discovered type. */
  readonly sqlType?: string;
  /** The most digits of a value, for numbers that come as text; null if a value fits no DECIMAL. */
  readonly digits?: DecimalDigits | null;
  /** True if there were no values, for a `type` that depends on values. */
  readonly hasNoValues?: boolean;
}

export interface ExtractWarning {
  readonly column: string;
  /** A sentence without values. */
  readonly message: string;
  /** Values concerned. */
  readonly count: number;
}

/** The note of a column whose values are unchanged, except some that become null. */
export const becomesNullNote = 'zero and partial dates become null';

/**
 * The result for one consistent state of the table. The files have these columns in this order, and
 * are read in the order listed.
 */
export interface ExtractSummary {
  readonly columns: readonly ExtractedColumn[];
  /** Staging files, at least one, without rows if the table has none. */
  readonly files: readonly StagedFile[];
  readonly rows: number;
  readonly warnings: readonly ExtractWarning[];
  /**
   * The greatest value of the cursor's column among the rows read, in the source's text form; null
   * without a cursor or rows.
   */
  readonly cursor: string | null;
}

export interface CheckReport {
  /** The source's own words for people: `PostgreSQL 18.4`. */
  readonly version: string;
}

/**
 * Each folder of `sources/` has one driver. Every method throws only SourceErrors and leaves no
 * connection open.
 */
export interface SourceDriver {
  /** Connects, signs in and asks something small. */
  check(context: SourceContext, config: SourceConfig): Promise<CheckReport>;
  /** Tables in parts, in the order of schema and name by code points. */
  discover(
    context: SourceContext,
    config: SourceConfig,
    filter: DiscoverFilter,
  ): AsyncGenerator<readonly DiscoveredTable[], void>;
  /**
   * Writes staging files (Parquet, PLAIN and uncompressed if written by hand) with memory
   * independent of the table's size.
   */
  extract(
    context: SourceContext,
    config: SourceConfig,
    request: ExtractRequest,
  ): AsyncGenerator<ExtractProgress, ExtractSummary>;
}

export interface SourceTarget {
  /** `SourceType.name`. */
  readonly type: string;
  /** The owner of the work: workspaces share workers. */
  readonly workspaceId: string;
  /** Work of one connection never runs concurrently. */
  readonly connectionId: string;
  readonly config: SourceConfig;
}

export interface SourceRunOptions {
  readonly signal: AbortSignal;
  /**
   * Time limit in milliseconds after a worker takes the work; then a SourceError of class
   * `time_limit`.
   */
  readonly deadlineMs: number;
  /** Called when a worker takes the work. */
  readonly onStarted?: () => void;
}

/** An error from the callback ends the discovery. */
export type TakeTables = (tables: readonly DiscoveredTable[]) => void | Promise<void>;

/**
 * The service's requests to source workers. Throws SourceErrors, and never CLIENT_CLOSED_REQUEST:
 * an abort is `cancelled`.
 */
export interface SourceReader {
  check(target: SourceTarget, options: SourceRunOptions): Promise<CheckReport>;
  /**
   * `onTables` is called with each part in order, one call at a time. The promise resolves after
   * the last part.
   */
  discover(
    target: SourceTarget,
    filter: DiscoverFilter,
    options: SourceRunOptions & { readonly onTables: TakeTables },
  ): Promise<void>;
  /** The caller removes the folder after a failure. */
  extract(
    target: SourceTarget,
    request: ExtractRequest,
    options: SourceRunOptions & { readonly onProgress?: (progress: ExtractProgress) => void },
  ): Promise<ExtractSummary>;
  /** Process ids of all live workers. */
  workerPids(): readonly number[];
  /** Stops running work, and resolves when every worker process has ended. */
  close(): Promise<void>;
}

/** Reads the sources of connections, in separate processes. */
export interface HasSources {
  readonly sources: SourceReader;
}
