import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { newObjectName } from '../../kernel/ids.ts';
import { type CsvField, CsvRecords, type OnRecord, type RecordSyntax } from './csv-records.ts';
import { DateFormat } from './date-format.ts';
import { decodedTooLarge } from './decoded-bytes.ts';
import type { TextOptions } from './text-options.ts';

const chunkBytes = 256 * 1024;

/** The place of a CSV file's header. */
export interface CsvStart {
  readonly offset: number;
  readonly line: number;
}

export interface RewrittenCsv {
  /**
   * The rewritten file, with commas, double quotes where needed, and LF. The caller removes the
   * file.
   */
  readonly path: string;
  /** Names of the columns. The header of the new file numbers the columns. */
  readonly names: readonly string[];
  /** The line number of the new header, equal to the last line of the old header. */
  readonly firstLine: number;
  readonly warnings: readonly string[];
  /** Names of columns that stay text even when all values look like numbers or dates. */
  readonly texts: readonly string[];
}

export interface RewritingPlace {
  readonly folder: string;
  /** A larger file is BAD_REQUEST. */
  readonly maxBytes: number;
}

/**
 * Rewrites a CSV file for the scanner and DuckDB. Another delimiter or quote, other nulls, decimal
 * commas and dates of another format become the usual ones. Other bytes of values stay the same,
 * and so does the line of each row.
 */
