import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EncodedFormat } from '../../src/engine/encode/encoded-slice.ts';
import { encodeJsonRows } from '../../src/engine/encode/json-rows.ts';
import {
  collectJsonSlices,
  type EncodeRequest,
  resultSlices,
  type SliceEncoder,
} from '../../src/operations/results/result-slices.ts';
import { readArrow, readCsv, readJson, readMarkdown } from './decode.ts';
import { heldContent, openWorkbench, type StoredResult, type Workbench } from './stored-result.ts';

const formats: readonly EncodedFormat[] = ['json', 'csv', 'md', 'arrow'];
const mebibyte = 1024 * 1024;

let workbench: Workbench;
let result: StoredResult;
beforeAll(async () => {
  workbench = await openWorkbench();
  // Small row groups, so slices begin and end inside, between and across row groups.
  result = await workbench.store(
    `SELECT i AS id, 'text ' || (i * 7919 % 1000) AS s, CASE WHEN i % 5 = 0 THEN NULL ELSE [i, NULL] END AS l,
     repeat('w', (i % 97)::INTEGER) AS w FROM range(30000) t(i)`,
    2048,
  );
});
afterAll(() => workbench.close());
afterEach(async () => {
  expect(await workbench.spooled()).toEqual([]);
});

/** The first column of the rows of a body, as text. */
function ids(format: EncodedFormat, body: Buffer): string[] {
  if (format === 'arrow') return [...(readArrow(body).columns[0] ?? [])].map(String);
  if (format === 'csv')
    return readCsv(body.toString())
      .slice(1)
      .map(([id]) => String(id));
  if (format === 'md')
    return readMarkdown(body.toString())
      .slice(1)
      .map(([id]) => String(id));
  return (JSON.parse(body.toString()) as unknown[][]).map(([id]) => String(id));
}

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => String(from + index));

describe.each(formats)('%s', (format) => {
  test('has the rows asked for in the order of the file, whatever the offset, limit and size of slices', async () => {
    const ranges = fc.record({
      offset: fc.integer({ min: 0, max: 30_000 }),
      limit: fc.integer({ min: 0, max: 30_000 }),
      targetBytes: fc.integer({ min: 100_000, max: 4 * mebibyte }),
    });
    const run = fc.asyncProperty(ranges, async (range) => {
      const body = await workbench.body(result, format, range);
      expect(ids(format, body)).toEqual(
        numbers(range.offset, Math.min(range.limit, 30_000 - range.offset)),
      );
    });
    await fc.assert(run, { numRuns: 8 });
  });

  test('is the same in slices as in one piece', async () => {
    const whole = await workbench.body(result, format, { targetBytes: 100 * mebibyte });
    const sliced = await workbench.body(result, format, { targetBytes: 300_000 });
    if (format !== 'arrow')
      return expect(sliced.toString().replaceAll(',[', ',\n[')).toBe(
        whole.toString().replaceAll(',[', ',\n['),
      );
    const [one, many] = [readArrow(whole), readArrow(sliced)];
    expect(many.types).toEqual(one.types);
    expect(many.columns.map((column) => JSON.stringify(column, bigints))).toEqual(
      one.columns.map((column) => JSON.stringify(column, bigints)),
    );
  });

  test('keeps slices near the size asked for, also where rows become wide', async () => {
    const skewed = await workbench.store(
      "SELECT i AS id, CASE WHEN i < 9000 THEN 'x' ELSE repeat('y', 20000) END AS s FROM range(10000) t(i)",
    );
    const range = {
      path: { held: skewed.path },
      columns: skewed.columns,
      format,
      offset: 0,
      limit: skewed.rowCount,
    };
    const sizes: number[] = [];
    for await (const slice of resultSlices(workbench.encoder, range, mebibyte)) {
      sizes.push((await heldContent(slice)).length);
    }
    expect(Math.max(...sizes)).toBeLessThan(1.1 * mebibyte);
    expect(sizes.length).toBeGreaterThan(15);
  });

  test('gives a row larger than a slice a slice of its own', async () => {
    const wide = await workbench.store(
      "SELECT i AS id, repeat('z', 300000) AS s FROM range(3) t(i)",
    );
    expect(ids(format, await workbench.body(wide, format, { targetBytes: 1000 }))).toEqual([
      '0',
      '1',
      '2',
    ]);
  });

  test('keeps duplicate, odd and long names', async () => {
    const names = ['id', 'id', 'ID', 'id_1', '?column?', 'a"b', 'ü|,', 'n'.repeat(300)];
    const select = names
      .map((name, index) => `${index} AS "${name.replaceAll('"', '""')}"`)
      .join(', ');
    const named = await workbench.store(`SELECT ${select}`);
    const body = await workbench.body(named, format);
    if (format === 'arrow') expect(readArrow(body).names).toEqual(names);
    if (format === 'csv') expect(readCsv(body.toString())[0]).toEqual(names);
    if (format === 'md') expect(readMarkdown(body.toString())[0]).toEqual(names);
    expect(named.columns.map((column) => column.name)).toEqual(names);
    expect(ids(format, body)).toEqual(['0']);
  });
});

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

