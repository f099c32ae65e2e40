/**
 * The port between Quern and the databases it reads (ADR 35). A source is described by data that
 * the service process uses (`SourceType`), and read by a driver that runs in a source worker alone
 * (`SourceDriver`); what the service asks of the workers is `SourceReader`.
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
   * What a `text` is, where a password that was typed into it would be shown: a name or address of
   * a server, or a name at the source.
   */
  readonly format?: 'host' | 'name';
  /** The only values a `text` may have. */
  readonly choices?: readonly string[];
  /** Bounds of an `integer`. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description: string;
}

/** What the service knows of a kind of source without its driver. */
export interface SourceType {
  /** `source_type` on the wire. */
  readonly name: string;
  readonly label: string;
  readonly properties: readonly SourceProperty[];
  /**
   * The property that a secret given by `secret_name` or `secret_id` fills; null where the type has
   * none.
   */
  readonly secretProperty: string | null;
  /**
   * Name in `dialect` of queries that is nearest to the source's own SQL; other names it is known
   * by.
   */
  readonly dialectNames: readonly string[];
  /**
   * The values that one text holds (a URL), or null where the type has no such property. Throws a
   * SourceError of class `configuration` for a text that cannot be read.
   */
  readonly splitUrl?: (url: string) => SourceConfig;
  /** The property that `splitUrl` reads, which may be among what it gives; `url` where absent. */
  readonly urlProperty?: string;
  /** Its driver takes a cursor, so that a table can be refreshed by its changes alone. */
  readonly readsChanges?: true;
  /** Its driver takes filters and a limit, so that a query can read a table there for itself. */
  readonly readsLive?: true;
}

/**
 * Values by property name, all secrets filled in. What `readConfig` gave, and nothing else, may be
 * sent to a driver.
 */
export type SourceConfig = Readonly<Record<string, string | number | boolean>>;

export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** What a driver is given of the world. */
export interface SourceContext {
  /**
   * Aborted when nobody waits for the answer any more: the driver stops the work at the source,
   * too.
   */
  readonly signal: AbortSignal;
  /**
   * The addresses of a host, each of which the operator's rules allow; a driver connects to these
   * and to no name. Throws a SourceError (`address_refused`, `name_not_found`).
   */
  readonly resolve: (host: string, port: number) => Promise<readonly CheckedAddress[]>;
  /**
   * The true path of a file below a folder that the operator allows. Throws a SourceError
   * (`address_refused`).
   */
  readonly resolveFile: (path: string) => Promise<string>;
  /**
   * An existing folder of the service: what a worker that is killed leaves there goes when the
   * service starts.
   */
  readonly scratchFolder: string;
  /** Resident bytes that the worker may have; it is killed above them. */
  readonly memoryBytes: number;
}

export interface DiscoveredColumn {
  /**
   * As the source has it, of any case and any characters, unless another of the table differs by
   * case alone: then as `uniqueNames` has it, in all that is told of the column and asked of it.
   */
  readonly name: string;
  /** What the source calls it, where that is not `name`. */
  readonly sourceName?: string;
  /** The type in the source's own words: `numeric(10,2)`, `mood[]`. */
  readonly sourceType: string;
  /**
   * HotSQL's name of the type, where it does not follow from the type that the values are kept in
   * (ADR 49).
   */
  readonly sqlType?: string;
  /** The type it becomes, as DuckDB prints it. */
  readonly type: string;
  readonly nullable: boolean;
  readonly comment: string | null;
  /**
   * Where `type` is not the exact counterpart of `sourceType`: what becomes of the values, as a
   * sentence.
   */
  readonly note: string | null;
}

export interface DiscoveredTable {
  readonly schema: string;
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly columns: readonly DiscoveredColumn[];
  /** Column names in the key's order; empty where there is none. */
  readonly primaryKey: readonly string[];
  readonly comment: string | null;
  /** What the source's statistics say; null where they say nothing. */
  readonly rowEstimate: number | null;
  /**
   * It is there and cannot be described, why is its comment: what was known of it before stays.
   */
  readonly isUndescribed?: true;
}

/** Exact names; all tables that the user may read where absent. */
export interface DiscoverFilter {
  readonly schema?: string;
  readonly table?: string;
}

/**
 * What rows are looked for, by values that columns have exactly as the source has them: numbers,
 * dates, times, uuids, booleans. Texts are as DuckDB prints values of the discovered type.
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
   * Only rows whose value of `column` is above `value`, both as the source writes them; all rows
   * where `value` is null. Of types with `readsChanges` alone.
   */
  readonly cursor?: {
    readonly column: string;
    readonly value: string | null;
    /** Rows that are at `value`, and those that have none, too. */
    readonly isInclusive?: boolean;
  };
  /**
   * Rows for which it is not true may be left out, all or some of them; of types with `readsLive`
   * alone.
   */
  readonly filter?: SourceFilter;
  /**
   * Columns to be read as the text that the source writes, since a value of theirs fits no other
   * type: those that an error named (`SourceError.column`).
   */
  readonly asText?: readonly string[];
  /** Rows after which the reading ends, whichever they are; of types with `readsLive` alone. */
  readonly maxRows?: number;
  /**
   * An existing empty folder of this extraction alone: a path of a staging file is never used
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
   * It has exactly the columns of the summary, in their types: it may become a file of the lake as
   * it is.
   */
  readonly finished?: FinishedFile;
}

