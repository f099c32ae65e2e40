/**
 * Staging files are read by DuckDB, which loads them, and by arrow-rs, which shares no code with
 * DuckDB.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance, type Json } from '@duckdb/node-api';
import { readParquet, writeParquet } from 'parquet-wasm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { StagingColumn } from '../../src/sources/staging/staging-column.ts';
import type { ScalarStagingType, StagingType } from '../../src/sources/staging/staging-type.ts';
import { duckdbTypeName } from '../../src/sources/staging/staging-type.ts';
import {
  StagingWriter,
  type StagingWriterOptions,
} from '../../src/sources/staging/staging-writer.ts';
import { differences, fileRows } from '../clients/parquet-readers.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function staged(
  options: Omit<StagingWriterOptions, 'folder'>,
  fill: (writer: StagingWriter) => void,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'quern-staging-'));
  folders.push(folder);
  const writer = new StagingWriter({ ...options, folder });
  fill(writer);
  writer.end();
  return folder;
}

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const query = async (sql: string) =>
  (await connection.runAndReadAll(sql)).getRowsJson() as Json[][];

interface Sample {
  readonly type: ScalarStagingType;
  readonly values: readonly (readonly [put: (column: StagingColumn) => void, text: string])[];
}

const bytes = (...values: number[]) => Uint8Array.from(values);
const uuid = Buffer.from('e13761b8e35e4081a1e2081ffe884d85', 'hex');
const integer = (bits: 8 | 16 | 32 | 64, signed: boolean, ...values: string[]): Sample => ({
  type: { kind: 'integer', bits, signed },
  values: values.map((text) => [
    (column) => (bits === 64 ? column.putBigInt64(BigInt(text)) : column.putInt32(Number(text))),
    text,
  ]),
});

const samples: readonly Sample[] = [
  {
    type: { kind: 'boolean' },
    values: [
      [(c) => c.putBoolean(true), 'true'],
      [(c) => c.putBoolean(false), 'false'],
      [(c) => c.putBoolean(true), 'true'],
    ],
  },
  integer(8, true, '-128', '127', '0'),
  integer(16, true, '-32768', '32767'),
  integer(32, true, '-2147483648', '2147483647'),
  integer(64, true, '-9223372036854775808', '9223372036854775807', '-1'),
  integer(8, false, '0', '255'),
  integer(16, false, '0', '65535'),
  integer(32, false, '0', '4294967295'),
  integer(64, false, '0', '18446744073709551615'),
  {
    type: { kind: 'float' },
    values: [
      [(c) => c.putFloat(16777216.5), '16777216.0'],
      [(c) => c.putReversed(bytes(0x7f, 0xc0, 0, 0), 0, 4), 'nan'],
    ],
  },
  {
    type: { kind: 'double' },
    values: [
      [(c) => c.putDouble(0.1), '0.1'],
      [(c) => c.putReversed(bytes(0xff, 0xf0, 0, 0, 0, 0, 0, 0), 0, 8), '-inf'],
      [(c) => c.putDouble(-0), '-0.0'],
    ],
  },
  {
    type: { kind: 'decimal', precision: 9, scale: 2 },
    values: [
      [(c) => c.putInt32(-999999999), '-9999999.99'],
      [(c) => c.putInt32(1), '0.01'],
    ],
  },
  {
    type: { kind: 'decimal', precision: 18, scale: 3 },
    values: [
      [(c) => c.putBigInt64(-999999999999999999n), '-999999999999999.999'],
      [(c) => c.putSafeInteger(-1), '-0.001'],
    ],
  },
  {
    type: { kind: 'decimal', precision: 38, scale: 10 },
    values: [
      [(c) => c.putBigDecimal(-(10n ** 38n) + 1n), '-9999999999999999999999999999.9999999999'],
      [(c) => c.putBigDecimal(12345678901n), '1.2345678901'],
    ],
  },
  {
    type: { kind: 'text' },
    values: [
      [(c) => c.putText(''), ''],
      [(c) => c.putText('üß😀\n"'), 'üß😀\n"'],
      [(c) => c.putText('x'.repeat(90_000)), 'x'.repeat(90_000)],
    ],
  },
  { type: { kind: 'bytes' }, values: [[(c) => c.putBytes(bytes(9, 0, 255), 1, 2), '\\x00\\xFF']] },
  {
    type: { kind: 'uuid' },
    values: [[(c) => c.putFixed(uuid, 0, 16), 'e13761b8-e35e-4081-a1e2-081ffe884d85']],
  },
  {
    type: { kind: 'date' },
    values: [
      [(c) => c.putInt32(0), '1970-01-01'],
      [(c) => c.putInt32(-719_529 - 16_000), '0045-03-11 (BC)'],
      [(c) => c.putInt32(0x7fffffff), 'infinity'],
      [(c) => c.putInt32(-0x7fffffff), '-infinity'],
    ],
  },
  {
    type: { kind: 'time' },
    values: [[(c) => c.putSafeInteger(86_399_999_999), '23:59:59.999999']],
  },
  {
    type: { kind: 'timestamp', isUtc: false },
    values: [
      [(c) => c.putSafeInteger(-1), '1969-12-31 23:59:59.999999'],
      [(c) => c.putInt64(0x7fffffff, 0xffffffff), 'infinity'],
      [(c) => c.putInt64(0x80000000, 1), '-infinity'],
    ],
  },
  {
    type: { kind: 'timestamp', isUtc: true },
    values: [[(c) => c.putSafeInteger(1_709_210_096_500_000), '2024-02-29 12:34:56.5+00']],
  },
];

/** Values, nulls between them, and the same in lists: null, empty, of all values and a null. */
function fillColumn(writer: StagingWriter, sample: Sample, repeat: number): void {
  const [plain, list] = writer.columns;
  if (!plain || !list) return;
  for (let round = 0; round < repeat; round += 1) {
    for (const [put] of sample.values) {
      plain.mark();
      put(plain);
      sample.values.forEach(([putElement], index) => {
        list.markElement(index === 0);
        putElement(list);
      });
      list.markNullElement(false);
      writer.endRow();
    }
    plain.markNull();
    list.markNull();
    writer.endRow();
    plain.markNull();
    list.markEmptyList();
    writer.endRow();
  }
}

