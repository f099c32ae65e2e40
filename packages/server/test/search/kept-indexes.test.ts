import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

let service: RunningService;
let api: Api;
let database: Json;

beforeAll(async () => {
  const env = { QUERN_SWEEP_INTERVAL: '1', QUERN_COMPACTION_QUIET: '0' };
  service = await startService({ env });
  api = service.api();
  database = await api.createDatabase();
});
afterAll(() => service?.dispose());

const indexesOf = (table: string) =>
  `/v1/connections/${database.default_connection_id}/tables/main/${table}/indexes`;

async function create(table: string, body: Json): Promise<void> {
  const made = await api.post(indexesOf(table), body);
  expect([made.status, made.body.error]).toEqual([201, undefined]);
}

async function rows(sql: string): Promise<Json[][]> {
  const { status, body } = await api.query(database.id, sql);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.rows;
}

/** Rows of a query under `duckdb`, as a table. */
async function loadRows(table: string, sql: string): Promise<void> {
  const made = await api.query(database.id, sql, { dialect: 'duckdb' });
  await eventually(async () => {
    const load = { mode: 'replace', result_id: made.body.result_id };
    const { status, body } = await api.load(database.id, table, load);
    expect([status, body.error]).toEqual([200, undefined]);
  }, 30_000);
}

test('an index of words may be of several columns, each of which is searched by itself', async () => {
  const csv = 'id,title,body\n1,red fox,a quick animal\n2,animal,red and slow\n3,stone,grey\n';
  await api.loadCsv(database.id, 'pages', csv);
  await create('pages', { index_name: 'both', index_type: 'bm25', columns: ['title', 'body'] });
  const search = (column: string, words: string) =>
    rows(`SELECT id FROM bm25_search('pages', '${column}', '${words}') ORDER BY id`);
  expect(await search('title', 'red')).toEqual([[1]]);
  expect(await search('body', 'red')).toEqual([[2]]);
  expect(await search('title', 'animal')).toEqual([[2]]);
  expect(await search('body', 'animal')).toEqual([[1]]);
  expect(await search('title', 'grey')).toEqual([]);
  await api.loadCsv(database.id, 'pages', 'id,title,body\n4,grey,red\n', { mode: 'append' });
  expect(await search('title', 'grey')).toEqual([[4]]);
  expect(await search('body', 'red')).toEqual([[2], [4]]);
  const { indexes } = (await api.get(indexesOf('pages'))).body;
  expect(indexes).toMatchObject([{ index_name: 'both', columns: ['title', 'body'] }]);
});

test('a build is answered when it is done, or with its job where that takes longer', async () => {
  await api.loadCsv(database.id, 'small', 'id,body\n1,a word\n');
  const asked = (name: string, more: Json) =>
    api.post(`/v1/databases/${database.id}/schemas/main/tables/small/indexes`, {
      ...{ index_name: name, index_type: 'bm25', columns: ['body'], ...more },
    });
  const waited = await asked('waited', { async: true, async_after_ms: 30_000 });
  expect([waited.status, waited.body.index_name, waited.body.status]).toEqual([
    201,
    'waited',
    'ready',
  ]);
  const left = await asked('left', { async: true });
  expect(left.status).toBe(202);
  await eventually(async () => {
    const job = await api.get(`/v1/jobs/${left.body.id ?? left.body.job_id}`);
    expect([job.body.job_type, job.body.status]).toEqual(['create_index', 'succeeded']);
  }, 20_000);
  const { indexes } = (await api.get(indexesOf('small'))).body;
  expect(indexes.map((one: Json) => [one.index_name, one.status]).sort()).toEqual([
    ['left', 'ready'],
    ['waited', 'ready'],
  ]);
});

const count = 13;
const bodyOf = (id: number) => `word${id} of all ${id % 2 === 0 ? 'even' : 'odd'}`;
const vectorOf = (id: number) => [Math.cos(id), Math.sin(id), id / 10];
const near = `SELECT id FROM docs ORDER BY l2_distance(v, ARRAY[${vectorOf(7)}]) LIMIT 1`;
const lookup = 'SELECT body FROM docs WHERE id = 9';
const words = `SELECT id FROM bm25_search('docs', 'body', 'word5')`;
const plan = async (sql: string) => (await rows(`EXPLAIN ${sql}`)).flat().join('\n');

