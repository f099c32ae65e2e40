import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WrittenFile } from '../../src/engine/ingest/file-statistics.ts';
import { type CurrentColumn, evolve } from '../../src/engine/ingest/type-evolution.ts';
import { writeTableFiles } from '../../src/engine/tasks/ingest-write-table-files.ts';
import { IngestFixture } from './ingest-fixture.ts';

let fixture: IngestFixture;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

/** Column of a table whose values were checked and need the whole type. */
const looked = (column: CurrentColumn) => ({ ...column, seen: column.type });

/** Inline CSV with a declared type of column a. */
interface Declared {
  readonly csv: string;
  readonly type: string;
}

/** Appends files one after the other like a table, and reads all under the last schema. */
async function appendAll(...contents: (string | Uint8Array | Declared)[]) {
  let columns: readonly CurrentColumn[] = [];
  let nextColumnId = 1;
  const files: WrittenFile[] = [];
  for (const content of contents) {
    const inspected =
      typeof content === 'string' || content instanceof Uint8Array
        ? await fixture.inspect(content)
        : await fixture.inspect(content.csv, { declaredTypes: [['a', content.type]] });
    const evolved = evolve(
      columns.map(looked),
      inspected.columns,
      files.length === 0 ? 'replace' : 'append',
      nextColumnId,
    );
    if (evolved.kind === 'conflict') return { conflict: evolved };
    const { source, columns: found } = inspected;
    const written = await writeTableFiles(fixture.context, {
      source,
      columns: found,
      target: evolved.sources,
    });
    files.push(...written.files);
    columns = evolved.columns;
    nextColumnId = evolved.nextColumnId;
  }
  return { types: columns.map(({ type }) => type), rows: await fixture.read(files, columns) };
}

