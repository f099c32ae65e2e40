import { badRequest } from '../../kernel/errors.ts';

/** The options of a load about the syntax of its text; a plain value. RFC 4180 is the default. */
export interface TextOptions {
  /** One ASCII character. Absent: detected from the file. */
  readonly delimiter?: string;
  /** One ASCII character; the empty text where no field is quoted. */
  readonly quote?: string;
  /** Fields without quotes that mean null, besides the empty field. */
  readonly nullValues?: readonly string[];
  readonly decimal?: '.' | ',';
  readonly encoding?: string;
  /** Lines before the header. */
  readonly skip?: number;
  /** The format of dates or timestamps, in the directives of strptime. */
  readonly dateFormat?: string;
}

/** Delimiters that the scanner reads without rewriting. */
export const csvDelimiters = [',', ';', '\t', '|'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

export const isCsvDelimiter = (text: string): text is CsvDelimiter =>
  csvDelimiters.some((delimiter) => delimiter === text);

/** A delimiter in a sentence. */
export const shownDelimiter = (delimiter: string) =>
  delimiter === '\t' ? 'tab' : `'${delimiter}'`;

const fields = {
  delimiter: 'delimiter',
  quote: 'quote',
  nullValues: 'null_values',
  decimal: 'decimal',
  encoding: 'encoding',
  skip: 'skip',
  dateFormat: 'date_format',
} as const satisfies Readonly<Record<keyof TextOptions, string>>;

/** Throws BAD_REQUEST for an option that does not apply to the format. */
export function refuseTextOptions(options: TextOptions, format: 'csv' | 'json' | 'parquet'): void {
  if (format === 'csv') return;
  const given = (Object.keys(fields) as (keyof TextOptions)[]).find(
    (option) => options[option] !== undefined && !(format === 'json' && option === 'encoding'),
  );
  if (given === undefined) return;
  const takers = given === 'encoding' ? 'CSV and JSON' : 'CSV';
  throw badRequest(
    `'${fields[given]}' goes with ${takers} only, and the file is ${format === 'json' ? 'JSON' : 'Parquet'}; leave it out`,
  );
}