async function checkAnswers(): Promise<void> {
  expect(await rows(near)).toEqual([[7]]);
  expect(await rows(lookup)).toEqual([[bodyOf(9)]]);
  expect(await rows('SELECT v[3] FROM docs WHERE id = 50007')).toEqual([[49_007]]);
  expect(await rows(words)).toEqual([[5]]);
  const all = `SELECT count(*) FROM bm25_search('docs', 'body', 'all')`;
  expect(await rows(all)).toEqual([[count]]);
}

test('indexes of every kind outlast a compaction, and are read of what it wrote', async () => {
  await loadRows(
    'docs',
    `SELECT i + 1000 AS id, 'filler' AS body, [100, 100, i]::FLOAT[] AS v FROM range(100000) t(i)`,
  );
  await create('docs', { index_name: 'words', index_type: 'bm25', columns: ['body'] });
  await create('docs', { index_name: 'near', index_type: 'vector', columns: ['v'] });
  await create('docs', { index_name: 'by_id', index_type: 'sorted', columns: ['id'] });
  for (let id = 0; id < count; id += 1) {
    const data = `id,body,v\n${id},${bodyOf(id)},"[${vectorOf(id)}]"\n`;
    // A keyed load is a file of its own, where appends of few rows are put together at once.
    await api.loadCsv(database.id, 'docs', data, { mode: 'upsert', key: ['id'] });
  }
  const done = '/v1/jobs?job_type=ducklake_table_compaction&status=succeeded';
  await eventually(async () => {
    await checkAnswers();
    expect((await api.get(done)).body.jobs.length).toBeGreaterThan(0);
  }, 30_000);
  await checkAnswers();
  await eventually(async () => {
    for (const [sql, index] of [
      [near, 'near'],
      ['SELECT body FROM docs WHERE id = 50007', 'by_id'],
      [words, 'words'],
    ] as const)
      expect(await plan(sql)).toContain(`Index: ${index}`);
    const { indexes } = (await api.get(indexesOf('docs'))).body;
    expect(indexes.map((one: Json) => [one.index_name, one.status]).sort()).toEqual([
      ['by_id', 'ready'],
      ['near', 'ready'],
      ['words', 'ready'],
    ]);
  }, 20_000);
  await checkAnswers();
  const run = await api.query(database.id, near, { profile: true });
  const path = `/v1/query-runs/${run.body.query_run_id}/profile`;
  const profile = await api.get(path, { 'x-database-id': database.id });
  expect(JSON.stringify(profile.body)).toContain('"Index":"near"');
}, 90_000);

test.each([
  ['bm25', 'note'],
  ['sorted', 'id'],
  ['vector', 'v'],
])(
  'a build of kind %s that is cancelled leaves no index, and its name is free',
  async (kind, column) => {
    const table = `many_${kind}`;
    const note = `'note ' || hash(i) || ' ' || hash(i + 1)`;
    const v = '[hash(i) % 100, hash(i + 1) % 100, hash(i + 2) % 100]::FLOAT[]';
    await loadRows(
      table,
      `SELECT hash(i) % 1000003 AS id, ${note} AS note, ${v} AS v FROM range(200000) t(i)`,
    );
    const index = { index_name: 'i', index_type: kind, columns: [column] };
    const started = await api.post(indexesOf(table), { ...index, async: true });
    expect(started.status).toBe(202);
    const job = `/v1/jobs/${started.body.id ?? started.body.job_id}`;
    expect((await api.post(`${job}/cancel`, {})).status).toBeLessThan(300);
    await eventually(async () => {
      const { status, error_message } = (await api.get(job)).body;
      const said = expect.stringMatching(/The job was cancelled/);
      expect([status, error_message]).toEqual(['failed', said]);
      expect((await api.get(indexesOf(table))).body.indexes).toEqual([]);
    }, 20_000);
    await create(table, index);
  },
  90_000,
);
