import { badRequest } from '../../kernel/errors.ts';

/** What a load says of how its text is written; a plain value. Absent: as RFC 4180 has it. */
export interface TextOptions {
  /** One ASCII character; found in the file where absent. */
  readonly delimiter?: string;
  /** One ASCII character; the empty text where no field is quoted. */
  readonly quote?: string;
  /** Fields without quotes that are null, besides the empty one. */
  readonly nullValues?: readonly string[];
  readonly decimal?: '.' | ',';
  readonly encoding?: string;
  /** Lines before the header. */
  readonly skip?: number;
  /** How dates or timestamps are written, in the signs of strptime. */
  readonly dateFormat?: string;
}

/** Delimiters that the scanner takes as they are. */
export const csvDelimiters = [',', ';', '\t', '|'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

export const isCsvDelimiter = (text: string): text is CsvDelimiter =>
  csvDelimiters.some((delimiter) => delimiter === text);

/** How a sentence shows a delimiter. */
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

/** Throws BAD_REQUEST for an option that says nothing of a file of the format. */
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
