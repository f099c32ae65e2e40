import type { DuckDBConnection } from '@duckdb/node-api';
import type { SizeLimits } from '../../kernel/size-limits.ts';
import { columnsLossyAsDouble } from './check-doubles.ts';
import { checkColumnNames } from './column-names.ts';
import type { CsvShape } from './csv-scanner.ts';
import type { CsvSource, InspectedColumn } from './file-source.ts';
import { type ScannedFile, scanCsvFile } from './scan-csv-file.ts';

export interface InspectedCsv {
  readonly source: CsvSource;
  readonly columns: readonly InspectedColumn[];
}

/** A file to scan, perhaps with other column names than in the header. */
export interface ReadableCsv extends ScannedFile {
  readonly names?: readonly string[] | undefined;
  /** Names of columns that stay text even when all values look like numbers or dates. */
  readonly texts?: readonly string[];
}

/** The source for a second reading of a scanned file. */
export function csvSource(
  { path, delimiter, firstLine, names, texts = [] }: ReadableCsv,
  { rowCount, longestRowBytes, hasQuotes, names: own }: CsvShape,
): CsvSource {
  const line = firstLine === undefined || firstLine === 1 ? {} : { firstLine };
  const found = { rowCount, longestRowBytes, hasQuotes };
  return {
    format: 'csv',
    path,
    delimiter,
    ...line,
    names: names ?? own,
    ...found,
    ...(texts.length > 0 && { texts }),
  };
}

/** A lazy connection, because most files need none. */
export interface Lender {
  readonly connection: DuckDBConnection;
}

/** Reads the whole file once. Throws BAD_REQUEST with the line for anything but CSV in UTF-8. */
export async function inspectCsv(
  lender: Lender,
  file: ReadableCsv,
  { maxColumns }: SizeLimits,
): Promise<InspectedCsv> {
  return inspectedCsv(lender, file, await scanCsvFile(file, undefined, maxColumns));
}

/** The same result for a file that is already scanned. */
export async function inspectedCsv(
  lender: Lender,
  file: ReadableCsv,
  shape: CsvShape,
): Promise<InspectedCsv> {
  const source = csvSource(file, shape);
  const { names } = source;
  checkColumnNames(names);
  const unchecked = names.filter((_, index) => (shape.types[index]?.exactType ?? null) !== null);
  const isSure = unchecked.length === 0;
  const lossy = isSure ? null : await columnsLossyAsDouble(lender.connection, source, unchecked);
  const columns = names.map((name, index): InspectedColumn => {
    const found = shape.types[index] ?? { type: 'VARCHAR', allNull: true, exactType: null };
    const seen = lossy?.has(name) ? (found.exactType ?? found.type) : found.type;
    const type = file.texts?.includes(name) ? 'VARCHAR' : seen;
    return { name, type, allNull: found.allNull, inferredFrom: 'text' };
  });
  return { source, columns };
}
