import { badRequest } from '../../kernel/errors.ts';
import { defaultSizeLimits } from '../../kernel/size-limits.ts';
import { tooManyColumns } from './column-names.ts';
import { CsvColumn, type CsvColumnType } from './csv-column.ts';
import { PlainColumns } from './csv-plain-columns.ts';
import { PlainRows } from './csv-plain-rows.ts';
import { type CsvDelimiter, shownDelimiter } from './text-options.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const blank = 0x20;

/**
 * The most bytes of a field that continue into the next chunk. A longer field is text, and no
 * column name.
 */
const maxCarriedBytes = 4096;
/** DuckDB's read buffers contain whole rows. */
const maxRowBytes = 64 * 1024 * 1024;

/**
 * After a row that is not plain, the general path takes 50 rows before the next attempt of the fast
 * path.
 */
const generalRowsAfterMiss = 50;

/** The general path finishes a smaller piece before the fast path has started. */
const leastFastBytes = 2 ** 16;

const State = { fieldStart: 0, unquoted: 1, quoted: 2, quoteInQuoted: 3, afterReturn: 4 } as const;
type State = (typeof State)[keyof typeof State];

/** The findings about a well-formed CSV file. */
export interface CsvShape {
  readonly names: readonly string[];
  readonly types: readonly CsvColumnType[];
  /** Rows under the header. */
  readonly rowCount: number;
  readonly longestRowBytes: number;
  /** Some field begins with a quote. */
  readonly hasQuotes: boolean;
}

/**
 * Reads CSV bytes once, from front to back. The scanner checks the structure, and finds each
 * column's type from every value.
 *
 * The structure is RFC 4180 with LF or CRLF throughout: the first line is the header, every row has
 * the header's width, and a field that begins with `"` ends at the next single `"`. Empty lines are
 * not rows (in a file of one column, nulls). Violations are BAD_REQUEST with the line. DuckDB's own
 * reader is not used. Its sniffer loses rows silently. Even its strict mode reads `1,2,` as a row
 * of two, drops blanks around quotes, and reports mixed line endings without a line. Measured: 105
 * MB of 3M rows in 0.3 s, while DuckDB takes 0.4 s on two cores to parse and cast the rows.
 */
export class CsvScanner {
  /** Line of the next byte, from 1. Line feeds inside quotes count. */
  line: number;
  readonly #delimiter: number;
  readonly #maxColumns: number;
  #state: State = State.fieldStart;
  #names: string[] | null = null;
  readonly #headerNames: string[] = [];
  #columns: CsvColumn[] = [];
  #plain = new PlainColumns(0);
  #plainRows: PlainRows | null = null;
  readonly #leastPlainBytes: number;
  #column = 0;
  #rowCount = 0;
  #generalRows = 0;
  #lastFieldIsEmpty = false;
  #rowStartLine: number;
  #rowStartOffset = 0;
  #chunkOffset = 0;
  #longestRowBytes = 0;
  #hasQuotes = false;
  #fieldIsQuoted = false;
  #fieldHasEscape = false;
  #carried: Buffer | null = null;
  #carriedTooMuch = false;
  /** The flag is null before the first line end. */
  #endsInReturn: boolean | null = null;

  constructor(
    delimiter: CsvDelimiter,
    maxColumns: number = defaultSizeLimits.maxColumns,
    { leastPlainBytes = leastFastBytes, firstLine = 1 } = {},
  ) {
    this.line = firstLine;
    this.#rowStartLine = firstLine;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#maxColumns = maxColumns;
    this.#leastPlainBytes = leastPlainBytes;
  }