export async function rewriteCsv(
  path: string,
  start: CsvStart,
  syntax: RecordSyntax,
  options: TextOptions,
  { folder, maxBytes }: RewritingPlace,
): Promise<RewrittenCsv> {
  const nulls = new Set((options.nullValues ?? []).map(asBytes));
  const readings = new Readings(options, nulls);
  if (readings.areAsked) await readRecords(path, start, syntax, (fields) => readings.see(fields));
  const target = join(folder, `${newObjectName()}.csv`);
  const file = openSync(target, 'wx');
  try {
    const writer = new RowWriter(file, readings, nulls, maxBytes);
    await readRecords(path, start, syntax, (fields, line) => writer.write(fields, line));
    writer.flush();
    const { names, firstLine } = writer;
    const { warnings, texts } = readings;
    return { path: target, names, firstLine, warnings, texts };
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Bytes as Latin-1 characters. The text was checked and is copied unchanged. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1');

async function readRecords(
  path: string,
  { offset, line }: CsvStart,
  syntax: RecordSyntax,
  onRecord: OnRecord,
): Promise<void> {
  const records = new CsvRecords(syntax, line, onRecord);
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (let at = offset; ; ) {
      const bytesRead = readSync(file, buffer, 0, chunkBytes, at);
      if (bytesRead === 0) return records.finish();
      records.feed(buffer.toString('latin1', 0, bytesRead));
      at += bytesRead;
      // Pending work of the event loop gets a turn.
      await setImmediate();
    }
  } finally {
    closeSync(file);
  }
}

/** A number with a point, as the scanner reads numbers. */
const pointText = /^-?(?:\d+[.]\d*|[.]\d+)(?:[eE][+-]?\d+)?$/;
const decimalText = /^-?(?:(?:0|[1-9]\d*)(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Finds columns with decimal commas only, and columns with dates of the format only. Where commas
 * are decimal, the class also finds numbers with points, because a point may group digits.
 */
class Readings {
  readonly areAsked: boolean;
  readonly #hasDecimals: boolean;
  readonly #format: DateFormat | null;
  /** One flag per column, false after a value of another kind, undefined without a value. */
  readonly #isDecimal: (boolean | undefined)[] = [];
  readonly #isMoment: (boolean | undefined)[] = [];
  /**
   * One flag per column, false after a value that is not a number with a comma, a point or neither.
   */
  readonly #isNumber: (boolean | undefined)[] = [];
  readonly #hasPoint: (boolean | undefined)[] = [];
  readonly #nulls: ReadonlySet<string>;
  #names: readonly string[] = [];
  #isHeader = true;

  constructor({ decimal, dateFormat }: TextOptions, nulls: ReadonlySet<string>) {
    this.#hasDecimals = decimal === ',';
    this.#format = dateFormat === undefined ? null : new DateFormat(asBytes(dateFormat));
    this.#nulls = nulls;
    this.areAsked = this.#hasDecimals || this.#format !== null;
  }

  see(fields: readonly CsvField[]): void {
    if (this.#isHeader) {
      this.#isHeader = false;
      this.#names = namesOf(fields);
      return;
    }
    for (const [index, { text, isQuoted }] of fields.entries()) {
      if (!isQuoted && (text === '' || this.#nulls.has(text))) continue;
      if (this.#hasDecimals) this.#seeNumber(index, text);
      if (this.#format !== null && this.#isMoment[index] !== false)
        this.#isMoment[index] = this.#format.toIso(text) !== null;
    }
  }

  #seeNumber(index: number, text: string): void {
    if (this.#isNumber[index] === false) return;
    const isDecimal = decimalText.test(text);
    const hasPoint = !isDecimal && pointText.test(text);
    this.#isNumber[index] = isDecimal || hasPoint;
    this.#isDecimal[index] = isDecimal && this.#isDecimal[index] !== false;
    this.#hasPoint[index] ||= hasPoint;
  }

  /** Names of columns that stay text because of points. */
  get texts(): readonly string[] {
    return this.#names.filter(
      (_name, index) => this.#isNumber[index] && this.#hasPoint[index] && !this.#isMoment[index],
    );
  }

  /** The value in the scanner's form. */
  of(column: number, text: string): string {
    if (this.#isMoment[column]) return this.#format?.toIso(text) ?? text;
    return this.#isDecimal[column] && this.#isNumber[column] ? text.replace(',', '.') : text;
  }

  get warnings(): readonly string[] {
    const found = this.texts.map(
      (name) =>
        `Column '${name}' has numbers with points, where 'decimal' is a comma, and is kept as text; write them without signs that group digits`,
    );
    if (this.#format !== null && !this.#isMoment.includes(true))
      found.push("No column holds dates of 'date_format' alone, so it changed nothing");
    return found;
  }
}

const namesOf = (fields: readonly CsvField[]) =>
  fields.map(({ text }) => Buffer.from(text, 'latin1').toString());

const pieceChars = 1024 * 1024;
const needsQuotes = /[",\r\n]/;

class RowWriter {
  names: readonly string[] = [];
  firstLine = 1;
  readonly #file: number;
  readonly #readings: Readings;
  readonly #nulls: ReadonlySet<string>;
  readonly #maxBytes: number;
  #isHeader = true;
  #piece = '';
  #bytesLeft: number;

  constructor(file: number, readings: Readings, nulls: ReadonlySet<string>, maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#bytesLeft = maxBytes;
    this.#file = file;
    this.#readings = readings;
    this.#nulls = nulls;
  }

  write(fields: readonly CsvField[], line: number): void {
    if (this.#isHeader) this.#writeHeader(fields, line);
    else this.#piece += `${fields.map((field, column) => this.#print(field, column)).join(',')}\n`;
    if (this.#piece.length >= pieceChars) this.flush();
  }

  #writeHeader(fields: readonly CsvField[], line: number): void {
    this.#isHeader = false;
    this.names = namesOf(fields);
    this.firstLine = line;
    this.#piece += `${fields.map((_field, column) => column + 1).join(',')}\n`;
  }

  #print({ text, isQuoted }: CsvField, column: number): string {
    if (!isQuoted && (text === '' || this.#nulls.has(text))) return '';
    if (text === '') return '""';
    const value = this.#readings.of(column, text);
    return needsQuotes.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  }

  flush(): void {
    const bytes = Buffer.from(this.#piece, 'latin1');
    this.#piece = '';
    this.#bytesLeft -= bytes.length;
    if (this.#bytesLeft < 0) throw decodedTooLarge(this.#maxBytes);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
  }
}
