import type { CsvColumnType } from '../ingest/csv-column.ts';
import type { CsvScanner, CsvShape } from '../ingest/csv-scanner.ts';
import type { CsvSource, InspectedColumn } from '../ingest/file-source.ts';
import type { WrittenFile } from '../ingest/file-statistics.ts';
import { type InspectedCsv, inspectedCsv } from '../ingest/inspect-csv.ts';
import { mapIngestError } from '../ingest/map-ingest-error.ts';
import { scanCsvFile } from '../ingest/scan-csv-file.ts';
import { countRows, type WrittenTable, writeIntoSpool } from '../ingest/write-into-spool.ts';
import { mapDuckdbError } from '../map-duckdb-error.ts';
import type { Task, TaskContext } from '../task.ts';
import { type WriteTableFilesRequest, writeFiles } from './ingest-write-table-files.ts';

export interface WriteGuessedCsvRequest extends WriteTableFilesRequest {
  /** The source from a guessing inspection, like `columns`. */
  readonly source: CsvSource;
}

/**
 * The files, or the findings about the whole file. Findings mean a wrong guess or a failed write,
 * and nothing is written.
 */
export type WrittenGuess =
  | { readonly written: WrittenTable }
  | { readonly inspected: InspectedCsv };

/**
 * Writes a CSV file with the guessed types of a sample, while the service's own scanner reads every
 * row. The output counts only if the scan finds exactly the guessed types and the same number of
 * rows. The result therefore equals an inspection followed by `writeTableFiles`, in two thirds of
 * the time (3M flights on two cores: 0.5 s, against 0.74 s). Throws BAD_REQUEST with the line for
 * anything but CSV in UTF-8.
 */
export const writeGuessedCsv: Task<WriteGuessedCsvRequest, WrittenGuess> = async (
  context,
  request,
) => {
  let shape: CsvShape | undefined;
  try {
    const written = await writeIntoSpool(context, async (directory) => {
      const writing = startWriting(context, request, directory);
      shape = await scanBeside(writing, request);
      const files = await writing.files;
      if (files === null || !fits(request.columns, shape) || countRows(files) !== shape.rowCount)
        throw misjudged;
      return files;
    });
    return { written };
  } catch (error) {
    if (error !== misjudged || shape === undefined) throw mapIngestError(error, 'csv');
    return { inspected: await inspectedCsv(context, request.source, shape) };
  }
};

const misjudged = new Error('the guess was wrong');

interface Writing {
  /**
   * The files, or null after a failed write: the scan decides whether the file is to blame. Never
   * rejects.
   */
  readonly files: Promise<readonly WrittenFile[] | null>;
  /** The write's error after the pool's interrupt, as opposed to `stop`. */
  cancelled(): unknown;
  stop(): void;
}

function startWriting(
  { connection }: TaskContext,
  request: WriteGuessedCsvRequest,
  directory: string,
): Writing {
  let isRunning = true;
  let cancelled: unknown;
  const files = writeFiles(connection, request, directory, true)
    .catch((error: unknown) => {
      if (isRunning && mapDuckdbError(error).code === 'CLIENT_CLOSED_REQUEST') cancelled = error;
      return null;
    })
    .finally(() => {
      isRunning = false;
    });
  return {
    files,
    cancelled: () => cancelled,
    stop() {
      if (isRunning) connection.interrupt();
      isRunning = false;
    },
  };
}

/**
 * The scan continues to the end even after a wrong guess, because the types of all rows are then
 * needed.
 */
async function scanBeside(
  writing: Writing,
  { source, columns }: WriteGuessedCsvRequest,
): Promise<CsvShape> {
  const watch = (scanner: CsvScanner) => {
    const cancelled = writing.cancelled();
    if (cancelled !== undefined) throw cancelled;
    if (!mayFit(columns, scanner)) writing.stop();
  };
  try {
    return await scanCsvFile(source, watch, source.names.length);
  } catch (error) {
    writing.stop();
    await writing.files;
    throw error;
  }
}

/** True where the scan of the whole file found the types guessed from the sample. */
function fits(columns: readonly InspectedColumn[], { types }: CsvShape): boolean {
  return (
    types.length === columns.length &&
    columns.every((column, index) => isSame(column, types[index]))
  );
}

function isSame(
  { type, allNull, checkDouble }: InspectedColumn,
  found: CsvColumnType | undefined,
): boolean {
  return (
    found?.type === type &&
    found.allNull === allNull &&
    (found.exactType !== null) === (checkDouble === true)
  );
}

/**
 * True where an unfinished scan may still confirm the guess. A too hopeful answer only costs time.
 */
function mayFit(columns: readonly InspectedColumn[], { types }: CsvScanner): boolean {
  return columns.every((column, index) => {
    const found = types[index];
    if (found === undefined || found.allNull || column.type === 'VARCHAR') return true;
    if (found.type === column.type) return found.exactType === null || column.checkDouble === true;
    return numericRank(found.type) <= numericRank(column.type) && numericRank(found.type) > 0;
  });
}

/** More values can change a numeric type only to a higher rank. */
function numericRank(type: string): number {
  return type === 'BIGINT' ? 1 : type === 'DOUBLE' ? 2 : type.startsWith('DECIMAL(') ? 3 : 0;
}
