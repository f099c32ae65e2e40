import { badRequest } from '../../kernel/errors.ts';
import { type CsvDelimiter, csvDelimiters, shownDelimiter } from './text-options.ts';

const quote = '"';
/** The number of rows to examine. */
const mostRows = 200;

/**
 * The delimiter of a CSV file by its beginning. `isWhole` says that `text` is the whole file. The
 * result is `usual` where `usual` separates columns, else the delimiter in the header. Throws
 * BAD_REQUEST where two delimiters are possible, because a wrong one would load each row as one
 * column.
 */
export function findDelimiter(text: string, usual: CsvDelimiter, isWhole: boolean): CsvDelimiter {
  const inHeader = delimitersIn(headerOf(text));
  const others = inHeader.filter((delimiter) => delimiter !== usual);
  if (others.length === 0) return usual;
  if (inHeader.includes(usual)) {
    if (makesColumns(text, usual, isWhole)) return usual;
    const fit = others.filter((delimiter) => makesColumns(text, delimiter, isWhole));
    return fit.length === 1 && fit[0] !== undefined ? fit[0] : usual;
  }
  const fit =
    others.length === 1 ? others : others.filter((one) => makesColumns(text, one, isWhole));
  if (fit.length === 1 && fit[0] !== undefined) return fit[0];
  throw badRequest(
    `The columns of the CSV file may be separated by ${others.map(shownDelimiter).join(' or ')}; say which in 'delimiter'`,
  );
}

/**
 * The first record without its line end, with line breaks between quotes. The result is the whole
 * text when the record does not end.
 */
export function headerOf(text: string): string {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === quote) isQuoted = !isQuoted;
    else if (sign === '\n' && !isQuoted) return text.slice(0, at);
  }
  return text;
}

/** Delimiters outside quotes. */
function delimitersIn(header: string): CsvDelimiter[] {
  const plain = header.replace(/"(?:[^"]|"")*"/g, '');
  return csvDelimiters.filter((delimiter) => plain.includes(delimiter));
}

/** True where each row has the width of the header, and the width is more than one column. */
function makesColumns(text: string, delimiter: CsvDelimiter, isWhole: boolean): boolean {
  const widths = rowWidths(text, delimiter, isWhole);
  const [width = 0] = widths;
  return width > 1 && widths.every((other) => other === width);
}

/** Empty lines are not rows. The last row counts only at the end of the file. */
function rowWidths(text: string, delimiter: CsvDelimiter, isWhole: boolean): number[] {
  const widths: number[] = [];
  let width = 1;
  let isQuoted = false;
  let fieldStart = 0;
  let rowStart = 0;
  const endRow = (at: number) => {
    const row = text.slice(rowStart, Math.min(at, rowStart + 2));
    if (row !== '' && row !== '\r') widths.push(width);
    width = 1;
  };
  for (let at = 0; at < text.length && widths.length < mostRows; at += 1) {
    const sign = text[at];
    // The second of two quotes continues the field that the first quote seemed to end.
    if (sign === quote && (isQuoted || at === fieldStart || text[at - 1] === quote))
      isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === delimiter) {
      width += 1;
      fieldStart = at + 1;
    } else if (sign === '\n') {
      endRow(at);
      fieldStart = at + 1;
      rowStart = at + 1;
    }
  }
  if (isWhole && rowStart < text.length && widths.length < mostRows) endRow(text.length);
  return widths;
}
