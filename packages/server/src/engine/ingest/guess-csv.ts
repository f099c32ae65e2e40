import { open } from 'node:fs/promises';
import type { SizeLimits } from '../../kernel/size-limits.ts';
import { checkColumnNames } from './column-names.ts';
import { CsvScanner, type CsvShape } from './csv-scanner.ts';
import { csvSource, type InspectedCsv, type ReadableCsv } from './inspect-csv.ts';
import { withoutByteOrderMark } from './scan-csv-file.ts';
import type { CsvDelimiter } from './text-options.ts';

/** Smaller files are inspected whole in less than 15 ms. */
const leastBytes = 4 * 2 ** 20;
const headBytes = 2 ** 20;
/** Files are often sorted, and their first rows alike. Pieces further on show other values. */
const pieceBytes = 2 ** 17;
const pieceCount = 7;

const lineFeed = 0x0a;

/**
 * Guesses the content of a large CSV file from a megabyte at the beginning and pieces further on,
 * in some 10 ms. Null means that the whole file must be read. The guess is usually right and proves
 * nothing. Output written by the guess is discarded unless a scan of every row agrees
 * (tasks/ingest-write-guessed-csv.ts). `rowCount`, `longestRowBytes` and `hasQuotes` describe the
 * sample.
 */
export async function guessCsv(
  file: ReadableCsv,
  { maxColumns }: SizeLimits,
): Promise<InspectedCsv | null> {
  const { path, delimiter } = file;
  const sample = await readSample(path);
  if (sample === null) return null;
  const shape =
    shapeOf(sample, delimiter, maxColumns) ?? shapeOf(sample.slice(0, 1), delimiter, maxColumns);
  if (shape === null || shape.rowCount === 0) return null;
  const source = csvSource(file, shape);
  const { names } = source;
  checkColumnNames(names);
  return {
    source,
    columns: shape.types.map(({ type, allNull, exactType }, index) => ({
      name: names[index] ?? '',
      type,
      allNull,
      inferredFrom: 'text',
      ...(exactType === null ? {} : { checkDouble: true }),
    })),
  };
}

/** Whole lines, with the header first. Null for a small file or long lines. */
async function readSample(path: string): Promise<Buffer[] | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size < leastBytes) return null;
    const readLines = async (at: number, sizeBytes: number): Promise<Buffer> => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(sizeBytes), 0, sizeBytes, at);
      const bytes = buffer.subarray(0, bytesRead);
      return bytes.subarray(
        at === 0 ? 0 : bytes.indexOf(lineFeed) + 1,
        bytes.lastIndexOf(lineFeed) + 1,
      );
    };
    const head = await readLines(0, headBytes);
    if (head.length === 0) return null;
    const pieces = [withoutByteOrderMark(head)];
    for (let index = 1; index <= pieceCount; index += 1) {
      pieces.push(
        await readLines(Math.floor(((size - pieceBytes) * index) / pieceCount), pieceBytes),
      );
    }
    return pieces;
  } finally {
    await file.close();
  }
}

/** Returns null for pieces that are not CSV: a piece may begin inside a quoted field. */
function shapeOf(
  pieces: readonly Buffer[],
  delimiter: CsvDelimiter,
  maxColumns: number,
): CsvShape | null {
  try {
    const scanner = new CsvScanner(delimiter, maxColumns);
    for (const piece of pieces) scanner.feed(piece);
    return scanner.finish();
  } catch {
    return null;
  }
}
