import { badRequest } from '../../kernel/errors.ts';
import { tooManyColumns } from './column-names.ts';

export interface CsvField {
  readonly text: string;
  readonly isQuoted: boolean;
}

export interface RecordSyntax {
  readonly delimiter: string;
  /** Empty where no field is quoted. */
  readonly quote: string;
  readonly maxColumns: number;
}

/** `lastLine` is the last line of the record. */
export type OnRecord = (fields: readonly CsvField[], lastLine: number) => void;

const maxRecordChars = 64 * 1024 * 1024;

/**
 * Splits a CSV text, piece by piece, by any one-character delimiter and quote. A record ends in LF
 * or CRLF, and empty lines are not records. Malformed text is BAD_REQUEST with the line.
 */
export class CsvRecords {
  /** The line of the next character. */
  line: number;
  readonly #delimiter: string;
  readonly #quote: string;
  readonly #maxColumns: number;
  readonly #onRecord: OnRecord;
  #fields: CsvField[] = [];
  /** The current field's text from earlier pieces. */
  #parts: string[] = [];
  /** The field contains only blanks so far. */
  #isBlank = true;
  #recordChars = 0;
  #firstLine: number;
  #state: 'start' | 'plain' | 'quoted' | 'closed' | 'return' = 'start';
  #isQuoted = false;

  constructor(syntax: RecordSyntax, firstLine: number, onRecord: OnRecord) {
    const { delimiter, quote, maxColumns } = syntax;
    this.#maxColumns = maxColumns;
    this.#delimiter = delimiter;
    this.#quote = quote;
    this.#onRecord = onRecord;
    this.line = firstLine;
    this.#firstLine = firstLine;
  }

  feed(text: string): void {
    this.#recordChars += text.length;
    let start = 0;
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at] ?? '';
      if (this.#state === 'quoted') {
        if (sign === '\n') this.line += 1;
        if (sign !== this.#quote) continue;
        this.#parts.push(text.slice(start, at));
        this.#state = 'closed';
        start = at + 1;
      } else if (this.#state === 'return' && sign !== '\n') {
        throw this.#violation('has a carriage return outside quotes that ends no line');
      } else if (sign === this.#delimiter || sign === '\n' || sign === '\r') {
        if (this.#state === 'plain') this.#parts.push(text.slice(start, at));
        if (sign === '\r') this.#state = 'return';
        else if (sign === '\n') this.#endRecord(text.length - at - 1);
        else this.#endField();
        start = at + 1;
      } else if (sign === this.#quote && (this.#state === 'start' || this.#state === 'closed')) {
        // The second of two quotes inside a quoted field belongs to the field's text.
        start = this.#state === 'closed' ? at : at + 1;
        this.#isQuoted = true;
        this.#state = 'quoted';
      } else if (this.#state === 'closed') {
        throw this.#violation(
          'has text after a closing quote; double the quotes inside a quoted field',
        );
      } else if (this.#state === 'start') {
        this.#state = 'plain';
        this.#isBlank = sign === ' ';
        start = at;
      } else if (this.#isBlank) {
        if (sign === this.#quote) throw this.#violation('has blanks before an opening quote');
        this.#isBlank = sign === ' ';
      }
    }
    if (this.#state === 'plain' || this.#state === 'quoted') this.#parts.push(text.slice(start));
    if (this.#recordChars > maxRecordChars)
      throw this.#violation('is longer than 64 MiB, the most that one row may have');
  }

  finish(): void {
    if (this.#state === 'quoted')
      throw this.#violation('has a quoted field that never ends', this.#firstLine);
    if (this.#state === 'return')
      throw this.#violation('ends in a carriage return without a line feed');
    if (this.#state !== 'start' || this.#fields.length > 0) this.#endRecord(0);
  }

  #endField(): void {
    if (this.#fields.length === this.#maxColumns) throw tooManyColumns('CSV', this.#maxColumns);
    this.#fields.push({ text: this.#parts.join(''), isQuoted: this.#isQuoted });
    this.#parts = [];
    this.#isQuoted = false;
    this.#state = 'start';
  }

  #endRecord(charsAfter: number): void {
    this.#endField();
    this.#onRecord(this.#fields, this.line);
    this.#fields = [];
    this.#recordChars = charsAfter;
    this.line += 1;
    this.#firstLine = this.line;
  }

  #violation(what: string, line = this.line) {
    return badRequest(`Line ${line} of the CSV file ${what}`);
  }
}
