import type { CsvDelimiter } from './text-options.ts';
import type { WideDecimal } from './wide-decimals.ts';

/**
 * The findings of an inspection that a second reading of the file needs. A plain value, because the
 * write request carries the source back to a worker.
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
  /** The line number of the file's first line in messages; absent for 1. */
  readonly firstLine?: number;
  /** Column names in file order, perhaps other names than in the header. */
  readonly names: readonly string[];
  /** Names of columns that stay text even when all values look like numbers or dates. */
  readonly texts?: readonly string[];
  readonly longestRowBytes: number;
  /** Some field begins with a quote. */
  readonly hasQuotes: boolean;
}

export interface JsonSource extends SourceFields {
  readonly format: 'json';
  readonly layout: JsonLayout;
  /**
   * Top-level keys, and the DuckDB types to read the keys as (JSON for a mixed key, VARCHAR for an
   * instant).
   */
  readonly columns: readonly { readonly name: string; readonly readType: string }[];
}

/** `unstructured`: consecutive objects that span lines. */
export type JsonLayout = 'newline_delimited' | 'array' | 'unstructured';

export interface ParquetSource extends SourceFields {
  readonly format: 'parquet';
  /** More files with the same columns, read after the first. `rowCount` counts the rows of all. */
  readonly morePaths?: readonly string[];
  /** Zero where the row groups are no guide for the written file. */
  readonly rowGroupCount: number;
  /** Columns of bytes in the file that readers see as text of digits. */
  readonly wideDecimals?: readonly WideDecimal[];
  /** Columns of geometry, which readers see as WKB. */
  readonly shapes?: readonly string[];
}

/** The unit of a duration column, which stores whole numbers. */
export type DurationUnit = 's' | 'ms' | 'us' | 'ns';

/** A column with the findings of the inspection. */
export interface InspectedColumn {
  readonly name: string;
  /** DuckDB's name of the column's type in the lake. */
  readonly type: string;
  /**
   * The basis of the type. `text`: values without types (CSV). `json`: values with weak types (a
   * whole number may stand for a double). Null: the file or the caller declares the type.
   */
  readonly inferredFrom: 'text' | 'json' | null;
  /** No row has a value and no source declared a type, so the column fits any type. */
  readonly allNull: boolean;
  /**
   * The type with `"NULL"` for each part without a value in any row; absent where all parts have
   * values.
   */
  readonly seen?: string;
  /** The file's own type, where `type` stores less of the values. */
  readonly fileType?: string;
  /**
   * The type and `seen` of a column of JSON text, where objects without fields count as objects. A
   * table with a column of objects loads the column as this type.
   */
  readonly asObjects?: { readonly type: string; readonly seen: string };
  /** The most digits after the point that one of the doubles has, where that was looked at. */
  readonly decimals?: number;
  /** The whole numbers are durations. */
  readonly durationUnit?: DurationUnit;
  /** Some value has digits that `type` does not store. */
  readonly isCut?: true;
  /**
   * The guessed type is DOUBLE unless a value would lose digits. The task that writes the values
   * decides.
   */
  readonly checkDouble?: true;
  /** The target column can store every value, so the cast needs no check. */
  readonly isFitted?: true;
}

/**
 * The largest size of one JSON object. DuckDB's buffer per thread takes twice the size (64 MiB
 * would take 128).
 */
export const maxJsonObjectBytes = 16 * 1024 * 1024;
