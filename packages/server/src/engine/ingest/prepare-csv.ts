import { badRequest } from '../../kernel/errors.ts';
import type { SizeLimits } from '../../kernel/size-limits.ts';
import { readBytes } from './file-format.ts';
import { findDelimiter, headerOf } from './find-delimiter.ts';
import type { ReadableCsv } from './inspect-csv.ts';
import { type CsvStart, type RewritingPlace, rewriteCsv } from './rewrite-csv.ts';
import { type CsvDelimiter, isCsvDelimiter, type TextOptions } from './text-options.ts';

/** The bytes of the file that are searched for the delimiter and the header. */
const headBytes = 64 * 1024;
/** The header must end within 8 MiB. */
const mostHeaderBytes = 8 * 2 ** 20;

/** A CSV file that the scanner and DuckDB can read. */
export interface PreparedCsv extends ReadableCsv {
  /** The path of a copy, which the caller removes; null where `path` is the file itself. */
  readonly copyPath: string | null;
  readonly warnings: readonly string[];
}

/**
 * Finds the syntax of a CSV file. A file that the scanner or DuckDB cannot read is rewritten in the
 * folder of `place()`. Reasons are another quote, other nulls, lines before the header, and line
 * breaks in the header. DuckDB takes the first line break as the line end of the whole file.
 */
export async function prepareCsv(
  path: string,
  usual: CsvDelimiter,
  options: TextOptions,
  { maxColumns }: SizeLimits,
  place: () => RewritingPlace,
): Promise<PreparedCsv> {
  const { skip = 0, quote = '"' } = options;
  const start = skip === 0 ? firstLine(path) : lineAfter(path, skip);
  const { text, isWhole } = beginning(path, start.offset);
  const [nameLine = '', named] = /^"?sep=([^\r\n"])"?\r?(?:\n|$)/i.exec(text) ?? [];
  const header = text.slice(nameLine.length);
  const delimiter = options.delimiter ?? named ?? findDelimiter(header, usual, isWhole);
  if (delimiter === quote) throw badRequest("'delimiter' and 'quote' are the same character");
  const isRewritten =
    !isCsvDelimiter(delimiter) ||
    skip > 0 ||
    named !== undefined ||
    quote !== '"' ||
    (options.nullValues ?? []).length > 0 ||
    options.decimal === ',' ||
    options.dateFormat !== undefined ||
    breaksWithin(headerOf(header));
  if (!isRewritten) return { path, delimiter, copyPath: null, warnings: [] };
  const from =
    named === undefined ? start : { offset: start.offset + nameLine.length, line: start.line + 1 };
  const syntax = { delimiter, quote, maxColumns };
  const rewritten = await rewriteCsv(path, from, syntax, options, place());
  return { ...rewritten, delimiter: ',', copyPath: rewritten.path };
}

const breaksWithin = (header: string) => /[\r\n]/.test(header.replace(/\r$/, ''));

/** Bytes as characters. */
function beginning(path: string, offset: number): { text: string; isWhole: boolean } {
  for (const sizeBytes of [headBytes, mostHeaderBytes]) {
    const bytes = readBytes(path, offset, sizeBytes);
    const isWhole = bytes.length < sizeBytes;
    const text = bytes.toString('latin1');
    if (isWhole || headerOf(text).length < text.length) return { text, isWhole };
  }
  throw badRequest(
    `The header of the CSV file has no end within ${mostHeaderBytes / 2 ** 20} MiB; end it with a line feed`,
  );
}

/** The first line after the byte order mark. */
function firstLine(path: string): CsvStart {
  const head = readBytes(path, 0, 3);
  return { offset: head.equals(byteOrderMark) ? head.length : 0, line: 1 };
}

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);
const lineFeed = 0x0a;
const pieceBytes = 2 ** 20;

/** The line after `lines` lines. */
function lineAfter(path: string, lines: number): CsvStart {
  let left = lines;
  for (let offset = 0; ; offset += pieceBytes) {
    const bytes = readBytes(path, offset, pieceBytes);
    let end = bytes.indexOf(lineFeed);
    for (; end >= 0 && left > 1; left -= 1) end = bytes.indexOf(lineFeed, end + 1);
    const start = offset + end + 1;
    if (end >= 0 && readBytes(path, start, 1).length > 0) return { offset: start, line: lines + 1 };
    if (end >= 0 || bytes.length < pieceBytes)
      throw badRequest(`The CSV file has no line after the ${lines} that 'skip' leaves out`);
  }
}
