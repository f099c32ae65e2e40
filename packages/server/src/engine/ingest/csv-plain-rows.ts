import type { CsvColumn } from './csv-column.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export interface PlainRows {
  readonly rowCount: number;
  readonly longestRowBytes: number;
  /** Where the first row begins that is not plain, or `end`. */
  readonly nextRow: number;
}

/**
 * The fast way through rows without quotes, from `from` to `end`, before which a line ends. A row
 * given up half-way is read again by the general way: a value added twice changes nothing about a
 * column's type.
 */
export function takePlainRows(
  bytes: Uint8Array,
  from: number,
  end: number,
  columns: readonly CsvColumn[],
  { delimiter, endsInReturn }: { readonly delimiter: number; readonly endsInReturn: boolean },
): PlainRows {
  let rowCount = 0;
  let longestRowBytes = 0;
  let nextRow = from;
  while (nextRow < end) {
    const rowEnd = plainRowEnd(bytes, nextRow, columns, delimiter, endsInReturn);
    if (rowEnd < 0) break;
    if (rowEnd - nextRow > longestRowBytes) longestRowBytes = rowEnd - nextRow;
    rowCount += 1;
    nextRow = rowEnd + 1;
  }
  return { rowCount, longestRowBytes, nextRow };
}

/**
 * The index of the line feed of the row at `from`, its values taken; -1 when the row is not plain.
 */
function plainRowEnd(
  bytes: Uint8Array,
  from: number,
  columns: readonly CsvColumn[],
  delimiter: number,
  endsInReturn: boolean,
): number {
  const last = columns.length - 1;
  let at = from;
  for (let index = 0; index < last; index += 1) {
    at = columns[index]?.takePlain(bytes, at, delimiter) ?? at;
    if (bytes[at] !== delimiter) return -1;
    at += 1;
  }
  at = columns[last]?.takePlain(bytes, at, delimiter) ?? at;
  // An empty line is a row in a file of one column only.
  if (at === from) return -1;
  if (endsInReturn) return bytes[at] === carriageReturn && bytes[at + 1] === lineFeed ? at + 1 : -1;
  return bytes[at] === lineFeed ? at : -1;
}
