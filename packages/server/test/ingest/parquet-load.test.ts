import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTableFiles } from '../../src/engine/tasks/ingest-write-table-files.ts';
import { QuernError } from '../../src/kernel/errors.ts';
import { parquetOfChunks, parquetOfElements, parquetOfOrders } from '../sources/hostile-parquet.ts';
import { IngestFixture, lakeRelation } from './ingest-fixture.ts';

let fixture: IngestFixture;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

const written = (select: string, options = '') =>
  writtenPath(select, options).then((path) => readFileSync(path));

async function writtenPath(select: string, options = ''): Promise<string> {
  const path = join(fixture.directory, `made-${readdirSync(fixture.directory).length}.parquet`);
  await fixture.connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet${options})`);
  return path;
}

describe('a Parquet file', () => {
  it('keeps every type and value', async () => {
    const select = `SELECT * FROM (VALUES
      (1::TINYINT, 255::UTINYINT, 65535::USMALLINT, 4294967295::UINTEGER, 18446744073709551615::UBIGINT, -5::BIGINT,
       1.5::FLOAT, 'nan'::DOUBLE, 12345678901234567890.123456789::DECIMAL(38,9), true, 'é', '\\x00\\xFF'::BLOB,
       DATE '2024-02-29', TIME '10:00:00.123456', TIMESTAMP '2024-01-01 10:00:00.123456',
       TIMESTAMPTZ '2024-01-01 10:00:00+02', '2024-01-01 10:00:00.123456789'::TIMESTAMP_NS,
       UUID '00000000-0000-0000-0000-000000000001', INTERVAL '1 month 2 days',
       [1, NULL, 3], {'a': 1, 'b c': [{'d': 'x'}]}, MAP {'k': [1.5]}),
      (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL))
      t(i8, u8, u16, u32, u64, i64, f, d, dec, bo, s, bin, dt, ti, ts, tz, ns, id, iv, li, st, ma)`;
    const path = await writtenPath(select);
    const { rows, columns } = await fixture.loadPath(path);
    const direct = await fixture.connection.runAndReadAll(`FROM read_parquet('${path}')`);
    // Nanoseconds are cut.
    const kept = direct.getRowObjectsJson().map((row) => {
      return { ...row, ns: row.ns === null ? null : String(row.ns).slice(0, 26) };
    });
    expect(rows).toEqual(kept);
    expect(columns.map(({ type }) => type).slice(0, 7)).toEqual([
      'TINYINT',
      'UTINYINT',
      'USMALLINT',
      'UINTEGER',
      'UBIGINT',
      'BIGINT',
      'FLOAT',
    ]);
    expect(columns.find(({ name }) => name === 'tz')?.type).toBe('TIMESTAMP WITH TIME ZONE');
    expect(columns.find(({ name }) => name === 'ns')?.type).toBe('TIMESTAMP');
  });

  it('gets the column ids as field ids, whatever its own were', async () => {
    const path = await writtenPath('SELECT 1 AS a, 2 AS b', ', FIELD_IDS {a: 7, b: 1}');
    const { files, rows } = await fixture.loadPath(path);
    expect(rows).toEqual([{ a: 1, b: 2 }]);
    const schema = await fixture.connection.runAndReadAll(
      `SELECT name, field_id FROM parquet_schema('${files[0]?.path}') WHERE field_id IS NOT NULL ORDER BY ALL`,
    );
    expect(schema.getRowsJson()).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  it('comes with rows, bytes, footer and bounded statistics of each file', async () => {
    const { files } = await fixture.loadPath(
      await writtenPath(
        "SELECT i, repeat('x', 300) AS long, CASE WHEN i < 3 THEN i::DOUBLE END AS d, 'v' || i AS s, 'nan'::DOUBLE AS n FROM range(10) t(i)",
      ),
    );
    expect(files).toHaveLength(1);
    const [file] = files;
    expect(file).toMatchObject({ rowCount: 10, partitionValues: [] });
    expect(file?.sizeBytes).toBe(readFileSync(file?.path ?? '').length);
    expect(file?.footerBytes).toBeGreaterThan(100);
    expect(file?.columns[1]).toEqual({ min: '0', max: '9', nullCount: 0 });
    expect(file?.columns[2]?.max).toBeUndefined();
    expect((file?.columns[2]?.min ?? '').length).toBeLessThanOrEqual(64);
    expect(file?.columns[3]).toMatchObject({ min: '0.0', max: '2.0', nullCount: 7 });
    expect(file?.columns[4]).toMatchObject({ min: 'v0', max: 'v9' });
    expect(file?.columns[5]).toMatchObject({ nan: true });
  });

  it('without rows publishes its schema and no file', async () => {
    const { columns, files, rowCount } = await fixture.loadPath(
      await writtenPath('SELECT 1 AS a WHERE false'),
    );
    expect(columns).toEqual([{ id: 1, name: 'a', type: 'INTEGER', nullable: true }]);
    expect([files, rowCount]).toEqual([[], 0]);
  });

  it('larger than the target becomes several files with all rows', async () => {
    const path = await writtenPath('SELECT i, hash(i) AS h FROM range(1000000) t(i)');
    const { files, rowCount, columns } = await fixture.loadPath(
      path,
      {},
      { targetFileBytes: 2_000_000 },
    );
    expect(files.length).toBeGreaterThan(2);
    expect(rowCount).toBe(1_000_000);
    const sums = await fixture.connection.runAndReadAll(
      `SELECT count(*), sum(i), bit_xor(h) = (SELECT bit_xor(hash(i)) FROM range(1000000) t(i)) FROM ${lakeRelation(files, columns)}`,
    );
    expect(sums.getRowsJson()).toEqual([['1000000', '499999500000', true]]);
  });

  it('is sorted when the table is', async () => {
    const path = await writtenPath('SELECT * FROM (VALUES (2), (NULL), (1), (3)) t(a)');
    const { rows } = await fixture.loadPath(
      path,
      {},
      { sortedBy: [{ column: 'a', direction: 'desc', nulls: 'last' }] },
    );
    expect(rows.map(({ a }) => a)).toEqual([3, 2, 1, null]);
  });

  it.each(['FLOAT', 'DOUBLE'])(
    'of %s is read with 0 and -0 as one value, and every NaN as another',
    async (type) => {
      const values = `CAST(CASE i % 3 WHEN 0 THEN '-0.0' WHEN 1 THEN '-nan' ELSE '5' END AS ${type})`;
      const path = await writtenPath(
        `SELECT ${values} AS v, 'n' || (i % 7) AS name FROM range(3000) t(i)`,
      );
      const { files, columns } = await fixture.loadPath(path);
      for (const value of ['0.0', 'nan', '5']) {
        const found = await fixture.connection.runAndReadAll(
          `SELECT count(*) FROM ${lakeRelation(files, columns)} WHERE v = CAST('${value}' AS ${type})`,
        );
        expect(Number(found.getRows()[0]?.[0]), value).toBe(1000);
      }
    },
  );

  it('is found by content, by content type, and by the explicit format', async () => {
    const bytes = await written('SELECT 1 AS a');
    expect((await fixture.inspect(bytes)).format).toBe('parquet');
    expect((await fixture.inspect('a\n1\n', { contentType: 'text/csv' })).format).toBe('csv');
    expect(
      (await fixture.inspect('{"a":1}\n', { contentType: 'application/x-ndjson' })).format,
    ).toBe('json');
    expect((await fixture.inspect(' \n[{"a":1}]')).format).toBe('json');
    expect(
      (await fixture.inspect('a\n1\n', { contentType: 'application/octet-stream' })).format,
    ).toBe('csv');
    expect(
      (await fixture.inspect(bytes, { format: 'parquet', contentType: 'text/csv' })).format,
    ).toBe('parquet');
  });
});

describe('a Parquet file that cannot be a table', () => {
  it('cut off at any point is refused, and leaves nothing behind', async () => {
    const bytes = await written(
      'SELECT i, hash(i) AS h, repeat(chr((97 + i % 26)::INTEGER), i % 50) AS s FROM range(50000) t(i)',
      ', ROW_GROUP_SIZE 10000',
    );
    for (let percent = 0; percent < 100; percent += 1) {
      const cut = bytes.subarray(0, Math.floor((bytes.length * percent) / 100));
      const failure = await fixture
        .load(cut, { format: 'parquet' })
        .catch((error: unknown) => error);
      expect(failure, `${percent} %`).toMatchObject({ name: 'QuernError', code: 'BAD_REQUEST' });
    }
  });

  it('with damaged bytes is refused or gives all rows, and never ends the worker', async () => {
    const bytes = await written(
      'SELECT i, hash(i) AS h, repeat(chr((97 + i % 26)::INTEGER), i % 50) AS s FROM range(4000) t(i)',
    );
    const before = fixture.spoolEntries().length;
    let refused = 0;
    let loaded = 0;
    for (let step = 1; step < 200; step += 1) {
      const damaged = Buffer.from(bytes);
      const at = Math.floor((bytes.length * step) / 200);
      damaged.fill(0xa5 ^ step, at, at + 3);
      const outcome = await fixture
        .load(damaged, { format: 'parquet' })
        .catch((error: unknown) => error);
      if (outcome instanceof QuernError) {
        expect(outcome.code).toBe('BAD_REQUEST');
        expect(outcome.message).not.toContain(fixture.directory);
        refused += 1;
      } else {
        expect(outcome).toMatchObject({ rowCount: 4_000 });
        loaded += 1;
      }
    }
    expect(refused).toBeGreaterThan(50);
    expect(fixture.spoolEntries().length - before).toBe(loaded);
  });

  it.each([
    ['text', 'a,b\n1,2\n', 'The file is not Parquet'],
    ['no bytes', '', 'The file is not Parquet'],
    ['only the magic', 'PAR1PAR1', 'Parquet'],
  ])('(%s) is refused', async (_what, content, message) => {
    await expect(fixture.load(content, { format: 'parquet' })).rejects.toThrow(message);
  });

  it('of millions of empty columns is refused before they take room', async () => {
    const hostile = parquetOfElements(2 ** 23);
    await expect(fixture.load(hostile, { format: 'parquet' })).rejects.toThrow(
      'The Parquet file has more than 4096 columns',
    );
  });

  it.each([
    ['columns in a row group', parquetOfChunks(2 ** 21 + 1)],
    ['orders of columns', parquetOfOrders(2 ** 24)],
  ])('of millions of %s is refused before they take room', async (_what, hostile) => {
    await expect(fixture.load(hostile, { format: 'parquet' })).rejects.toThrow(
      /^The Parquet file is not read: its row groups have more columns .* larger row groups$/,
    );
  });

  it('with duplicate or empty names is refused', async () => {
    // DuckDB's writer renames duplicates, so the names are patched in the bytes, at equal length.
    const renamed = async (from: string, to: string) =>
      Buffer.from(
        (await written('SELECT 1 AS aaaa, 2 AS bbbb')).toString('latin1').replaceAll(from, to),
        'latin1',
      );
    await expect(fixture.load(await renamed('bbbb', 'aaaa'))).rejects.toThrow(
      "The column name 'aaaa' appears twice",
    );
    await expect(fixture.load(await renamed('bbbb', 'AAAA'))).rejects.toThrow(
      'differ only by case',
    );
    await expect(fixture.load(await renamed('bbbb', '    '))).rejects.toThrow(
      'Column 2 has no name',
    );
  });
});

describe('a write', () => {
  it('that fails leaves no file', async () => {
    const before = fixture.spoolEntries();
    const inspected = await fixture.inspect('a\n9007199254740993\n');
    const column = { id: 1, name: 'a', type: 'DOUBLE', nullable: true } as const;
    const request = {
      source: inspected.source,
      columns: inspected.columns,
      target: [{ column, from: 'a' }],
    };
    await expect(writeTableFiles(fixture.context, request)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining("Column 'a' holds doubles"),
    });
    expect(fixture.spoolEntries()).toEqual(before);
  });
});

describe('an encoded upload', () => {
  it('in gzip is decoded, whatever its format', async () => {
    const { rows } = await fixture.load(gzipSync('a\n1\n'), { contentEncoding: 'gzip' });
    expect(rows).toEqual([{ a: '1' }]);
    const parquet = await fixture.load(gzipSync(await written('SELECT 5 AS a')), {
      contentEncoding: 'gzip',
    });
    expect(parquet.rows).toEqual([{ a: 5 }]);
    expect(existsSync(parquet.inspected.decodedPath ?? '')).toBe(true);
  });

  it('in zstd is decoded', async () => {
    const text = `a,b\n${Array.from({ length: 200_000 }, (_, index) => `${index},x${index % 7}\n`).join('')}`;
    const source = fixture.file(text);
    const target = `${source}.zst`;
    await fixture.connection.run(
      `COPY (FROM read_csv('${source}', all_varchar=true)) TO '${target}' (FORMAT csv, COMPRESSION zstd)`,
    );
    const { rowCount, rows } = await fixture.load(readFileSync(target), {
      contentEncoding: 'zstd',
    });
    expect(rowCount).toBe(200_000);
    expect(rows.at(-1)).toEqual({ a: '199999', b: 'x2' });
    const cut = readFileSync(target).subarray(0, 100_000);
    await expect(fixture.load(cut, { contentEncoding: 'zstd' })).rejects.toThrow(
      'The file is not whole zstd data',
    );
  });

  it('that grows past the limit is refused before the disk is full, and leaves nothing', async () => {
    const before = fixture.spoolEntries();
    const bomb = gzipSync(Buffer.alloc(50_000_000, 'a'));
    const hints = { contentEncoding: 'gzip', maxDecodedBytes: 1_000_000 } as const;
    await expect(fixture.load(bomb, hints)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('larger than 1000000 bytes'),
    });
    expect(fixture.spoolEntries()).toEqual(before);
  });

  it.each([
    ['plain text as gzip', 'a\n1\n', 'gzip'],
    ['gzip cut off', gzipSync('a\n1\n2\n3\n').subarray(0, 15), 'gzip'],
    ['plain text as zstd', 'a,b,c\n1,2,3\n', 'zstd'],
    ['a zstd header alone', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x58]), 'zstd'],
  ] as const)(
    '(%s) that is not what it says is refused',
    async (_what, content, contentEncoding) => {
      const failure = await fixture
        .load(content, { contentEncoding })
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: 'BAD_REQUEST',
        message: expect.stringContaining(`not whole ${contentEncoding}`),
      });
    },
  );

  it('with a zstd window that would take gigabytes is refused', async () => {
    const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0xa8, 0, 0, 0, 0]);
    await expect(fixture.load(header, { contentEncoding: 'zstd' })).rejects.toThrow(
      'window of more than 128 MiB',
    );
  });
});
