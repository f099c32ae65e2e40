import { mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WrittenFile } from '../../src/engine/ingest/file-statistics.ts';
import type { LakeRows } from '../../src/engine/ingest/lake-rows.ts';
import type { SortKey } from '../../src/engine/ingest/sort-terms.ts';
import type { LakeColumn } from '../../src/engine/ingest/type-evolution.ts';
import { writeLakeFiles } from '../../src/engine/ingest/write-lake-files.ts';
import { IngestFixture } from './ingest-fixture.ts';

let fixture: IngestFixture;
let count = 0;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

/**
 * Writes the rows of a SELECT in a layout; gives the files, and a way to read one column of them in
 * row order.
 */
async function write(select: string, columns: Record<string, string>, layout: Partial<LakeRows>) {
  const lakeColumns = Object.entries(columns).map(
    ([name, type], index): LakeColumn => ({ id: index + 1, name, type, nullable: true }),
  );
  count += 1;
  const directory = `${fixture.directory}/layout-${count}`;
  mkdirSync(directory);
  const rows = {
    select,
    columns: lakeColumns,
    sortedBy: [],
    partitionBy: [],
    expectedBytes: 0,
    ...layout,
  };
  const files = await writeLakeFiles(fixture.connection, rows, directory);
  return { files, columns: lakeColumns };
}

async function values(files: readonly WrittenFile[], expression: string): Promise<unknown[]> {
  const list = files.map((file) => `'${file.path}'`).join(', ');
  const reader = await fixture.connection.runAndReadAll(
    `SELECT ${expression} FROM read_parquet([${list}])`,
  );
  return reader.getRowsJson().map((row) => row[0]);
}

async function leftCatalogs(): Promise<unknown[]> {
  const reader = await fixture.connection.runAndReadAll(
    "FROM duckdb_databases() WHERE database_name LIKE 'quern%'",
  );
  return reader.getRowsJson();
}

it.each([
  ['of some columns and rows in small ones, which a lookup reads whole', 32, 200_000, 40_960],
  ['of many rows in larger ones', 1, 2_000_000, 122_880],
  ['of many columns in larger ones', 33, 200_000, 122_880],
  ['of which it is not known how many they are in larger ones', 1, undefined, 122_880],
])('rows are written in groups: %s', async (_what, columns, expectedRows, groupRows) => {
  const names = Array.from({ length: columns }, (_unused, index) => `c${index}`);
  const list = names.map((name) => `i AS ${name}`).join(', ');
  const types = Object.fromEntries(names.map((name) => [name, 'BIGINT']));
  const { files } = await write(`SELECT ${list} FROM range(200000) t(i)`, types, { expectedRows });
  const reader = await fixture.connection.runAndReadAll(
    `SELECT max(row_group_num_rows)::INTEGER FROM parquet_metadata('${files[0]?.path}')`,
  );
  expect(reader.getRowsJson()).toEqual([[groupRows]]);
});

it.each([
  ['of short texts', 20, 20_480, 20_480],
  ['of long ones', 200, 20_480, 4_096],
  ['of long ones that are very many', 200, 100_000_000, 10_240],
  ['of vectors', 2_000, 20_480, 2_048],
])('rows with texts are written in groups: %s', async (_what, bytesOfRow, rows, groupRows) => {
  const layout = { expectedRows: rows, expectedBytes: rows * bytesOfRow };
  const types = { id: 'BIGINT', body: 'VARCHAR' };
  const select = "SELECT i AS id, 'a' AS body FROM range(20480) t(i)";
  const { files } = await write(select, types, { ...layout, targetFileBytes: 2 ** 40 });
  const reader = await fixture.connection.runAndReadAll(
    `SELECT max(row_group_num_rows)::INTEGER FROM parquet_metadata('${files[0]?.path}')`,
  );
  expect(reader.getRowsJson()).toEqual([[groupRows]]);
});

