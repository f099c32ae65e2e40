import { describe, expect, test } from 'vitest';
import { previewFile } from './file-preview.ts';

const gzipped = async (text: string) => {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
};
const utf16 = (text: string) => Uint16Array.from(text, (sign) => sign.charCodeAt(0));
const named = (content: string | Uint8Array, name: string) => new File([content as BlobPart], name);

describe('a preview of CSV', () => {
  test('tells columns, their types, the first rows and the delimiter', async () => {
    const preview = await previewFile(
      new Blob(['id;name;day\n1;"a;b ""c""";2024-01-01\n2;;2024-01-02\n']),
    );
    expect(preview).toEqual({
      format: 'csv',
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'name', type: 'text' },
        { name: 'day', type: 'date' },
      ],
      rows: [
        ['1', 'a;b "c"', '2024-01-01'],
        ['2', null, '2024-01-02'],
      ],
      delimiter: ';',
    });
  });

  test('follows what is said of the file', async () => {
    const text = { skip: 1, decimal: ',', nullValues: ['NA'], encoding: 'utf-16' } as const;
    const bytes = utf16('\uFEFFReport\nid;v\n1;2,5\nNA;3\n');
    expect(await previewFile(new Blob([bytes]), text)).toMatchObject({
      columns: [
        { name: 'id', type: 'integer' },
        { name: 'v', type: 'number' },
      ],
      rows: [
        ['1', '2,5'],
        [null, '3'],
      ],
    });
  });

  test('says why a load will be refused', async () => {
    expect((await previewFile(new Blob(['a,b\n1,2\n1,2,3\n']))).problem).toBe(
      'Row 2 has 3 fields where the header has 2.',
    );
    expect((await previewFile(new Blob(['a;b|c\n1;2|3\n']))).problem).toBe(
      "Its columns may be separated by ';' or '|': choose the delimiter.",
    );
  });

  test('has quoted line breaks within values', async () => {
    expect(await previewFile(new Blob(['a,b\r\n"x\ny",2']))).toMatchObject({
      rows: [['x\ny', '2']],
    });
  });
});

test('packed files are unpacked, where the browser can, and said to be packed', async () => {
  const csv = `a,b\n${'1,x\n'.repeat(100_000)}`;
  expect(await previewFile(named(await gzipped(csv), 'rows.csv.gz'))).toMatchObject({
    format: 'csv',
    contentType: 'text/csv',
    contentEncoding: 'gzip',
    columns: [{ name: 'a', type: 'integer' }, { name: 'b' }],
  });
  // Bytes that do not shrink, so the slice is cut within a block.
  const random = Array.from({ length: 60_000 }, (_, i) => `${(i * 2654435761) % 4294967296},x`);
  expect(
    (await previewFile(named(await gzipped(`a,b\n${random.join('\n')}`), 'x.gz'))).rows,
  ).toHaveLength(5);
  const zstd = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0, 0]);
  expect(await previewFile(named(zstd, 'rows.ndjson.zst'))).toMatchObject({
    format: 'json',
    contentEncoding: 'zstd',
    columns: [],
  });
});

describe('a preview of JSON', () => {
  test.each([
    ['lines', '{"a":1,"b":{"c":[1]}}\n{"a":2.5,"b":null,"d":[{"e":1}]}\n{"a":'],
    ['an array', '[{"a":1,"b":{"c":[1]}},\n {"a":2.5,"b":null,"d":[{"e":1}]}, {"a":'],
    ['objects over lines', '{\n "a":1,\n "b":{"c":[1]}}\n{"a":2.5,"b":null,"d":[{"e":1}]}'],
  ])('has nested values as they are (%s)', async (_what, text) => {
    expect(await previewFile(new Blob([text]))).toMatchObject({
      format: 'json',
      columns: [
        { name: 'a', type: 'number' },
        { name: 'b', type: 'object' },
        { name: 'd', type: 'list' },
      ],
      rows: [
        ['1', '{"c":[1]}', null],
        ['2.5', null, '[{"e":1}]'],
      ],
    });
  });

  test('goes by the ending of the name', async () => {
    expect((await previewFile(named('[id],[name]\n1,2\n', 'x.csv'))).format).toBe('csv');
    expect((await previewFile(named('PAR1....', 'x'))).format).toBe('parquet');
  });
});
