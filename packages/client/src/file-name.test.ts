import { expect, test } from 'vitest';
import { contentOf, tableNameOf } from './file-name.ts';

test.each([
  ['Sales 2024.csv', 'sales_2024'],
  ['/tmp/Sales 2024.csv.gz', 'sales_2024'],
  ['C:\\data\\People.PARQUET', 'people'],
  ['2024.json.zst', 't_2024'],
  ['Käse & Straße.csv', 'kase_strasse'],
  ['Łódź.tsv', 'lodz'],
  ['archive.2024.01.csv', 'archive_2024_01'],
  ['_x.csv', '_x'],
  ['noending', 'noending'],
  [`${'a'.repeat(200)}.csv`, 'a'.repeat(128)],
])('the file %s is the table %s', (path, name) => expect(tableNameOf(path)).toBe(name));

test('names in other letters, or in none, stay apart', () => {
  const files = [
    '売上',
    '原価',
    'Продажи',
    'продажи',
    'مبيعات',
    'sales 売上',
    'sales 原価',
    '!!!',
    '---',
    '😀',
  ]
    .concat('がく', 'かく', `${'a'.repeat(200)}売`, `${'a'.repeat(200)}原`)
    .map((stem) => tableNameOf(`${stem}.csv`));
  expect(new Set(files).size).toBe(files.length);
  for (const name of files) expect(name).toMatch(/^[a-z_][a-z0-9_]{2,127}$/);
  // The same name, with accents composed in different ways.
  expect(tableNameOf('が.csv'.normalize('NFD'))).toBe(tableNameOf('が.csv'.normalize('NFC')));
});

test.each([
  ['a.csv', { contentType: 'text/csv' }],
  ['a.CSV.GZ', { contentType: 'text/csv', contentEncoding: 'gzip' }],
  ['a.tsv.zst', { contentType: 'text/tab-separated-values', contentEncoding: 'zstd' }],
  ['a.json', { contentType: 'application/json' }],
  ['a.ndjson', { contentType: 'application/x-ndjson' }],
  ['a.b/x.jsonl.gz', { contentType: 'application/x-ndjson', contentEncoding: 'gzip' }],
  ['a.parquet', { contentType: 'application/vnd.apache.parquet' }],
  ['a.txt', {}],
  ['a.gz', { contentEncoding: 'gzip' }],
  ['csv', {}],
])('the name %s says %j', (path, content) => expect(contentOf(path)).toEqual(content));