describe('a result of no rows', () => {
  test('is an empty array, a header, or a schema with names and types', async () => {
    const empty = await workbench.store(
      `SELECT 1::BIGINT AS a, 'x' AS a, [1.5::DECIMAL(4,1)] AS "c|d" WHERE false`,
    );

    expect((await workbench.body(empty, 'json')).toString()).toBe('[]');
    expect((await workbench.body(empty, 'csv')).toString()).toBe('a,a,c|d\n');
    expect((await workbench.body(empty, 'md')).toString()).toBe(
      '| a | a | c\\|d |\n| --- | --- | --- |\n',
    );
    const arrow = readArrow(await workbench.body(empty, 'arrow'));
    expect(arrow).toMatchObject({
      names: ['a', 'a', 'c|d'],
      types: ['Int64', 'Utf8', 'List(Decimal128(4, 1))'],
      rowCount: 0,
    });
  });

  test('is the same for a limit of 0 and for an offset at the end', async () => {
    for (const options of [{ limit: 0 }, { offset: 30_000 }]) {
      expect((await workbench.body(result, 'json', options)).toString()).toBe('[]');
      expect(readArrow(await workbench.body(result, 'arrow', options)).names).toEqual([
        'id',
        's',
        'l',
        'w',
      ]);
    }
  });
});

describe('an Arrow stream', () => {
  test('has one schema message, plain layouts, and batches that a 32-bit offset can address', async () => {
    const body = await workbench.body(result, 'arrow', { targetBytes: mebibyte });
    const arrow = readArrow(body);
    expect(arrow.types).toEqual(['Int64', 'Utf8', 'List(Int64)', 'Utf8']);
    expect(arrow.batchCount).toBeGreaterThan(3);
    expect(body.subarray(-8)).toEqual(Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]));
  });

  test('has slices that are filled by what the row groups measure in it', async () => {
    const ids = await workbench.store('SELECT i AS id FROM range(40960) t(i)', 2048);
    const range = {
      path: { held: ids.path },
      columns: ids.columns,
      format: 'arrow',
      offset: 0,
      limit: ids.rowCount,
    } as const;
    const sizes: number[] = [];
    const slices = resultSlices(workbench.encoder, range, 100_000);
    for await (const slice of slices) sizes.push((await heldContent(slice)).length);
    // 40,960 integers of 8 bytes; each text might have 21 bytes.
    expect(sizes).toHaveLength(4);
    expect(Math.max(...sizes)).toBeLessThan(100_000 + 1000);
  });
});

