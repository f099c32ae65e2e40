/** Facts that the driver reads from footers of a lake's files, on files of the engine. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hidesValues } from '../../src/sources/ducklake/footers.ts';
import { type LakeFooter, readFooter } from '../../src/sources/ducklake/read-footer.ts';
import { scalarTypes } from '../../src/sources/ducklake/type-map.ts';
import { readFooters } from '../../src/sources/lake-files/read-footers.ts';
import { ThriftWriter } from '../../src/sources/staging/thrift-writer.ts';
import { countOfFile, withZeros } from '../ingest/zeroed-counts.ts';
import { parquetOfElements } from './hostile-parquet.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-footers-'));
let instance: DuckDBInstance;
let connection: DuckDBConnection;
let files = 0;

beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
  rmSync(folder, { recursive: true });
});

async function written(select: string, options = ''): Promise<string> {
  files += 1;
  const path = join(folder, `${files}.parquet`);
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet${options})`);
  return path;
}

function footerOf(path: string): LakeFooter {
  const footer = readFooter(path, path);
  if (!footer) throw new Error(`no footer in ${path}`);
  return footer;
}

test.each([
  ['-0.0 among few values', "CASE WHEN i = 70 THEN '-0'::DOUBLE ELSE 1 + i % 10 END", ['x'], true],
  ['NaN among few values', "CASE WHEN i = 70 THEN 'NaN'::FLOAT ELSE 1 END", ['x'], true],
  [
    '0 and null among few values',
    'CASE WHEN i = 70 THEN NULL ELSE (i % 10)::DOUBLE END',
    ['x'],
    false,
  ],
  [
    'so many values that there is no filter',
    "CASE WHEN i = 70 THEN '-0'::DOUBLE ELSE i / 7 END",
    [],
    false,
  ],
  ['few values in a struct', "{'v': (i % 10)::DOUBLE}", ['x, v'], true],
  ['whole numbers', 'i % 10', [], false],
])('a column of %s', async (_what, expression, filtered, hides) => {
  const path = await written(`SELECT ${expression} AS x FROM range(100000) t(i)`);
  const footer = footerOf(path);
  expect(footer.filteredFloats).toEqual(filtered);
  expect(await hidesValues(async () => connection, path, footer)).toBe(hides);
});

/** All types of a lake, alone and nested, with field ids. */
test('names, ids, types and rows are what the engine reads', async () => {
  const scalars = [...Object.values(scalarTypes), 'DECIMAL(4,0)', 'DECIMAL(18,3)', 'DECIMAL(38,9)'];
  const nested = [
    'STRUCT(a INTEGER, b STRUCT(c VARCHAR, d TIMESTAMP))',
    'INTEGER[]',
    'STRUCT(x UUID)[][]',
    'MAP(VARCHAR, DECIMAL(9,2)[])',
  ];
  const types = [...scalars, ...nested];
  const ids = scalars.map((_type, index) => `c${index}: ${index + 100}`);
  const path = await written(
    `SELECT ${types.map((type, index) => `NULL::${type} AS c${index}`).join(', ')} FROM range(3)`,
    `, FIELD_IDS {${ids.join(', ')}}`,
  );
  const { columns, rows, footerBytes } = footerOf(path);
  const [known] = [...(await readFooters(connection, [path])).values()];
  // Types that are not kept: their files are always written again.
  const isLeftOut = (index: number) => /_(MS|NS)$/.test(types[index] ?? '');
  expect({ columns, rows }).toEqual({
    rows: 3,
    columns: known?.columns.map((column, index) =>
      isLeftOut(index) ? { ...column, type: null } : column,
    ),
  });
  const [[length] = []] = (
    await connection.runAndReadAll(`SELECT footer_size FROM parquet_file_metadata('${path}')`)
  ).getRows();
  expect(footerBytes).toBe(Number(length));
});

test('rows are those of the row groups, whatever the sum beside them says', async () => {
  const whole = readFileSync(
    await written('SELECT i FROM range(5000) t(i)', ', ROW_GROUP_SIZE 2048'),
  );
  const path = join(folder, 'zeroed.parquet');
  writeFileSync(path, withZeros(whole, countOfFile));
  expect(footerOf(path).rows).toBe(5000);
  expect((await readFooters(connection, [path])).get(path)?.rows).toBe(5000);
});

