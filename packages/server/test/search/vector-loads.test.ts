import { beforeAll, expect, test } from 'vitest';
import type { Api, Json } from '../service.ts';
import { type SharedService, sharedService } from '../shared-service.ts';

let service: SharedService;
let api: Api;
let database: Json;

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  database = await api.createDatabase();
}, 60_000);

const rows = async (sql: string): Promise<Json[][]> => {
  const { status, body } = await api.query(database.id, sql);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.rows;
};
interface Load {
  readonly data: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly mode?: 'append';
}
/** A text that begins as JSON goes through an upload; inline data are CSV. */
const load = async (table: string, { data, ...rest }: Load) =>
  api.load(database.id, table, {
    ...rest,
    ...(data.startsWith('{') ? { upload_id: await api.upload(Buffer.from(data)) } : { data }),
  });
const refusal = async (table: string, body: Load) => {
  const { status, body: answer } = await load(table, body);
  return [status, answer.error?.message];
};
const index = (table: string, body: object = {}) =>
  api.post(`/v1/connections/${database.default_connection_id}/tables/main/${table}/indexes`, {
    ...{ index_name: `${table}_v`, index_type: 'vector', columns: ['v'] },
    ...body,
  });

test('texts of CSV are loaded as vectors where the column is declared so, and refused with their row', async () => {
  const columns = { id: 'BIGINT', v: 'FLOAT[2]' };
  const data = 'id,v\n1,"[1, 0.5]"\n2,"[0,-2e1]"\n3,\n';
  expect((await load('declared', { data, columns })).status).toBe(200);
  expect(await rows('SELECT id, v FROM declared ORDER BY id')).toEqual([
    [1, [1, 0.5]],
    [2, [0, -20]],
    [3, null],
  ]);
  expect((await index('declared')).status).toBe(201);
  const nearest = "SELECT id FROM vector_search_vector('declared', 'v', ARRAY[0, -19], 1)";
  expect(await rows(nearest)).toEqual([[2]]);
  for (const [text, type] of [
    ['[1,2,3]', 'FLOAT[2]'],
    ['[1]', 'FLOAT[2]'],
    ['[1,nan]', 'FLOAT[2]'],
    ['[1,null]', 'DOUBLE[]'],
    ['[1,inf]', 'DOUBLE[2]'],
    ['[1e39,0]', 'FLOAT[]'],
    ['1,2', 'FLOAT[]'],
    ['[x]', 'FLOAT[]'],
  ] as const) {
    const wrong = { data: `id,v\n1,"[1,2]"\n2,"${text}"\n`, columns: { ...columns, v: type } };
    expect([text, ...(await refusal('wrong', wrong))]).toEqual([
      text,
      400,
      `Row 2, column 'v': '${text}' is not a valid ${type}`,
    ]);
  }
  for (const type of ['FLOAT[0]', 'FLOAT[99999]', 'BIGINT[]', 'FLOAT[2][2]', 'FLOAT[-1]'])
    expect((await refusal('wrong', { data, columns: { ...columns, v: type } }))[0]).toBe(400);
});

test('texts and whole numbers are loaded as vectors into a column of vectors, whole or not at all', async () => {
  const first = '{"id": 1, "v": [0.5, 1]}\n';
  expect((await load('grows', { data: first })).status).toBe(200);
  expect((await index('grows', { metric: 'cosine' })).status).toBe(201);
  const whole = { data: '{"id": 2, "v": [3, 4]}\n', mode: 'append' } as const;
  expect((await load('grows', whole)).status).toBe(200);
  const text = { data: 'id,v\n3,"[-1, 0]"\n4,\n', mode: 'append' } as const;
  expect((await load('grows', text)).status).toBe(200);
  const all = [
    [1, [0.5, 1]],
    [2, [3, 4]],
    [3, [-1, 0]],
    [4, null],
  ];
  expect(await rows('SELECT id, v FROM grows ORDER BY id')).toEqual(all);
  const nearest = "SELECT id FROM vector_search_vector('grows', 'v', ARRAY[-3, 0], 1)";
  expect(await rows(nearest)).toEqual([[3]]);
  for (const [data, words] of [
    [
      'id,v\n5,"[1,2]"\n6,a word\n',
      /^Row 2: Column 'v' holds vectors \(DOUBLE\[\]\), and 'a word' in the/,
    ],
    ['id,v\n5,"[1,nan]"\n', /and '\[1,nan\]' in the file is none/],
    ['{"id": 5, "v": [9007199254740993, 1]}', /has a whole number beyond 9007199254740992 in it/],
  ] as const) {
    expect(await refusal('grows', { data, mode: 'append' })).toEqual([
      409,
      expect.stringMatching(words),
    ]);
  }
  expect(await rows('SELECT id, v FROM grows ORDER BY id')).toEqual(all);
  const long = { data: '{"id": 9, "v": [16777217, 1]}', mode: 'append' } as const;
  expect(await refusal('declared', long)).toEqual([
    409,
    expect.stringMatching(
      /^Row 1: Column 'v' is FLOAT\[2\], and the file has a whole number beyond 16777216 in it/,
    ),
  ]);
  // Text stays text in a column of text.
  await load('words', { data: 'id,v\n1,word\n' });
  expect((await load('words', { data: 'id,v\n2,"[1,2]"\n', mode: 'append' })).status).toBe(200);
  expect(await rows('SELECT v FROM words ORDER BY id')).toEqual([['word'], ['[1,2]']]);
});
