import type { DuckDBConnection } from '@duckdb/node-api';
import type { SizeLimits } from '../../kernel/size-limits.ts';
import { columnsLossyAsDouble } from './check-doubles.ts';
import { checkColumnNames } from './column-names.ts';
import type { CsvShape } from './csv-scanner.ts';
import { refuseBinaryCsv } from './file-format.ts';
import type { CsvSource, InspectedColumn } from './file-source.ts';
import { scanCsvFile } from './scan-csv-file.ts';

export interface InspectedCsv {
  readonly source: CsvSource;
  readonly columns: readonly InspectedColumn[];
}

/** Asked for its connection only where one is needed, which most files do not. */
export interface Lender {
  readonly connection: DuckDBConnection;
}

/**
 * Reads the whole file once; throws BAD_REQUEST with the line for anything that is not UTF-8 CSV.
 */
export async function inspectCsv(
  lender: Lender,
  path: string,
  delimiter: ',' | '\t',
  { maxColumns }: SizeLimits,
): Promise<InspectedCsv> {
  await refuseBinaryCsv(path);
  return inspectedCsv(
    lender,
    path,
    delimiter,
    await scanCsvFile(path, delimiter, undefined, maxColumns),
  );
}

/** The same of a file that was scanned already. */
export async function inspectedCsv(
  lender: Lender,
  path: string,
  delimiter: ',' | '\t',
  shape: CsvShape,
): Promise<InspectedCsv> {
  const { names, rowCount, longestRowBytes, hasQuotes } = shape;
  checkColumnNames(names);
  const read = { names, rowCount, longestRowBytes, hasQuotes };
  const source: CsvSource = { format: 'csv', path, delimiter, ...read };
  const unchecked = names.filter((_, index) => (shape.types[index]?.exactType ?? null) !== null);
  const isSure = unchecked.length === 0;
  const lossy = isSure ? null : await columnsLossyAsDouble(lender.connection, source, unchecked);
  const columns = names.map((name, index): InspectedColumn => {
    const found = shape.types[index] ?? { type: 'VARCHAR', allNull: true, exactType: null };
    const type = lossy?.has(name) ? (found.exactType ?? found.type) : found.type;
    return { name, type, allNull: found.allNull, inferredFrom: 'text' };
  });
  return { source, columns };
}
