/** What the driver reads off the footers of a lake's files, on files of the engine itself. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { footerStatistics } from '../../src/sources/ducklake/footer-statistics.ts';
import { hidesValues } from '../../src/sources/ducklake/footers.ts';
import { readFooters } from '../../src/sources/lake-files/read-footers.ts';

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

async function written(select: string): Promise<string> {
  files += 1;
  const path = join(folder, `${files}.parquet`);
  await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`);
  return path;
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
  const footer = (await readFooters(connection, [path])).get(path);
  expect(footer?.filteredFloats).toEqual(filtered);
  expect(footer && (await hidesValues(connection, path, footer))).toBe(hides);
});

test('bounds are those of all row groups, where all of them say them', async () => {
  const path =
    await written(`SELECT (i - 50000)::INTEGER AS i, (i * 0.01)::DECIMAL(9,2) AS d, DATE '2024-01-01' + (i % 400)::INTEGER AS day,
    CASE WHEN i < 130000 THEN NULL ELSE 'v' || i END AS late, repeat('z', 90) AS long, i / 2 AS half, NULL::INTEGER AS nothing
    FROM range(250000) t(i)`);
  const types = {
    i: 'INTEGER',
    d: 'DECIMAL(9,2)',
    day: 'DATE',
    late: 'VARCHAR',
    long: 'VARCHAR',
    half: 'DOUBLE',
    nothing: 'INTEGER',
  };
  const columns = Object.entries(types).map(([name, type]) => ({ name, type }));
  expect(await footerStatistics(connection, path, columns)).toEqual({
    i: { min: '-50000', max: '199999', nullCount: 0 },
    d: { min: '0.00', max: '2499.99', nullCount: 0 },
    day: { min: '2024-01-01', max: '2025-02-03', nullCount: 0 },
    late: { min: 'v130000', max: 'v249999', nullCount: 130_000 },
    long: { nullCount: 0 },
    nothing: { nullCount: 250_000 },
  });
});
