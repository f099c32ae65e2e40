import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import { type FileSource, maxJsonObjectBytes, type ParquetSource } from './file-source.ts';

const defaultLineBytes = 2 * 1024 * 1024;

/**
 * DuckDB's default buffer holds 16 of the longest lines, and each thread takes a quarter of a
 * buffer, or one line if a line is longer. With two lines, 3M flights are written in 731 ms of CPU
 * and 410 ms of time, against 782 and 455 with 16. Files with quotes use the default. A thread
 * guesses the quote state at its start, and a wrong guess means a second reading of the file. Of 58
 * files full of quoted line feeds, one was read twice by default, and five with two lines. A buffer
 * is a whole number of lines: with 4,194,309 bytes instead of 4,194,308 the last piece has one
 * byte, and the reader refuses every file (1.5.6).
 */
const linesOfBuffer = 2;

export interface SourceOptions {
  readonly parallelCsv?: boolean;
  /**
   * CSV columns that the reader parses into their type directly, which saves the string; the others
   * are VARCHAR.
   */
  readonly csvTypes?: ReadonlyMap<string, string>;
  /** The size of a small CSV file, which needs no larger buffer. */
  readonly csvBytes?: number;
}

/**
 * The SQL table expression to read the file, with the file's column names. Types are VARCHAR for
 * CSV, the read types for JSON, and the file's types for Parquet. Auto-detection is off everywhere,
 * because DuckDB's detection drops rows silently.
 */
export function sourceRelation(source: FileSource, options: SourceOptions = {}): string {
  const path = quoteLiteral(source.path);
  switch (source.format) {
    case 'csv': {
      const columns = source.names
        .map((name) => `${quoteLiteral(name)}: '${options.csvTypes?.get(name) ?? 'VARCHAR'}'`)
        .join(', ');
      const usualBytes = Math.min(defaultLineBytes, options.csvBytes ?? defaultLineBytes);
      const lineBytes = Math.max(usualBytes, source.longestRowBytes) + 2;
      const ofPieces = source.hasQuotes ? '' : `, buffer_size=${linesOfBuffer * lineBytes}`;
      const threads = options.parallelCsv === false ? ', parallel=false' : ofPieces;
      return (
        `read_csv(${path}, auto_detect=false, header=true, columns={${columns}}, delim=${quoteLiteral(source.delimiter)}, ` +
        `quote='"', escape='"', comment='', strict_mode=true, null_padding=false, ignore_errors=false, nullstr='', ` +
        `allow_quoted_nulls=false, compression='none', encoding='utf-8', max_line_size=${lineBytes}${threads})`
      );
    }
    case 'json': {
      const columns = source.columns.map(
        (column) => `${quoteLiteral(column.name)}: ${quoteLiteral(column.readType)}`,
      );
      return (
        `read_json(${path}, auto_detect=false, format='${source.layout}', records=true, compression='uncompressed', ` +
        `ignore_errors=false, maximum_object_size=${maxJsonObjectBytes}, columns={${columns.join(', ')}})`
      );
    }
    case 'parquet':
      return replaced(parquetRelation(source.path, source.morePaths), source);
  }
}

function replaced(relation: string, { wideDecimals = [], shapes = [] }: ParquetSource): string {
  const columns = [
    ...wideDecimals.map(
      ({ name, scale }) => [name, `hotsql_decimal_of_bytes($, ${scale})`] as const,
    ),
    ...shapes.map((name) => [name, 'ST_AsWKB($)'] as const),
  ].map(([name, reading]) => {
    const column = quoteIdentifier(name);
    return `${reading.replace('$', () => column)} AS ${column}`;
  });
  return columns.length === 0
    ? relation
    : `(SELECT * REPLACE (${columns.join(', ')}) FROM ${relation})`;
}

/** Every option that a file name or a foreign writer could switch on is set to off. */
export function parquetRelation(path: string, morePaths: readonly string[] = []): string {
  const paths = [path, ...morePaths].map(quoteLiteral).join(', ');
  return `read_parquet([${paths}], hive_partitioning=false, filename=false, file_row_number=false, binary_as_string=false, union_by_name=false)`;
}