describe('slices of an answer', () => {
  const range = (format: EncodedFormat) => ({
    path: { held: result.path },
    columns: result.columns,
    format,
    offset: 0,
    limit: 30_000,
  });

  test('leave no file when the consumer stops early', async () => {
    for await (const slice of resultSlices(workbench.encoder, range('csv'), 600_000)) {
      expect(slice.file).toBeDefined();
      break;
    }
    expect(await workbench.spooled()).toEqual([]);
  });

  test('leave no file when a later slice fails', async () => {
    let calls = 0;
    const { encode, remove } = workbench.encoder;
    const failing = {
      encode(request: EncodeRequest) {
        calls += 1;
        return calls === 3 ? Promise.reject(new Error('worker died')) : encode(request);
      },
      remove,
    };
    const consume = async () => {
      for await (const _ of resultSlices(failing, range('md'), 600_000)) calls += 0;
    };
    await expect(consume()).rejects.toThrow('worker died');
  });

  test('of JSON whose rows fit for sure are not summed up to be refused', async () => {
    const statements = vi.spyOn(workbench.connection, 'runAndReadAll');
    const sums = () => statements.mock.calls.filter(([sql]) => sql.includes('sum(')).length;
    try {
      for (const maxBytes of [100 * mebibyte, 2.5 * mebibyte]) {
        const before = sums();
        const slices = await collectJsonSlices(workbench.encoder, range('json'), maxBytes);
        await Promise.all(slices.map(workbench.encoder.remove));
        expect([maxBytes, sums() > before + 1]).toEqual([maxBytes, maxBytes < 10 * mebibyte]);
      }
    } finally {
      statements.mockRestore();
    }
  });

  test('of JSON are refused above the limit, without encoding all of them', async () => {
    let encodedRows = 0;
    const { encode, remove } = workbench.encoder;
    const counting = {
      async encode(request: EncodeRequest) {
        const slice = await encode(request);
        encodedRows += slice.rowCount;
        return slice;
      },
      remove,
    };
    const collect = (maxBytes: number) => collectJsonSlices(counting, range('json'), maxBytes);
    // Ten million rows are told so before the engine is asked for any of them.
    const asked: SliceEncoder['encode'] = () => Promise.reject(new Error('the engine was asked'));
    const many = { ...range('json'), limit: 10_000_000 };
    await expect(
      collectJsonSlices({ encode: asked, remove }, many, 64 * mebibyte),
    ).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });

    // Slices are cut by the number of cells, by the lengths of texts and integers, and by a sample
    // of rows if neither is enough.
    for (const maxBytes of [100_000, 400_000, 1_900_000]) {
      await expect(collect(maxBytes)).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
      expect([maxBytes, encodedRows]).toEqual([maxBytes, 0]);
    }
    const slice = await encode({
      ...range('json'),
      targetBytes: 10 * mebibyte,
      first: true,
    });
    const wholeBytes = slice.file?.sizeBytes ?? 0;
    await remove(slice);
    expect(wholeBytes).toBeGreaterThan(2_000_000);
    await expect(collect(wholeBytes - 100)).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
    const fitting = await collect(wholeBytes + 10);
    await Promise.all(fitting.map(remove));
    encodedRows = 0;
    const slices = await collect(10 * mebibyte);
    expect(slices.reduce((rows, slice) => rows + slice.rowCount, 0)).toBe(30_000);
    await Promise.all(slices.map(remove));
  });
});

describe('the preview', () => {
  const relation = () => `read_parquet('${result.path}')`;

  test('is the first rows of the JSON result', async () => {
    const preview = await encodeJsonRows(workbench.connection, relation(), result.columns, {
      maxRows: 5000,
      maxBytes: mebibyte,
    });
    expect(preview).toMatchObject({ rowCount: 5000, truncated: true });
    const whole = readJson((await workbench.body(result, 'json', { limit: 5000 })).toString());
    expect(readJson(preview.text)).toEqual(whole);
  });

  test('has no more bytes than allowed, and says when it is not all', async () => {
    const limits = { maxRows: 10_000, maxBytes: 20_000 };
    const preview = await encodeJsonRows(workbench.connection, relation(), result.columns, limits);
    expect(Buffer.byteLength(preview.text)).toBeLessThanOrEqual(20_000);
    expect(preview.truncated).toBe(true);
    expect(readJson(preview.text)).toHaveLength(preview.rowCount);
  });

  test.each([0, 1, 127, 128, 129, 400])('of %i rows is whole', async (rows) => {
    const query = `(SELECT * FROM ${relation()} LIMIT ${rows})`;
    const limits = { maxRows: 400, maxBytes: mebibyte };
    const preview = await encodeJsonRows(workbench.connection, query, result.columns, limits);
    expect(preview).toMatchObject({ rowCount: rows, truncated: false });
    expect(readJson(preview.text)).toHaveLength(rows);
  });

  test('of a first row larger than the limit is no rows', async () => {
    const wide = await workbench.store("SELECT repeat('w', 5000) AS s");
    const relationSql = `read_parquet('${wide.path}')`;
    const preview = await encodeJsonRows(workbench.connection, relationSql, wide.columns, {
      maxRows: 10,
      maxBytes: 1000,
    });
    expect(preview).toEqual({ text: '[]', rowCount: 0, truncated: true });
  });
});