/** What a lake must know of a Parquet file whose bytes are on disk. */
export interface FinishedFile {
  readonly footerBytes: number;
  /** CRC-32 of its bytes; absent where it was not written here and nobody has read them. */
  readonly checksum?: number;
  /** By column name; of those that are absent nothing is known. */
  readonly columns: Readonly<Record<string, ColumnStatistics>>;
}

export interface ExtractProgress {
  /** So far, of the whole extraction. */
  readonly rows: number;
  /** Bytes read from the source so far. */
  readonly bytes: number;
  /** A file that is complete from now on. */
  readonly file?: StagedFile;
  /**
   * Beside a file: the columns that the summary will have, where no value to come can change them.
   */
  readonly columns?: readonly ExtractedColumn[];
}

export interface ExtractedColumn {
  readonly name: string;
  /** What DuckDB says the staged column is. */
  readonly stagedType: string;
  /** What it is to become: `stagedType`, or what all staged values can be cast to without loss. */
  readonly type: string;
  /** Where the values make it another than was discovered: HotSQL's name of its type. */
  readonly sqlType?: string;
  /** Of numbers that come as text: the most digits of a value; null where one fits no DECIMAL. */
  readonly digits?: DecimalDigits | null;
  /** Where `type` depends on the values: that there were none. */
  readonly hasNoValues?: boolean;
}

export interface ExtractWarning {
  readonly column: string;
  /** A sentence without values. */
  readonly message: string;
  /** Values concerned. */
  readonly count: number;
}

/**
 * The note of a column whose values are as they are at the source, but for some that become null.
 */
export const becomesNullNote = 'zero and partial dates become null';

/**
 * Of one consistent state of the table. The files have the columns in this order and are read in
 * theirs.
 */
export interface ExtractSummary {
  readonly columns: readonly ExtractedColumn[];
  /** At least one, of no rows where the table has none. */
  readonly files: readonly StagedFile[];
  readonly rows: number;
  readonly warnings: readonly ExtractWarning[];
  /**
   * The greatest value of the cursor's column among the rows read, as the source writes it; null
   * without a cursor or rows.
   */
  readonly cursor: string | null;
}

export interface CheckReport {
  /** As the source says it, for people: `PostgreSQL 18.4`. */
  readonly version: string;
}

/**
 * One folder of `sources/` each. Every method throws SourceErrors alone and leaves no connection
 * open.
 */
export interface SourceDriver {
  /** Connects, signs in and asks something small. */
  check(context: SourceContext, config: SourceConfig): Promise<CheckReport>;
  /** Tables in parts, in the order of schema and name by their code points. */
  discover(
    context: SourceContext,
    config: SourceConfig,
    filter: DiscoverFilter,
  ): AsyncGenerator<readonly DiscoveredTable[], void>;
  /**
   * Writes staging files (Parquet, PLAIN and uncompressed where it is written by hand) in memory
   * that does not grow with the table.
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
  /** Whose it is: workers are shared between workspaces. */
  readonly workspaceId: string;
  /** Work of one connection does not run beside other work of it. */
  readonly connectionId: string;
  readonly config: SourceConfig;
}

export interface SourceRunOptions {
  readonly signal: AbortSignal;
  /**
   * Milliseconds the work may take once a worker has it; then it is a SourceError of class
   * `time_limit`.
   */
  readonly deadlineMs: number;
  /** Called when a worker has it. */
  readonly onStarted?: () => void;
}

/** An error of it ends the discovery. */
export type TakeTables = (tables: readonly DiscoveredTable[]) => void | Promise<void>;

/**
 * What the service asks of source workers. Throws SourceErrors; CLIENT_CLOSED_REQUEST never: an
 * abort is `cancelled`.
 */
export interface SourceReader {
  check(target: SourceTarget, options: SourceRunOptions): Promise<CheckReport>;
  /**
   * `onTables` is called with each part in order, and with the next when it is done with one; all
   * have been given when the promise resolves.
   */
  discover(
    target: SourceTarget,
    filter: DiscoverFilter,
    options: SourceRunOptions & { readonly onTables: TakeTables },
  ): Promise<void>;
  /** When it fails the caller removes the folder. */
  extract(
    target: SourceTarget,
    request: ExtractRequest,
    options: SourceRunOptions & { readonly onProgress?: (progress: ExtractProgress) => void },
  ): Promise<ExtractSummary>;
  /** Of all worker processes that live. */
  workerPids(): readonly number[];
  /** Ends what runs, and resolves when every worker process has ended. */
  close(): Promise<void>;
}

/** Reads the databases that connections lead to, in processes of their own. */
export interface HasSources {
  readonly sources: SourceReader;
}
