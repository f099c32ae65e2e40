import { expect, test } from 'vitest';
import { csvRows, previewFile, tableNameOf } from './file-preview.ts';

test('a CSV tells its columns, their types and its first rows', async () => {
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
      ['2', '', '2024-01-02'],
    ],
  });
});

test('JSON lines, arrays and Parquet are told apart', async () => {
  expect((await previewFile(new Blob(['{"a":1,"b":"x"}\n{"a":2']))).columns).toEqual([
    { name: 'a', type: 'number' },
    { name: 'b', type: 'text' },
  ]);
  expect((await previewFile(new Blob(['[{"a":true}]']))).columns).toEqual([
    { name: 'a', type: 'boolean' },
  ]);
  expect((await previewFile(new Blob(['PAR1....']))).format).toBe('parquet');
});

test('a file name becomes a table name', () => {
  expect(['Sales 2024.csv', '2024.json.gz', 'ä.parquet'].map(tableNameOf)).toEqual([
    'sales_2024',
    't_2024',
    't_',
  ]);
});

test('quoted line breaks are of the value', () => {
  expect(csvRows('a,b\r\n"x\ny",2', ',', 10)).toEqual([
    ['a', 'b'],
    ['x\ny', '2'],
  ]);
});