  /** Reads the next bytes of the file, and keeps no reference to the buffer. */
  feed(bytes: Buffer): void {
    const length = bytes.length;
    const delimiter = this.#delimiter;
    this.#plainRows?.nextChunk();
    let state = this.#state;
    let start = 0;
    let at = 0;
    while (at < length) {
      if (state === State.fieldStart) {
        if (this.#column === 0) {
          at = this.#takePlainRows(bytes, at);
          if (at === length) break;
        }
        start = at;
        if (bytes[at] === quote) {
          state = State.quoted;
          this.#fieldIsQuoted = true;
          this.#hasQuotes = true;
          at += 1;
          start = at;
          continue;
        }
        state = State.unquoted;
      }
      if (state === State.unquoted) {
        at = this.#skipUnquoted(bytes, start, at);
        if (at === length) break;
        this.#endField(bytes, start, at);
        state = this.#afterField(bytes[at] ?? 0, delimiter, at);
        at += 1;
      } else if (state === State.quoted) {
        at = this.#skipQuoted(bytes, at);
        if (at === length) break;
        state = State.quoteInQuoted;
        at += 1;
      } else if (state === State.quoteInQuoted) {
        const byte = bytes[at] ?? 0;
        if (byte === quote) {
          this.#noteEscape(at);
          state = State.quoted;
        } else if (byte === delimiter || byte === lineFeed || byte === carriageReturn) {
          // The closing quote is the previous byte, in the previous chunk when `at` is 0.
          this.#endField(bytes, start, Math.max(at - 1, start));
          state = this.#afterField(byte, delimiter, at);
        } else {
          throw this.#violation(
            'has text after a closing quote; double the quotes inside a quoted field',
          );
        }
        at += 1;
      } else {
        if (bytes[at] !== lineFeed)
          throw this.#violation('has a carriage return outside quotes that ends no line');
        this.#endRow(true, at);
        state = State.fieldStart;
        at += 1;
      }
    }
    this.#state = state;
    this.#carry(bytes, start);
    this.#chunkOffset += length;
  }

  /**
   * The types of the columns by the values so far. More values can change a type only towards text.
   */
  get types(): readonly CsvColumnType[] {
    return this.#columns.map((column) => column.type);
  }

  /** The end of the file. */
  finish(): CsvShape {
    if (this.#state === State.quoted)
      throw this.#violation('has a quoted field that never ends', this.#rowStartLine);
    if (this.#state === State.afterReturn)
      throw this.#violation('ends in a carriage return without a line feed');
    if (this.#state !== State.fieldStart || this.#column > 0) {
      this.#endField(Buffer.alloc(0), 0, 0);
      this.#finishRow(0);
    }
    if (this.#names === null)
      throw badRequest('The CSV file is empty; its first line must name the columns');
    return {
      names: this.#names,
      types: this.types,
      rowCount: this.#rowCount,
      longestRowBytes: this.#longestRowBytes,
      hasQuotes: this.#hasQuotes,
    };
  }

  /**
   * Reads the plain rows that are whole in the chunk, and returns the beginning of the first other
   * row.
   */
  #takePlainRows(bytes: Buffer, from: number): number {
    const delimiter = this.#delimiter;
    const endsInReturn = this.#endsInReturn;
    if (bytes.length < this.#leastPlainBytes) return from;
    if (this.#names === null || this.#carried !== null || endsInReturn === null) return from;
    if (this.#generalRows > 0) {
      this.#generalRows -= 1;
      return from;
    }
    const end = bytes.lastIndexOf(lineFeed) + 1;
    if (end <= from) return from;
    this.#plainRows ??= new PlainRows(this.#plain, this.#columns);
    const taken = this.#plainRows.take(bytes, from, end, { delimiter, endsInReturn });
    if (taken.longestRowBytes > this.#longestRowBytes)
      this.#longestRowBytes = taken.longestRowBytes;
    this.#rowCount += taken.rowCount;
    this.line += taken.rowCount;
    if (taken.rowCount === 0) this.#generalRows = generalRowsAfterMiss;
    this.#rowStartLine = this.line;
    this.#rowStartOffset = this.#chunkOffset + taken.nextRow;
    return taken.nextRow;
  }

  #skipUnquoted(bytes: Buffer, start: number, from: number): number {
    const delimiter = this.#delimiter;
    const length = bytes.length;
    let at = from;
    while (at < length) {
      const byte = bytes[at] ?? 0;
      if (byte === delimiter) break;
      if (byte > quote) {
        at += 1;
        continue;
      }
      if (byte === lineFeed || byte === carriageReturn) break;
      // DuckDB would drop a blank before an opening quote, and other readers would keep the blank.
      // Neither reading is safe.
      if (byte === quote && this.#isBlank(bytes, start, at))
        throw this.#violation('has blanks before an opening quote');
      at += 1;
    }
    return at;
  }

  #isBlank(bytes: Buffer, start: number, end: number): boolean {
    if (this.#carriedTooMuch || this.#carried?.some((byte) => byte !== blank)) return false;
    for (let at = start; at < end; at += 1) if (bytes[at] !== blank) return false;
    return true;
  }

  #skipQuoted(bytes: Buffer, from: number): number {
    const length = bytes.length;
    let at = from;
    while (at < length) {
      const byte = bytes[at];
      if (byte === quote) break;
      if (byte === lineFeed) this.line += 1;
      at += 1;
    }
    return at;
  }

  #noteEscape(at: number): void {
    this.#fieldHasEscape = true;
    // The first quote of the pair was the last byte of the previous chunk, and was not carried.
    if (at === 0)
      this.#carried = Buffer.concat([this.#carried ?? Buffer.alloc(0), Buffer.of(quote)]);
  }

  /** Saves the bytes of the unfinished field, which begins at `start` in the chunk. */
  #carry(bytes: Buffer, start: number): void {
    if (
      this.#state !== State.unquoted &&
      this.#state !== State.quoted &&
      this.#state !== State.quoteInQuoted
    )
      return;
    const end = this.#state === State.quoteInQuoted ? bytes.length - 1 : bytes.length;
    const piece = bytes.subarray(start, Math.max(start, end));
    this.#carried =
      this.#carried === null ? Buffer.from(piece) : Buffer.concat([this.#carried, piece]);
    if (this.#carried.length <= maxCarriedBytes) return;
    this.#carriedTooMuch = true;
    this.#carried = this.#carried.subarray(0, maxCarriedBytes);
  }

  #afterField(byte: number, delimiter: number, at: number): State {
    if (byte === delimiter) {
      this.#column += 1;
      return State.fieldStart;
    }
    if (byte === carriageReturn) return State.afterReturn;
    this.#endRow(false, at);
    return State.fieldStart;
  }

  #endField(bytes: Buffer, start: number, end: number): void {
    if (this.#carried === null) this.#takeField(bytes, start, end);
    else {
      const whole =
        end > start ? Buffer.concat([this.#carried, bytes.subarray(start, end)]) : this.#carried;
      this.#takeField(whole, 0, whole.length);
      this.#carried = null;
      this.#carriedTooMuch = false;
    }
    this.#fieldIsQuoted = false;
    this.#fieldHasEscape = false;
  }

  #takeField(bytes: Buffer, start: number, end: number): void {
    if (this.#names === null) {
      this.#takeName(bytes.toString('utf8', start, end));
      return;
    }
    this.#lastFieldIsEmpty = start === end && !this.#fieldIsQuoted;
    const column = this.#columns[this.#column];
    if (column === undefined || this.#lastFieldIsEmpty) return;
    if (this.#fieldHasEscape || this.#carriedTooMuch || start === end) column.addText();
    else column.add(bytes, start, end);
  }

  #takeName(raw: string): void {
    if (this.#carriedTooMuch || raw.length > maxCarriedBytes)
      throw badRequest('A column name in the header is too long');
    const text = this.#fieldHasEscape ? raw.replaceAll('""', '"') : raw;
    this.#lastFieldIsEmpty = raw === '' && !this.#fieldIsQuoted;
    this.#headerNames.push(text);
    if (this.#headerNames.length > this.#maxColumns) throw tooManyColumns('CSV', this.#maxColumns);
  }

  #endRow(inReturn: boolean, at: number): void {
    if (this.#endsInReturn === null) this.#endsInReturn = inReturn;
    else if (this.#endsInReturn !== inReturn) {
      const [here, before] = inReturn ? ['CRLF', 'LF'] : ['LF', 'CRLF'];
      throw this.#violation(
        `ends in ${here} where the lines before end in ${before}; use one line ending`,
      );
    }
    this.#finishRow(at);
    this.line += 1;
    this.#rowStartLine = this.line;
    this.#rowStartOffset = this.#chunkOffset + at + 1;
  }

  #finishRow(at: number): void {
    const rowBytes = this.#chunkOffset + at - this.#rowStartOffset;
    if (rowBytes > this.#longestRowBytes) this.#longestRowBytes = rowBytes;
    if (rowBytes > maxRowBytes)
      throw this.#violation('is longer than 64 MiB, the most that one row may have');
    const width = this.#column + 1;
    this.#column = 0;
    const isEmptyLine = width === 1 && this.#lastFieldIsEmpty;
    if (this.#names === null) {
      if (isEmptyLine) throw this.#violation('is empty; it must name the columns');
      this.#names = this.#headerNames;
      const plain = new PlainColumns(this.#headerNames.length);
      this.#columns = this.#headerNames.map((_, index) => new CsvColumn(plain, index));
      this.#plain = plain;
    } else if (width === this.#columns.length) {
      this.#rowCount += 1;
    } else if (!isEmptyLine) {
      const fields = width === 1 ? '1 field' : `${width} fields`;
      throw this.#violation(
        `has ${fields} where the header has ${this.#columns.length}${this.#delimiterNote}`,
        this.#rowStartLine,
      );
    }
  }

  /** A comma needs no explanation. */
  get #delimiterNote(): string {
    const delimiter = String.fromCharCode(this.#delimiter);
    return delimiter === ','
      ? ''
      : `; the columns are separated by ${shownDelimiter(delimiter)}, unless 'delimiter' says otherwise`;
  }

  #violation(what: string, line = this.line) {
    return badRequest(`Line ${line} of the CSV file ${what}`);
  }
}
