import type { CsvDelimiter } from './text-options.ts';
import type { WideDecimal } from './wide-decimals.ts';

/**
 * What inspection found out about an uploaded file, as far as reading it again needs it. A plain
 * value: it goes back to a worker with the write request.
 */
export type FileSource = CsvSource | JsonSource | ParquetSource;
export type FileFormat = FileSource['format'];

interface SourceFields {
  /** Local path of the decoded file. */
  readonly path: string;
  readonly rowCount: number;
}

export interface CsvSource extends SourceFields {
  readonly format: 'csv';
  readonly delimiter: CsvDelimiter;
  /** What the first line of the file is told as; 1 where absent. */
  readonly firstLine?: number;
  /** Column names in file order, which the header may have others for. */
  readonly names: readonly string[];
  /** Names of columns that are text, whatever their values look like. */
  readonly texts?: readonly string[];
  readonly longestRowBytes: number;
  /** Some field begins with a quote. */
  readonly hasQuotes: boolean;
}

export interface JsonSource extends SourceFields {
  readonly format: 'json';
  readonly layout: JsonLayout;
  /**
   * Top-level keys and the DuckDB types to read them as (a mixed key as JSON, an instant as
   * VARCHAR).
   */
  readonly columns: readonly { readonly name: string; readonly readType: string }[];
}

/** `unstructured`: objects that spread over lines, one after the other. */
export type JsonLayout = 'newline_delimited' | 'array' | 'unstructured';

export interface ParquetSource extends SourceFields {
  readonly format: 'parquet';
  /** Files of the same columns that are read after it; `rowCount` is of all. */
  readonly morePaths?: readonly string[];
  /** 0 where nothing is to be made of it. */
  readonly rowGroupCount: number;
  /** Columns that are bytes in the file and digits, as text, to who reads it. */
  readonly wideDecimals?: readonly WideDecimal[];
  /** Columns of geometry, which are WKB to who reads them. */
  readonly shapes?: readonly string[];
}

/** Of a duration that is kept as a whole number. */
export type DurationUnit = 's' | 'ms' | 'us' | 'ns';

/** A column as inspection found it. */
export interface InspectedColumn {
  readonly name: string;
  /** DuckDB's name of the type that the lake would give it. */
  readonly type: string;
  /**
   * What the type was read off: `text` values that carry none (CSV), JSON values that carry a
   * little (a whole number may be meant as a double), or null where the file or the caller declares
   * it.
   */
  readonly inferredFrom: 'text' | 'json' | null;
  /** No row has a value and nobody said a type, so the column fits any. */
  readonly allNull: boolean;
  /** The type with `"NULL"` for each part of which no row has a value, where some have none. */
  readonly seen?: string;
  /** The file's own type, where `type` keeps less of its values. */
  readonly fileType?: string;
  /**
   * Of JSON text: what it is where objects without fields are objects, as which a table of objects
   * takes it.
   */
  readonly asObjects?: { readonly type: string; readonly seen: string };
  /** The whole numbers are durations. */
  readonly durationUnit?: DurationUnit;
  /** Some value of it has digits that `type` does not keep. */
  readonly isCut?: true;
  /**
   * Of a guess: a double, unless one of the values has digits that it would lose. Who writes them
   * finds out.
   */
  readonly checkDouble?: true;
  /** The column that the values are for is known to hold each of them: the cast needs no check. */
  readonly isFitted?: true;
}

/**
 * One JSON object may be this large; DuckDB takes twice as much for each thread's buffer (64 MiB
 * would be 128).
 */
export const maxJsonObjectBytes = 16 * 1024 * 1024;