describe('a partitioned load', () => {
  const instants =
    "(VALUES (TIMESTAMP '2024-03-01 05:59:59.999999', 1), ('2024-03-01 06:00:00', 2), ('2023-12-31 23:30:00', 3), (NULL, 4), ('infinity', 5), ('0044-03-15 (BC) 10:00:00', 6), ('12345-06-07 08:09:10', 7)) AS v(at_time, n)";

  it.each([
    ['year', ['0044 (BC)', '2023', '2024', '12345', 'infinity', null]],
    ['month', ['0044-03 (BC)', '2023-12', '2024-03', '12345-06', 'infinity', null]],
    ['day', ['0044-03-15 (BC)', '2023-12-31', '2024-03-01', '12345-06-07', 'infinity', null]],
    [
      'hour',
      [
        '0044-03-15T10 (BC)',
        '2023-12-31T23',
        '2024-03-01T05',
        '2024-03-01T06',
        '12345-06-07T08',
        'infinity',
        null,
      ],
    ],
  ] as const)(
    'by %s has a file for each, infinite times and nulls included',
    async (transform, expected) => {
      const { files } = await write(
        `SELECT at_time, n FROM ${instants}`,
        { at_time: 'TIMESTAMP', n: 'INTEGER' },
        { partitionBy: [{ column: 'at_time', transform }] },
      );
      expect(files.map((file) => file.partitionValues)).toEqual(expected.map((value) => [value]));
      expect((await values(files, 'n')).sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
      expect(files.map((file) => file.rowCount).reduce((sum, rows) => sum + rows)).toBe(7);
    },
  );

  it('takes times with a time zone in UTC', async () => {
    const { files } = await write(
      "SELECT CAST(x AS TIMESTAMPTZ) AS x FROM (VALUES ('2024-01-01 00:30:00+02'), ('2023-12-31 20:00:00-05')) AS v(x)",
      { x: 'TIMESTAMP WITH TIME ZONE' },
      { partitionBy: [{ column: 'x', transform: 'hour' }] },
    );
    expect(files.map((file) => file.partitionValues)).toEqual([
      ['2023-12-31T22'],
      ['2024-01-01T01'],
    ]);
  });

  it.each([
    ['BOOLEAN', 'true', 'true'],
    ['BIGINT', '-9223372036854775808', '-9223372036854775808'],
    ['DECIMAL(10,2)', '1.5', '1.50'],
    ['DATE', "DATE '2024-02-29'", '2024-02-29'],
    ['TIME', "TIME '01:02:03.5'", '01:02:03.5'],
    ['TIMESTAMP WITH TIME ZONE', "TIMESTAMPTZ '2024-02-29 12:00:00+02'", '2024-02-29 10:00:00+00'],
    [
      'UUID',
      "'E13761B8-e35e-4081-a1e2-081ffe884d85'::UUID",
      'e13761b8-e35e-4081-a1e2-081ffe884d85',
    ],
    ['VARCHAR', "'a/b=c%\"''ü' || chr(10)", 'a/b=c%"\'ü\n'],
    ['VARCHAR', "''", ''],
  ])('by identity of %s names the value by its text', async (type, value, text) => {
    const { files } = await write(
      `SELECT CAST(${value} AS ${type}) AS k UNION ALL SELECT NULL`,
      { k: type },
      { partitionBy: [{ column: 'k', transform: 'identity' }] },
    );
    expect(files.map((file) => file.partitionValues)).toEqual([[text], [null]]);
    expect(files.map((file) => file.columns[1]?.nullCount)).toEqual([0, 1]);
  });

  it('by several keys has a file for each combination, and keeps the columns in the files', async () => {
    const { files } = await write(
      "SELECT i AS id, CASE i % 3 WHEN 0 THEN NULL ELSE 'r' || i % 3 END AS region, DATE '2024-01-31' + (i % 2)::INTEGER AS \"Partition 1\" FROM range(600) AS r(i)",
      { id: 'BIGINT', region: 'VARCHAR', 'Partition 1': 'DATE' },
      {
        partitionBy: [
          { column: 'region', transform: 'identity' },
          { column: 'Partition 1', transform: 'month' },
        ],
      },
    );
    expect(files.map((file) => [...file.partitionValues, file.rowCount])).toEqual([
      ['r1', '2024-01', 100],
      ['r1', '2024-02', 100],
      ['r2', '2024-01', 100],
      ['r2', '2024-02', 100],
      [null, '2024-01', 100],
      [null, '2024-02', 100],
    ]);
    expect(await values(files.slice(1, 2), 'DISTINCT region || \' \' || "Partition 1"')).toEqual([
      'r1 2024-02-01',
    ]);
    expect(await values(files.slice(1, 2), 'count(*)')).toEqual(['100']);
  });

  it('is in the declared order within each file and over the files of a partition', async () => {
    const { files } = await write(
      'SELECT (hash(i) % 100000)::INTEGER AS v, CASE WHEN i % 5 = 0 THEN NULL ELSE i END AS i, (i > 60000)::BOOLEAN AS p FROM range(130000) AS r(i)',
      { v: 'INTEGER', i: 'BIGINT', p: 'BOOLEAN' },
      {
        partitionBy: [{ column: 'p', transform: 'identity' }],
        sortedBy: [
          { column: 'v', direction: 'desc' },
          { column: 'i', direction: 'asc', nulls: 'first' },
        ],
        expectedBytes: 40_000,
        targetFileBytes: 10_000,
      },
    );
    expect(files.map((file) => file.partitionValues[0])).toEqual([
      'false',
      'false',
      'true',
      'true',
      'true',
    ]);
    for (const partition of ['false', 'true']) {
      const own = files.filter((file) => file.partitionValues[0] === partition);
      const read = (await values(own, '{v: v, i: i}')) as { v: number; i: string | null }[];
      const inOrder = [...read].sort(
        (one, other) => other.v - one.v || Number(one.i ?? -1) - Number(other.i ?? -1),
      );
      expect(read).toEqual(inOrder);
      expect(new Set(read.map((row) => row.i === null)).size).toBe(2);
    }
  });

  it('is refused when it has too many partitions or a partition value of a thousand characters, and leaves nothing', async () => {
    const many = write(
      'SELECT i FROM range(10001) AS r(i)',
      { i: 'BIGINT' },
      {
        partitionBy: [{ column: 'i', transform: 'identity' }],
      },
    );
    await expect(many).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/10000 partitions/),
    });
    const long = write(
      "SELECT repeat('x', 1001) AS t",
      { t: 'VARCHAR' },
      {
        partitionBy: [{ column: 't', transform: 'identity' }],
      },
    );
    await expect(long).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/'t'/),
    });
    expect(await leftCatalogs()).toEqual([]);
  });
});

