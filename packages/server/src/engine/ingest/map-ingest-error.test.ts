import { describe, expect, it } from 'vitest';
import { badRequest, QuernError } from '../../kernel/errors.ts';
import type { FileFormat } from './file-source.ts';
import { mapIngestError, raisedConflict } from './map-ingest-error.ts';

/** DuckDB 1.5.6's own texts, cut after the relevant part. */
const cases: readonly (readonly [FileFormat, string, string])[] = [
  [
    'csv',
    'Invalid Input Error: CSV Error on Line: 3\nOriginal Line: 3,4,5\nExpected Number of Columns: 2 Found: 3\nPossible fixes:\n  file = /data/x.csv',
    'Line 3 of the CSV file has 3 fields where the header has 2',
  ],
  [
    'csv',
    'Invalid Input Error: CSV Error on Line: 2\nOriginal Line: 1,"x\nValue with unterminated quote found.\n',
    'Line 2 of the CSV file has a quoted field that never ends',
  ],
  [
    'csv',
    'Invalid Input Error: CSV Error on Line: 2\nOriginal Line: 1,x?y\nInvalid unicode (byte sequence mismatch) detected. This file is not utf-8 encoded.\n',
    'Line 2 of the CSV file is not UTF-8; save the file as UTF-8',
  ],
  [
    'csv',
    'Invalid Input Error: CSV Error on Line: 9\nMaximum line size of 2000000 bytes exceeded. Actual Size:3000002 bytes.',
    'Line 9 of the CSV file is too long',
  ],
  [
    'csv',
    'Invalid Input Error: CSV Error on Line: 7\nsomething new',
    'Line 7 of the CSV file cannot be read',
  ],
  [
    'csv',
    'Invalid Input Error: The CSV Parser state machine reached an invalid state.\nThis can happen when',
    'The CSV file mixes line endings or quotes in a way that cannot be read',
  ],
  [
    'csv',
    "Conversion Error: Could not convert string 'x' to INT64 when casting from source column a",
    'The CSV file holds a value that its column cannot hold',
  ],
  [
    'json',
    'Invalid Input Error: JSON transform error in file "/data/t.json", in line 1: Object {"a":1,"a":2} has duplicate key "a"\nTry setting',
    "Line 1 of the JSON file has the key 'a' twice in one object",
  ],
  [
    'json',
    'Invalid Input Error: Malformed JSON in file "/data/t.json", at byte 8 in line 2: invalid UTF-8 encoding in string. ',
    'Line 1 of the JSON file is not UTF-8; save the file as UTF-8',
  ],
  [
    'json',
    'Invalid Input Error: Malformed JSON in file "/data/t.json", at byte 15 in line 3: unexpected end of data. ',
    'Line 2 of the JSON file is not valid JSON: unexpected end of data',
  ],
  [
    'json',
    'Invalid Input Error: Malformed JSON in file "/data/t.json", at byte 8 in record/value 4: unexpected character. ',
    'The JSON file is not valid JSON: unexpected character',
  ],
  ['json', 'Invalid Input Error: Malformed JSON', 'The JSON file is not valid JSON'],
  [
    'json',
    'Invalid Input Error: "maximum_object_size" of 16777216 bytes exceeded while reading file "/data/t.json" (>16777216 bytes).\n Try increasing',
    'An object of the JSON file is larger than 16 MiB, the most that one row may have',
  ],
  [
    'json',
    'Invalid Input Error: JSON transform error in file "/data/t.json", in line 5: Failed to cast value to numerical: "x"',
    'Line 5 of the JSON file holds a value that its column cannot hold',
  ],
  [
    'json',
    "Invalid Input Error: Expected top-level JSON array with format='array'",
    'The JSON file is not one array of objects',
  ],
  [
    'parquet',
    "Invalid Input Error: No magic bytes found at end of file '/data/x'",
    'The file is not Parquet, or is cut off; upload the whole file',
  ],
  [
    'parquet',
    "Invalid Input Error: File '/data/x' too small to be a Parquet file",
    'The file is not Parquet, or is cut off; upload the whole file',
  ],
  [
    'parquet',
    "Invalid Input Error: File '/data/x' is encrypted, but no encryption configuration was set",
    'The Parquet file is encrypted; upload it without encryption',
  ],
  [
    'parquet',
    "Invalid Error: don't know what type: \x0e",
    'The Parquet file is damaged or cut off and cannot be read; upload it again',
  ],
  [
    'parquet',
    'Invalid Input Error: Failed to read file "/data/x.parquet": Unsupported compression codec "LZO". Supported options are',
    'The Parquet file cannot be read: unsupported compression codec "LZO"; write it with other settings',
  ],
  [
    'parquet',
    'Invalid Error: BYTE_STREAM_SPLIT encoding is only supported for FLOAT or DOUBLE data',
    'The Parquet file cannot be read: BYTE_STREAM_SPLIT encoding is only supported for FLOAT or DOUBLE data; write it with other settings',
  ],
  [
    'parquet',
    "Invalid Input Error: Geoparquet column 'geometry' has invalid CRS",
    "The GeoParquet metadata of column 'geometry' has an invalid CRS; write it anew",
  ],
  [
    'parquet',
    'ZSTD Decompression failure',
    'The Parquet file is damaged or cut off and cannot be read; upload it again',
  ],
];

describe("DuckDB's errors about a file", () => {
  it.each(cases)('(%s) %j become a sentence without a path', (format, message, sentence) => {
    const mapped = mapIngestError(new Error(message), format);
    expect(mapped).toBeInstanceOf(QuernError);
    expect(mapped).toMatchObject({ code: 'BAD_REQUEST', message: sentence });
  });

  it.each([
    'Out of Memory Error: failed to allocate',
    'INTERNAL Error: Attempted to access index 5',
    'IO Error: Cannot open file "/data/x": No such file or directory',
    'IO Error: Could not write file: No space left on device',
    'Permission Error: Cannot access file',
  ])('(%s) that are not about it stay what they are', (message) => {
    const thrown = new Error(message);
    expect(mapIngestError(thrown, 'csv')).toBe(thrown);
    expect(mapIngestError(thrown, 'json')).toBe(thrown);
  });

  it('leave our own errors alone, and conflicts raised in SQL become CONFLICT', () => {
    const ours = badRequest('x');
    expect(mapIngestError(ours, 'csv')).toBe(ours);
    expect(
      mapIngestError(
        new Error(`Invalid Input Error: ${raisedConflict}Column 'a' is narrow`),
        'csv',
      ),
    ).toMatchObject({
      code: 'CONFLICT',
      message: "Column 'a' is narrow",
    });
  });
});