const columnsOf = (type: ScalarStagingType): { name: string; type: StagingType }[] => [
  { name: 'plain', type },
  { name: 'list', type: { kind: 'list', element: type } },
];

describe('a staging file', () => {
  test.each(samples.map((sample) => [duckdbTypeName(sample.type), sample] as const))(
    'keeps %s exactly',
    async (name, sample) => {
      const repeat = 100;
      const folder = staged({ columns: columnsOf(sample.type), rowGroupRows: 128 }, (writer) =>
        fillColumn(writer, sample, repeat),
      );
      const files = `'${folder}/*.parquet'`;
      const described = await query(`DESCRIBE SELECT * FROM ${files}`);
      expect(described.map((row) => row.slice(0, 2))).toEqual([
        ['plain', name],
        ['list', `${name}[]`],
      ]);
      const texts = sample.values.map(([, text]) => text);
      const rows = await query(
        `SELECT plain::VARCHAR, list_transform(list, x -> x::VARCHAR) FROM ${files}`,
      );
      const round = [...texts.map((text) => [text, [...texts, null]]), [null, null], [null, []]];
      expect(rows).toEqual(Array.from({ length: repeat }, () => round).flat());
    },
  );

  test.each(samples.map((sample) => [duckdbTypeName(sample.type), sample] as const))(
    'of %s is read by arrow-rs as by DuckDB',
    async (_name, sample) => {
      const folder = staged({ columns: columnsOf(sample.type), rowGroupRows: 128 }, (writer) =>
        fillColumn(writer, sample, 100),
      );
      const [file, copy] = [join(folder, 'part-00001.parquet'), join(folder, 'copy.parquet')];
      writeFileSync(copy, writeParquet(readParquet(readFileSync(file))));
      const compared = (path: string) =>
        // Arrow has no type for a UUID; inside a list it would be bytes.
        sample.type.kind === 'uuid'
          ? `(SELECT plain, len(list) AS n FROM ${fileRows(path)})`
          : fileRows(path);
      expect(await differences(connection, compared(file), compared(copy), 'arrow-rs')).toEqual([]);
    },
  );

  test('has no rows and all columns where nothing was read', async () => {
    const folder = staged({ columns: columnsOf({ kind: 'text' }) }, () => {});
    expect(readdirSync(folder)).toEqual(['part-00001.parquet']);
    expect(await query(`SELECT count(*)::INTEGER FROM '${folder}/*.parquet'`)).toEqual([[0]]);
    expect(await query(`DESCRIBE SELECT * FROM '${folder}/*.parquet'`)).toHaveLength(2);
  });

  test('is closed at its size, and the files together are the rows in order', async () => {
    const options = {
      columns: columnsOf({ kind: 'text' }).slice(0, 1),
      rowGroupBytes: 10_000,
      fileBytes: 50_000,
    };
    const finished: number[] = [];
    const folder = staged(options, (writer) => {
      for (let row = 0; row < 20_000; row += 1) {
        writer.columns[0]?.mark();
        writer.columns[0]?.putText(`value ${row}`);
        writer.endRow();
        finished.push(...writer.takeFinished().map((file) => file.rows));
      }
    });
    const files = readdirSync(folder).sort();
    expect(files.length).toBeGreaterThan(4);
    expect(finished).toHaveLength(files.length - 1);
    const rows = files.map(
      (file) => `SELECT plain, ${Number(file.slice(5, 10))} AS f FROM '${folder}/${file}'`,
    );
    const numbered = `SELECT plain, row_number() OVER () - 1 AS n FROM (${rows.join(' UNION ALL ')})`;
    expect(
      await query(
        `SELECT count(*)::INTEGER, count(*) FILTER (plain = 'value ' || n)::INTEGER FROM (${numbered})`,
      ),
    ).toEqual([[20_000, 20_000]]);
  });

  test('one row of a long value is written at once', () => {
    const columns = columnsOf({ kind: 'bytes' }).slice(0, 1);
    staged({ columns, rowGroupBytes: 1_000_000 }, (writer) => {
      for (let row = 0; row < 3; row += 1) {
        writer.columns[0]?.mark();
        writer.columns[0]?.putBytes(new Uint8Array(2_000_000), 0, 2_000_000);
        writer.endRow(true);
        expect(writer.columns[0]?.sizeBytes).toBe(0);
      }
    });
  });

  test('a path that is taken is not written', () => {
    const folder = staged({ columns: columnsOf({ kind: 'text' }) }, () => {});
    expect(() => new StagingWriter({ folder, columns: columnsOf({ kind: 'text' }) }).end()).toThrow(
      'EEXIST',
    );
  });
});