/** A file without rows, with one column of the given schema element. */
function writtenAs(element: (writer: ThriftWriter) => void): string {
  const writer = new ThriftWriter();
  const texts = [
    () => {
      writer.text(4, 'schema');
      writer.i32(5, 1);
    },
    () => element(writer),
  ];
  writer.i32(1, 1);
  writer.structs(2, texts, (write) => write());
  writer.i64(3, 0);
  writer.structs(4, [], () => {});
  const footer = writer.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  files += 1;
  const path = join(folder, `${files}.parquet`);
  writeFileSync(path, Buffer.concat([Buffer.from('PAR1'), footer, length, Buffer.from('PAR1')]));
  return path;
}

/** Single converted and logical types of any writer; null is none. */
test('a type is the one that the engine reads, or none, whatever an element says', async () => {
  const upTo = (least: number, most: number) =>
    Array.from({ length: most - least + 1 }, (_unused, at) => at + least);
  const physicals = upTo(0, 7);
  const elements = [
    ...[null, ...upTo(0, 21)].map((converted) => ({ converted, logical: null, unit: 0 })),
    ...upTo(1, 15).flatMap((logical) =>
      [1, 2, 3].map((unit) => ({ converted: null, logical, unit })),
    ),
  ].flatMap((element) => physicals.map((physical) => ({ ...element, physical })));
  let known = 0;
  for (const { physical, converted, logical, unit } of elements) {
    const path = writtenAs((writer) => {
      writer.i32(1, physical);
      if (physical === 7) writer.i32(2, logical === 14 ? 16 : 4);
      writer.i32(3, 1);
      writer.text(4, 'x');
      if (converted !== null) writer.i32(6, converted);
      if (converted === 5) {
        writer.i32(7, 2);
        writer.i32(8, 9);
      }
      if (logical === null) return;
      writer.struct(10, () =>
        writer.struct(logical, () => {
          if (logical === 7 || logical === 8) {
            writer.bool(1, true);
            writer.struct(2, () => writer.struct(unit, () => {}));
          }
          if (logical !== 10) return;
          writer.byte(1, 8);
          writer.bool(2, true);
        }),
      );
    });
    const type = footerOf(path).columns[0]?.type;
    if (type === null) continue;
    known += 1;
    const described = await connection.runAndReadAll(`DESCRIBE FROM read_parquet('${path}')`);
    expect([physical, converted, logical, unit, described.getRows()[0]?.[1]]).toEqual([
      ...[physical, converted, logical, unit],
      type,
    ]);
  }
  expect(known).toBeGreaterThan(20);
});

test('a footer that is longer than what is read first', async () => {
  const names = Array.from({ length: 900 }, (_unused, at) => `i AS "${'n'.repeat(100)} ${at}"`);
  const path = await written(`SELECT ${names.join(', ')} FROM range(10) t(i)`);
  const { columns, rows, statistics } = footerOf(path);
  expect([columns.length, rows]).toEqual([900, 10]);
  expect(statistics[`${'n'.repeat(100)} 899`]).toEqual({ min: '0', max: '9', nullCount: 0 });
});

test('bounds are those of all row groups, where all of them say them', async () => {
  const path =
    await written(`SELECT (i - 50000)::INTEGER AS i, (i * 0.01)::DECIMAL(9,2) AS d, DATE '2024-01-01' + (i % 400)::INTEGER AS day,
    CASE WHEN i < 130000 THEN NULL ELSE 'v' || i END AS late, repeat('z', 90) AS long, i / 2 AS half, NULL::INTEGER AS nothing,
    i % 2 = 0 AS flag, {'a': i} AS pair
    FROM range(250000) t(i)`);
  expect(footerOf(path).statistics).toEqual({
    i: { min: '-50000', max: '199999', nullCount: 0 },
    d: { min: '0.00', max: '2499.99', nullCount: 0 },
    day: { min: '2024-01-01', max: '2025-02-03', nullCount: 0 },
    late: { min: 'v130000', max: 'v249999', nullCount: 130_000 },
    long: { nullCount: 0 },
    nothing: { nullCount: 250_000 },
  });
});