describe('a sorted load', () => {
  it('is in order over all of its files, where it needs more than one', async () => {
    const { files } = await write(
      'SELECT (hash(i) % 1000000)::INTEGER AS v FROM range(400000) AS r(i)',
      { v: 'INTEGER' },
      { sortedBy: [{ column: 'v' }], expectedBytes: 30_000, targetFileBytes: 10_000 },
    );
    expect(files.map((file) => [file.rowCount, file.partitionValues])).toEqual([
      [133333, []],
      [133333, []],
      [133334, []],
    ]);
    const read = (await values(files, 'v')) as number[];
    expect(read.every((value, index) => index === 0 || (read[index - 1] ?? 0) <= value)).toBe(true);
    expect(await leftCatalogs()).toEqual([]);
  });

  it('is in files of 192 MiB, and rows in no order in files of a GiB', async () => {
    const rows = 'SELECT i::INTEGER AS v FROM range(100000) AS r(i)';
    const namesOf = async (mebibytes: number, sortedBy: readonly SortKey[]) => {
      const { files } = await write(
        rows,
        { v: 'INTEGER' },
        { sortedBy, expectedBytes: mebibytes * 2 ** 20 },
      );
      return files.map(({ path }) => basename(path));
    };
    expect(await namesOf(192, [{ column: 'v' }])).toEqual(['part.parquet']);
    expect(await namesOf(500, [{ column: 'v' }])).toEqual([
      'part_0.parquet',
      'part_1.parquet',
      'part_2.parquet',
    ]);
    expect(await namesOf(1024, [])).toEqual(['part.parquet']);
    // Files are split while written: the first file has the small values.
    expect(await namesOf(1025, [])).toEqual(['part_0.parquet']);
  });
});
