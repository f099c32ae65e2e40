import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompactReader } from '../../src/engine/ingest/parquet-metadata.ts';
import { rewriteParquet } from '../../src/engine/ingest/rewrite-parquet.ts';
import { QuernError } from '../../src/kernel/errors.ts';
import {
  encryptedColumns,
  fieldWithoutName,
  geoWithTextCrs,
  legacyLz4,
  mapWithoutValues,
  splitIntegers,
  splitWithFacts,
} from './foreign-parquet-files.ts';
import { IngestFixture } from './ingest-fixture.ts';

let fixture: IngestFixture;
let count = 0;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

async function written(select: string, options = ''): Promise<Buffer> {
  count += 1;
  const path = join(fixture.directory, `foreign-${count}.parquet`);
  await fixture.connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet${options})`);
  return readFileSync(path);
}

/** The file with another count of its rows beside the row groups, of as many bytes. */
function withCountBeside(file: Buffer, rows: number): Buffer {
  const changed = Buffer.from(file);
  const footerBytes = changed.readUInt32LE(changed.length - 8);
  const footer = changed.subarray(changed.length - 8 - footerBytes, changed.length - 8);
  const reader = new CompactReader(footer, () => new Error('no footer'));
  reader.readStruct((field, kind) => {
    const from = reader.position;
    reader.skip(kind);
    if (field !== 3) return;
    // A zigzag varint, padded to the former length.
    for (let at = from, left = rows * 2; at < reader.position; at += 1, left >>= 7)
      footer[at] = (left & 0x7f) | (at + 1 < reader.position ? 0x80 : 0);
  });
  return changed;
}

describe('the rows of a Parquet file', () => {
  it.each([0, 1, 700])(
    'are those of its row groups, whatever the count beside them is (%i)',
    async (beside) => {
      const file = await written('SELECT range AS n FROM range(5000)', ', ROW_GROUP_SIZE 2048');
      const { inspected, rows } = await fixture.load(withCountBeside(file, beside));
      expect(inspected.rowCount).toBe(5000);
      expect(rows).toHaveLength(5000);
    },
  );
});

describe('a Parquet file that DuckDB does not read', () => {
  it.each([
    [
      'BYTE_STREAM_SPLIT of integers and decimals',
      splitIntegers,
      [
        { i: 1, d: '1.50' },
        { i: 2, d: null },
        { i: null, d: '-2.25' },
      ],
    ],
    [
      'the codec LZ4',
      legacyLz4,
      [
        { i: 1, s: 'a' },
        { i: 2, s: 'b' },
        { i: null, s: null },
      ],
    ],
    [
      'a map without values',
      mapWithoutValues,
      [
        { id: '1', m: ['a', 'b'] },
        { id: '2', m: ['c'] },
      ],
    ],
  ])('(%s) is written anew', async (_what, file, rows) => {
    const loaded = await fixture.load(file);
    expect(loaded.rows).toEqual(rows);
    expect(loaded.inspected.decodedPath).not.toBeNull();
  });

  it('keeps what its footer says of columns: units, lengths and nanoseconds', async () => {
    const { columns } = await fixture.inspect(splitWithFacts);
    expect(columns).toMatchObject([
      { name: 'd', type: 'BIGINT', durationUnit: 'ns' },
      { name: 'v', type: 'FLOAT[2]' },
      { name: 'i', type: 'INTEGER' },
      { name: 'z', type: 'TIMESTAMP WITH TIME ZONE', isCut: true },
    ]);
  });

  it('and is damaged, is refused by what it has, and nothing is left', async () => {
    const left = fixture.spoolEntries();
    const file = Buffer.from(legacyLz4);
    file.fill(0xee, 8, 60);
    const error = await fixture.load(file).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(QuernError);
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      message:
        'The Parquet file cannot be read: it has LZ4 as Hadoop frames it; write it with other settings',
    });
    expect(fixture.spoolEntries()).toEqual(left);
  });

  it.each([
    [{ largestGroupBytes: 2 ** 31 }, 'and a row group of 2048 MiB, 1024 at most'],
    [{ rowGroupCount: 2 ** 32 }, 'and 1 MiB in 4294967296 row groups, which are too many'],
  ])('and is too large for memory (%o), is refused before it is read', async (large, reason) => {
    const left = fixture.spoolEntries();
    const file = {
      path: fixture.file(legacyLz4),
      rowGroupCount: 1,
      largestGroupBytes: 1,
      unread: new Set(['LZ4 as Hadoop frames it'] as const),
      ...large,
    };
    await expect(rewriteParquet(fixture.context, file)).rejects.toThrow(
      `The Parquet file cannot be read: it has LZ4 as Hadoop frames it ${reason}; write it with other settings`,
    );
    expect(fixture.spoolEntries()).toEqual(left);
  });

  it('(a field without a name) is refused by its column', async () => {
    await expect(fixture.inspect(fieldWithoutName)).rejects.toThrow(
      "Column 's' of the Parquet file has a field without a name; name it",
    );
  });

  it('(encrypted columns) is refused as such', async () => {
    await expect(fixture.inspect(encryptedColumns)).rejects.toThrow(
      'The Parquet file is not read: columns of it are encrypted; write it without encryption',
    );
  });
});

describe('geometry of a Parquet file', () => {
  const point = '0101000000000000000000F03F0000000000000040';
  const wkb = point.replace(/../g, (byte) => {
    const sign = String.fromCharCode(Number.parseInt(byte, 16));
    return /[ -~]/.test(sign) ? sign : `\\x${byte}`;
  });

  it('is WKB, however its reference system is named', async () => {
    const { rows, columns } = await fixture.load(geoWithTextCrs);
    expect(columns.map(({ type }) => type)).toEqual(['BIGINT', 'BLOB']);
    expect(rows).toEqual([{ id: '1', shape: wkb }]);
  });

  it("is WKB where the type is the format's own", async () => {
    const path = join(fixture.directory, 'native.parquet');
    const maker = await (await DuckDBInstance.create(':memory:')).connect();
    await maker.run(
      `COPY (SELECT 1 AS id, 'POINT(1 2)'::GEOMETRY AS "a ""shape") TO '${path}' (FORMAT parquet, GEOPARQUET_VERSION 'V2')`,
    );
    maker.closeSync();
    const { rows, columns } = await fixture.loadPath(path);
    expect(columns.map(({ type }) => type)).toEqual(['INTEGER', 'BLOB']);
    expect(rows).toEqual([{ id: 1, 'a "shape': wkb }]);
  });
});