test.each([
  ['TINYINT', '-128', '127'],
  ['SMALLINT', '-32768', '32767'],
  ['INTEGER', '-2147483648', '2147483647'],
  ['BIGINT', '-9223372036854775808', '9223372036854775807'],
  ['UTINYINT', '0', '255'],
  ['USMALLINT', '0', '65535'],
  ['UINTEGER', '7', '4294967295'],
  ['UBIGINT', '7', '18446744073709551615'],
  ['DECIMAL(4,2)', '-0.05', '99.99'],
  ['DECIMAL(4,0)', '-12', '0'],
  ['DECIMAL(18,3)', '-999999999999999.999', '0.001'],
  ['DECIMAL(38,9)', '-99999999999999999999999999999.999999999', '12345678901234567890.000000001'],
  ['DATE', '0001-01-01', '9999-12-31'],
  ['DATE', '1969-12-31', '2024-02-29'],
  ['TIMESTAMP', '0001-01-01 00:00:00', '9999-12-31 23:59:59.999999'],
  ['TIMESTAMP', '1969-12-31 23:59:59.5', '2024-02-29 10:00:00'],
  ['TIMESTAMP', '1970-01-01 00:00:00.00001', '1970-01-01 00:10:00'],
  ['VARCHAR', '', 'ä\u{1f40e}'],
  ['VARCHAR', 'Z', 'a'],
])('the bounds of a column of %s are the texts %s and %s of the engine', async (type, min, max) => {
  const values = [max, min, null].map((text) => (text === null ? '(NULL)' : `('${text}')`));
  const path = await written(
    `SELECT CAST(v AS ${type}) AS x FROM (VALUES ${values.join(', ')}) t(v)`,
  );
  const texts = await connection.runAndReadAll(
    `SELECT CAST(min(x) AS VARCHAR), CAST(max(x) AS VARCHAR) FROM '${path}'`,
  );
  expect(texts.getRows()).toEqual([[min, max]]);
  expect(footerOf(path).statistics).toEqual({ x: { min, max, nullCount: 1 } });
});

test.each([
  ['DATE', 'infinity'],
  ['DATE', '0044-03-15 (BC)'],
  ['DATE', '10000-01-01'],
  ['TIMESTAMP', '-infinity'],
  ['TIMESTAMP', '0044-03-15 (BC) 10:00:00'],
])('of a %s as %s no bound is told', async (type, value) => {
  const path = await written(`SELECT CAST('${value}' AS ${type}) AS x`);
  expect(footerOf(path).statistics).toEqual({ x: { nullCount: 0 } });
});

test('whatever bytes stand at a file’s end, there is a footer or none', async () => {
  const path = await written("SELECT i, 'v' || i AS v, [i] AS l FROM range(1000) t(i)");
  const whole = readFileSync(path);
  const damaged = join(folder, 'damaged.parquet');
  const looked = (bytes: Buffer) => {
    writeFileSync(damaged, bytes);
    return readFooter(damaged, 'damaged');
  };
  expect(looked(whole)).not.toBeNull();
  const length = whole.readUInt32LE(whole.length - 8);
  for (let cut = 0; cut < 12; cut += 1) expect(looked(whole.subarray(0, cut))).toBeNull();
  expect(looked(whole.subarray(0, -1))).toBeNull();
  let refused = 0;
  for (let at = whole.length - 8 - length; at < whole.length; at += 1) {
    for (const value of [0x00, 0xff, 0x1c]) {
      const bytes = Buffer.from(whole);
      bytes[at] = value;
      if (looked(bytes) === null) refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(length / 2);
});

test('a footer of more columns than a worker has room for is refused by its name', () => {
  const path = join(folder, 'hostile.parquet');
  writeFileSync(path, parquetOfElements(2 ** 23));
  expect(() => readFooter(path, 's3://lake/hostile.parquet')).toThrow(
    /^File 's3:\/\/lake\/hostile.parquet' of the DuckLake is not read: .* more than 500000 columns/,
  );
});
