import { badRequest, conflict, QuernError } from '../../kernel/errors.ts';
import { storageFailureOf } from '../../kernel/storage-failure.ts';
import type { FileFormat } from './file-source.ts';

/**
 * The beginning of an `error(...)` that Quern's own SQL raises. The rest is a sentence for the
 * caller.
 */
export const raisedConflict = 'quern conflict: ';

/** Raised for a JSON value that nests deeper than any function reads. */
export const tooDeepMark = 'quern: nests too deeply';

type Row = readonly [pattern: RegExp, sentence: string | ((match: RegExpExecArray) => string)];

const csvRows: readonly Row[] = [
  [
    /CSV Error on Line: (\d+)[\s\S]*Expected Number of Columns: (\d+) Found: (\d+)/,
    (m) => `Line ${m[1]} of the CSV file has ${m[3]} fields where the header has ${m[2]}`,
  ],
  [
    /CSV Error on Line: (\d+)[\s\S]*unterminated quote/,
    (m) => `Line ${m[1]} of the CSV file has a quoted field that never ends`,
  ],
  [
    /CSV Error on Line: (\d+)[\s\S]*not utf-8/,
    (m) => `Line ${m[1]} of the CSV file is not UTF-8; save the file as UTF-8`,
  ],
  [
    /CSV Error on Line: (\d+)[\s\S]*Maximum line size/i,
    (m) => `Line ${m[1]} of the CSV file is too long`,
  ],
  [/CSV Error on Line: (\d+)/, (m) => `Line ${m[1]} of the CSV file cannot be read`],
  [
    /CSV Parser state machine reached an invalid state/,
    'The CSV file mixes line endings or quotes in a way that cannot be read',
  ],
];

const jsonRows: readonly Row[] = [
  [
    /quern: nests too deeply/,
    'A value of the JSON file nests arrays and objects more than 3000 levels deep; flatten it',
  ],
  [
    /has duplicate key "([^"\n]{0,100})"/,
    (m) => `${lineOf(m.input)} has the key '${m[1]}' twice in one object`,
  ],
  [
    /Malformed JSON in file[\s\S]*invalid UTF-8/,
    (m) => `${lineOf(m.input)} is not UTF-8; save the file as UTF-8`,
  ],
  [
    /Malformed JSON in file[\s\S]*: ([a-z -]{3,60})\./i,
    (m) => `${lineOf(m.input)} is not valid JSON: ${m[1]}`,
  ],
  [/Malformed JSON/, (m) => `${lineOf(m.input)} is not valid JSON`],
  [
    /[Mm]aximum_object_size|"maximum_object_size"/,
    'An object of the JSON file is larger than 16 MiB, the most that one row may have',
  ],
  [/JSON transform error/, (m) => `${lineOf(m.input)} holds a value that its column cannot hold`],
  [/Expected (?:top-level )?JSON array|not an array/i, 'The JSON file is not one array of objects'],
];

const parquetRows: readonly Row[] = [
  [
    /No magic bytes found|too small to be a Parquet file/,
    'The file is not Parquet, or is cut off; upload the whole file',
  ],
  [/[Ee]ncrypted/, 'The Parquet file is encrypted; upload it without encryption'],
  [
    /Geoparquet column '([^'\n]{1,100})' has invalid (\w+)/,
    (m) => `The GeoParquet metadata of column '${m[1]}' has an invalid ${m[2]}; write it anew`,
  ],
  [
    /(?:^|: )((?:Unsupported|Unknown|Unrecognized)(?: [a-z]{2,20}){1,4}(?: "?[\w.]{1,40}"?)?)/,
    (m) => `The Parquet file cannot be read: ${lowerFirst(m[1])}; write it with other settings`,
  ],
  [
    /^[A-Z][a-z ]+Error: ([A-Za-z][\w ,.()-]{2,120}(?:not supported|not implemented|only supported)[\w ,.()-]{0,80})/i,
    (m) => `The Parquet file cannot be read: ${lowerFirst(m[1])}; write it with other settings`,
  ],
  [/.*/, 'The Parquet file is damaged or cut off and cannot be read; upload it again'],
];

const lowerFirst = (text = '') =>
  /^[A-Z][a-z]/.test(text) ? `${text[0]?.toLowerCase()}${text.slice(1)}` : text;

const rowsByFormat: Readonly<Record<FileFormat, readonly Row[]>> = {
  csv: csvRows,
  json: jsonRows,
  parquet: parquetRows,
};

/** Errors of the service or the machine, whatever the file. The caller cannot fix such an error. */
const notTheFile =
  /^(?:Out of Memory|INTERNAL|FATAL|Interrupt|Permission|Parser|Catalog|Binder) ?Error|No space left|Cannot open file|Could not (?:write|create)|Failed to (?:write|open)/i;
/** Binder errors caused by a file's own schema. */
const fileSchema = /unsupported|not supported|invalid type|unknown/i;

/**
 * Translates an error of DuckDB while reading an uploaded file. An error of the file becomes
 * BAD_REQUEST with a sentence, without DuckDB's text, because the text contains paths. Any other
 * error is returned unchanged.
 */
export function mapIngestError(thrown: unknown, format: FileFormat): unknown {
  if (thrown instanceof QuernError || !(thrown instanceof Error)) return thrown;
  if (storageFailureOf(thrown) !== null) return thrown;
  const message = thrown.message;
  const raised = message.indexOf(raisedConflict);
  if (raised >= 0) return conflict(message.slice(raised + raisedConflict.length));
  if (notTheFile.test(message) && !(format === 'parquet' && fileSchema.test(message)))
    return thrown;
  for (const [pattern, sentence] of rowsByFormat[format]) {
    const match = pattern.exec(message);
    if (match !== null)
      return badRequest(typeof sentence === 'string' ? sentence : sentence(match), thrown);
  }
  if (/^(?:Conversion|Invalid Input|Out of Range) Error/.test(message)) {
    return badRequest(
      `The ${format === 'csv' ? 'CSV' : 'JSON'} file holds a value that its column cannot hold`,
      thrown,
    );
  }
  return thrown;
}

/**
 * `Line 3 of the JSON file`, where DuckDB reports a line. DuckDB counts one too many for malformed
 * text (measured, in small and large files), and correctly for values outside their type. DuckDB's
 * count of array elements is not useful.
 */
function lineOf(message: string): string {
  const line =
    Number(/in line (\d+)/.exec(message)?.[1] ?? 0) - (message.includes('Malformed JSON') ? 1 : 0);
  return line > 0 ? `Line ${line} of the JSON file` : 'The JSON file';
}
