import type { Json } from '../service.ts';
import type { Owned, WrongMeaning } from './wrong-meaning.ts';
import { texts, unknownId } from './wrong-texts.ts';

export const load = {
  mode: 'upsert',
  data: 'id,v\n1,2.5\n',
  format: 'csv',
  columns: { id: 'BIGINT', v: { type: 'DECIMAL', precision: 4, scale: 1 } },
  key: ['id'],
  idempotency_key: 'once',
  delimiter: ',',
  quote: '"',
  null_values: ['NA'],
  decimal: '.',
  encoding: 'utf-8',
  skip: 0,
  date_format: '%d.%m.%Y',
};
const noOptions = {
  delimiter: undefined,
  quote: undefined,
  null_values: undefined,
  decimal: undefined,
  encoding: undefined,
  skip: undefined,
  date_format: undefined,
};
const unsourced = {
  data: undefined,
  format: undefined,
  columns: undefined,
  idempotency_key: undefined,
  ...noOptions,
};
export const ofUpload = (own: Owned) => ({ mode: 'replace', upload_id: own.upload, format: 'csv' });
export const ofResult = (own: Owned) => ({ mode: 'replace', result_id: own.result });
const oneSource = /^Give exactly one source/;
export const loadTexts = {
  upload_id: unknownId('Upload'),
  result_id: unknownId('Result'),
  data: [
    ...texts([''], /the CSV file is empty/i),
    ...texts(['id,v\n1\n', 'id,v\n1,2,3\n', 'id,v\n"1,2\n'], /line 2/i),
    ...texts(['id\n1\n', 'id,v,w\n1,2,3\n', 'v,id,id\n', 'ID,v\n1,2\n'], /'(v|w|id)'/),
  ],
  idempotency_key: texts([''], /'idempotency_key'/),
  'columns.*.type': texts(
    ['', 'NUMBER', 'INT[]', 'DECIMAL(39,0)', 'DECIMAL(2,3)', 'käse', 'x'.repeat(5_000)],
    /^Column 'v'.*(is no type|DECIMAL)/,
  ),
  'columns.*': texts(['', 'NUMBER', 'DECIMAL(0)', '🦆'], /^Column 'id'.*(is no type|DECIMAL)/),
  'key[]': [
    ...texts([''], /^'key' holds an empty text/),
    ...texts(['nope', '../id', 'x'.repeat(5_000)], /has no column '/),
  ],
  delimiter: texts(['', ',,', 'x', '7', '"', '\n', 'é'], /'delimiter'/),
  quote: texts(['""', 'x', ' ', '\n', '»'], /'quote'/),
  'null_values[]': texts(['x'.repeat(129)], /null_values/),
  date_format: texts(['', '%', '%q', '%d.%m', '%Y%Y%m%d', '%'.repeat(129)], /'date_format'/),
};
export const wrongLoads: readonly WrongMeaning[] = [
  ['no source', () => unsourced, oneSource],
  ['three sources', (own) => ({ upload_id: own.upload, result_id: own.result }), oneSource],
  ['null sources', () => ({ ...unsourced, data: null, upload_id: null }), oneSource],
  [
    'columns with an upload',
    (own) => ({ ...unsourced, upload_id: own.upload, columns: {} }),
    /^'columns' goes with/,
  ],
  [
    'an idempotency key with a result',
    (own) => ({ ...unsourced, result_id: own.result, idempotency_key: 'k' }),
    /^'idempotency_key' goes with/,
  ],
  [
    'a format with a result',
    (own) => ({ ...unsourced, result_id: own.result, format: 'csv' }),
    /^'format' does not go with 'result_id'/,
  ],
  [
    'options of text with a result',
    (own) => ({ ...unsourced, result_id: own.result, delimiter: ';' }),
    /^A result is no text/,
  ],
  ['one sign as two', () => ({ delimiter: "'", quote: "'" }), /are the same character/],
  ['a decimal point of neither kind', () => ({ decimal: '·' }), /'decimal'/],
  ['an unknown encoding', () => ({ encoding: 'ebcdic' }), /'encoding'/],
  ['fewer than no lines', () => ({ skip: -1 }), /'skip'/],
  ['half a line', () => ({ skip: 1.5 }), /'skip'/],
  ['a million lines and one', () => ({ skip: 1_000_001 }), /'skip'/],
  ['65 texts for null', () => ({ null_values: Array(65).fill('x') }), /'null_values'/],
  [
    'options of CSV with Parquet',
    (own) => ({ ...unsourced, upload_id: own.upload, format: 'parquet', skip: 1 }),
    /^'skip' goes with CSV only/,
  ],
  ['JSON as text', () => ({ format: 'json', ...noOptions }), /^'data' is CSV text/],
  ['a wait in the foreground', () => ({ async_after_ms: 1000 }), /^'async_after_ms' needs 'async'/],
  [
    'a wait beyond the maximum',
    () => ({ async: true, async_after_ms: 60_001 }),
    /must be from 1000 to 60000/,
  ],
  ['a key twice', () => ({ key: ['id', 'ID'] }), /^'key' names 'ID' twice/],
  ['a scale without precision', () => columnV({ type: 'DECIMAL', scale: 2 }), /'v'.*precision/],
  [
    'a scale over its precision',
    () => columnV({ type: 'DECIMAL', precision: 2, scale: 3 }),
    /'v'.*scale/,
  ],
  [
    'a precision of 39',
    () => columnV({ type: 'DECIMAL', precision: 39 }),
    /'v'.*precision of 1 to 38/,
  ],
  [
    'a precision of 0',
    () => columnV({ type: 'NUMERIC', precision: 0 }),
    /'v'.*precision of 1 to 38/,
  ],
  ['a negative scale', () => columnV({ type: 'DECIMAL', precision: 3, scale: -1 }), /'v'.*scale/],
  ['a precision of text', () => columnV({ type: 'VARCHAR', precision: 3 }), /'v'.*precision/],
  [
    'a precision said twice',
    () => columnV({ type: 'DECIMAL(4,1)', precision: 3 }),
    /'v'.*precision/,
  ],
  [
    'a value that its type cannot hold',
    () => columnV({ type: 'DECIMAL', precision: 1, scale: 1 }),
    /'v'/,
  ],
  ['a key of null', () => ({ data: 'id,v\n,1\n' }), /'id' is in the key/],
  [
    'data over the limit',
    () => ({ data: `id,v\n${'1,2\n'.repeat(2 ** 19)}` }),
    /2 MiB/,
    [413, 'INLINE_DATA_TOO_LARGE'],
  ],
];
function columnV(v: Json): Json {
  return { columns: { id: 'BIGINT', v } };
}