async function parquet(select: string): Promise<Uint8Array> {
  const path = `${fixture.file('')}.parquet`;
  await fixture.connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`);
  return readFileSync(path);
}

describe('old files under a widened schema', () => {
  it.each([
    ['1::TINYINT', '5000000000::BIGINT', 'BIGINT', ['1', '5000000000']],
    ['255::UTINYINT', '-1::TINYINT', 'SMALLINT', [255, -1]],
    [
      '18446744073709551615::UBIGINT',
      '-1::BIGINT',
      'DECIMAL(20,0)',
      ['18446744073709551615', '-1'],
    ],
    [
      '9223372036854775807::BIGINT',
      '1.5::DECIMAL(4,1)',
      'DECIMAL(20,1)',
      ['9223372036854775807.0', '1.5'],
    ],
    ['2147483647::INTEGER', '0.5::DOUBLE', 'DOUBLE', [2147483647, 0.5]],
    ['1.1::FLOAT', '0.5::DOUBLE', 'DOUBLE', [1.100000023841858, 0.5]],
    ['1.5::DECIMAL(4,1)', '0.125::DECIMAL(6,3)', 'DECIMAL(6,3)', ['1.500', '0.125']],
    [
      "DATE '2024-02-29'",
      "TIMESTAMP '2024-01-01 10:00:00'",
      'TIMESTAMP',
      ['2024-02-29 00:00:00', '2024-01-01 10:00:00'],
    ],
    ['[1, NULL]::TINYINT[]', '[5000000000]::BIGINT[]', 'BIGINT[]', [['1', null], ['5000000000']]],
    [
      "{'x': 1::INTEGER}",
      "{'x': 5000000000::BIGINT, 'y': 's'}",
      'STRUCT("x" BIGINT, "y" VARCHAR)',
      [
        { x: '1', y: null },
        { x: '5000000000', y: 's' },
      ],
    ],
    [
      "MAP {'k': 1::INTEGER}",
      "MAP {'k': 5000000000::BIGINT}",
      'MAP(VARCHAR, BIGINT)',
      [[{ key: 'k', value: '1' }], [{ key: 'k', value: '5000000000' }]],
    ],
  ])('%s then %s read as %s', async (first, second, type, values) => {
    const files = [await parquet(`SELECT ${first} AS a`), await parquet(`SELECT ${second} AS a`)];
    const table = await appendAll(...files);
    expect(table.types).toEqual([type]);
    expect(table.rows?.map((row) => row.a)).toEqual(values);
    // The wide file first; the narrow file is cast when written.
    const reversed = await appendAll(...files.reverse());
    if (reversed.types?.[0] === type)
      expect(reversed.rows?.map((row) => row.a)).toEqual([...values].reverse());
  });

  it('give NULL for columns that came later, and new files for columns that they lack', async () => {
    const table = await appendAll('a,b\n1,x\n', 'c,a\n2024-01-01,2\n');
    expect(table.rows).toEqual([
      { a: '1', b: 'x', c: null },
      { a: '2', b: null, c: '2024-01-01' },
    ]);
  });
});

describe('JSON appended to a table', () => {
  it('gives whole numbers for a column of doubles, text for a text column, and keeps columns that it lacks', async () => {
    const table = await appendAll(
      '{"a":1.5,"s":"x","n":{"k":1}}\n',
      '{"a":2,"s":"2024-01-01"}\n',
      '{"s":7,"n":{"k":2,"l":[1]}}\n',
    );
    expect(table.types).toEqual(['DOUBLE', 'VARCHAR', 'STRUCT("k" BIGINT, "l" BIGINT[])']);
    expect(table.rows).toEqual([
      { a: 1.5, s: 'x', n: { k: '1', l: null } },
      { a: 2, s: '2024-01-01', n: null },
      { a: null, s: '7', n: { k: '2', l: ['1'] } },
    ]);
  });
});

describe('CSV of declared types appended to a table', () => {
  it.each([
    ['1.25::DECIMAL(10,2)', 'DOUBLE', '1.5', '1.005', '1.50'],
    ['9007199254740993::BIGINT', 'DOUBLE', '2', '1.5', '2'],
    ['9007199254740993::BIGINT', 'DOUBLE', '2', '9007199254740994', '2'],
    ['1.5::DOUBLE', 'UBIGINT', '4294967296', '18446744073709551615', 4294967296],
    ['1.5::DOUBLE', 'BIGINT', '2', '9007199254740993', 2],
    ['1.5::DOUBLE', 'DECIMAL(38,10)', '12345678.9', '12345678901234567.25', 12345678.9],
    ['1.25::DECIMAL(10,2)', 'FLOAT', '1.5', '1.005', '1.50'],
  ])('to %s as %s is taken with %s, and refused with %s', async (first, type, fits, not, kept) => {
    const table = () => parquet(`SELECT ${first} AS a`);
    const { rows } = await appendAll(await table(), { type, csv: `a\n${fits}\n` });
    expect(rows?.at(-1)).toEqual({ a: kept });
    const refused = appendAll(await table(), { type, csv: `a\n${fits}\n${not}\n` });
    await expect(refused).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('CSV appended to a table', () => {
  it('gives text for a text column though it looks like numbers, and keeps leading zeros of all', async () => {
    const table = await appendAll('code\nx1\n', 'code\n42\n', 'code\n007\n');
    expect(table.rows).toEqual([{ code: 'x1' }, { code: '42' }, { code: '007' }]);
  });

  it('gives whole numbers for a column of doubles, and refuses one that a double would change', async () => {
    const table = await appendAll('a\n1.5\n', 'a\n2\n');
    expect(table.rows).toEqual([{ a: 1.5 }, { a: 2 }]);
    await expect(appendAll('a\n1.5\n', 'a\n9007199254740993\n')).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('gives exact decimals for a decimal column, and refuses digits that it would round', async () => {
    const table = await appendAll(
      await parquet("SELECT '1.25'::DECIMAL(10,2) AS a"),
      'a\n2\n',
      'a\n-3.10\n0.5\n\n',
    );
    expect(table.types).toEqual(['DECIMAL(10,2)']);
    expect(table.rows?.map((row) => row.a)).toEqual(['1.25', '2.00', '-3.10', '0.50', null]);
    for (const digits of ['1.255', '123456789.5', '1e2']) {
      const append = appendAll(
        await parquet("SELECT '1.25'::DECIMAL(10,2) AS a"),
        `a\n1.5\n${digits}\n`,
      );
      await expect(append, digits).rejects.toMatchObject({ code: 'CONFLICT' });
    }
  });

  it('with an empty column, or no rows, fits any table', async () => {
    const table = await appendAll('a,b\n1,2024-01-01\n', 'a,b\n2,\n', 'a,b\n');
    expect(table.types).toEqual(['BIGINT', 'DATE']);
    expect(table.rows?.at(-1)).toEqual({ a: '2', b: null });
  });

  it('of another kind is a conflict', async () => {
    expect(await appendAll('a\n1\n', 'a\nx\n')).toMatchObject({
      conflict: { kind: 'conflict', column: 'a', from: 'BIGINT', to: 'VARCHAR' },
    });
  });
});
