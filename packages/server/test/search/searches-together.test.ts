import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingServer } from '../embedding-server.ts';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

let embeddings: EmbeddingServer;
let service: RunningService;
let api: Api;
let database: Json;
const texts: Readonly<Record<string, string>> = {
  letters: 'id,body\n1,the red fox\n2,a brown dog\n',
  notes: 'id,body\n10,red red red\n11,nothing\n',
  drafts: 'id,body\n20,blue\n21,a red dog\n',
};

beforeAll(async () => {
  embeddings = await new EmbeddingServer().start();
  service = await startService({ env: { QUERN_EMBEDDING_ORIGINS: embeddings.origin } });
  api = service.api();
  database = await api.createDatabase();
  for (const [table, data] of Object.entries(texts)) {
    await api.loadCsv(database.id, table, data);
    const index = { index_name: `${table}_words`, columns: ['body'], index_type: 'bm25' };
    expect((await api.post(indexesOf(table), index)).status).toBe(201);
  }
}, 60_000);
afterAll(async () => {
  await service?.dispose();
  await embeddings?.stop();
});

const indexesOf = (table: string) =>
  `/v1/connections/${database.default_connection_id}/tables/main/${table}/indexes`;
async function rows(sql: string, options: Record<string, unknown> = {}): Promise<Json[][]> {
  const { status, body } = await api.query(database.id, sql, options);
  if (status !== 200) throw new Error(`${sql}: ${JSON.stringify(body)}`);
  return body.rows;
}
const search = (table: string, words: string, columns = '*') =>
  `SELECT ${columns} FROM bm25_search('${table}', 'body', '${words}')`;
const loadPoints = async (table: string, lines: string) =>
  api.load(database.id, table, { upload_id: await api.upload(Buffer.from(lines)) });

describe('searches of several tables', () => {
  test.each(['hotsql', 'postgres', 'duckdb'])(
    'are put together by UNION ALL in %s, each with the scores of its own table',
    async (dialect) => {
      const union = Object.keys(texts)
        .map((table) => search(table, 'red dog', `'${table}' AS source, id, score`))
        .join(' UNION ALL ');
      const found = await rows(`${union} ORDER BY score DESC, id`, { dialect });
      expect(found.map(([source, id]) => [source, id]).sort()).toEqual([
        ['drafts', 21],
        ['letters', 1],
        ['letters', 2],
        ['notes', 10],
      ]);
      for (const [source, id, score] of found) {
        const alone = await rows(`${search(source, 'red dog', 'score')} WHERE id = ${id}`, {
          dialect,
        });
        expect(alone).toEqual([[score]]);
      }
    },
  );

  test('give the best of each where each is bounded, and the best of all where the whole is', async () => {
    const best = (table: string) =>
      `(${search(table, 'red dog', 'id, score')} ORDER BY score DESC LIMIT 1)`;
    const each = await rows(`${best('letters')} UNION ALL ${best('drafts')} ORDER BY id`);
    expect(each.map(([id]) => id)).toEqual([expect.any(Number), 21]);
    const all = Object.keys(texts).map((table) => search(table, 'red dog', 'id, score'));
    const whole = `SELECT * FROM (${all.join(' UNION ALL ')}) AS found ORDER BY score DESC`;
    expect(await rows(`${whole} LIMIT 2`)).toEqual((await rows(whole)).slice(0, 2));
  });

  test('may be of words and of vectors, joined and twice of one table', async () => {
    await loadPoints('places', '{"id": 1, "v": [0.5, 1]}\n{"id": 21, "v": [3.5, 4]}\n');
    const index = { index_name: 'near', columns: ['v'], index_type: 'vector' };
    expect((await api.post(indexesOf('places'), index)).status).toBe(201);
    const near = "SELECT id FROM vector_search_vector('places', 'v', ARRAY[3, 4], 1)";
    expect(await rows(`${search('letters', 'fox', 'id')} UNION ALL ${near} ORDER BY 1`)).toEqual([
      [1],
      [21],
    ]);
    const twice = `${search('letters', 'fox', 'id')} UNION ALL ${search('letters', 'dog', 'id')}`;
    expect(await rows(`${twice} ORDER BY 1`)).toEqual([[1], [2]]);
    const joined = `SELECT d.id FROM bm25_search('drafts', 'body', 'red') AS d JOIN (${near}) AS n ON n.id = d.id`;
    expect(await rows(joined)).toEqual([[21]]);
  });

  test('are named with their indexes in EXPLAIN and in the profile of the run', async () => {
    const union = `${search('letters', 'red', 'id')} UNION ALL ${search('notes', 'red', 'id')}`;
    const plan = JSON.stringify(await rows(`EXPLAIN ${union}`));
    expect(plan).toContain('letters_words');
    expect(plan).toContain('notes_words');
    const run = await api.query(database.id, union, { profile: true });
    const scoped = { 'x-database-id': database.id };
    const profile = await api.get(`/v1/query-runs/${run.body.query_run_id}/profile`, scoped);
    const said = JSON.stringify(profile.body);
    expect(said).toContain('"Index":"letters_words"');
    expect(said).toContain('"Index":"notes_words"');
  });
});

test('indexes are listed newest first, by every filter and in pages', async () => {
  const scoped = { 'x-database-id': database.id };
  const names = async (query: string) => {
    const { status, body } = await api.get(`/v1/indexes?${query}`, scoped);
    expect([status, body.error]).toEqual([200, undefined]);
    return body.indexes.map((index: Json) => index.index_name);
  };
  const words = ['drafts_words', 'notes_words', 'letters_words'];
  expect(await names('index_type=bm25')).toEqual(words);
  expect(await names('index_type=sorted')).toEqual([]);
  expect(await names('table=notes')).toEqual(['notes_words']);
  expect(await names('schema=main&index_type=bm25')).toEqual(words);
  expect(await names('schema=other')).toEqual([]);
  expect(await names(`connection_id=${database.default_connection_id}&table=letters`)).toEqual([
    'letters_words',
  ]);
  const paged: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await api.get(`/v1/indexes?index_type=bm25&limit=1${cursor}`, scoped);
    paged.push(...body.indexes.map((index: Json) => index.index_name));
    if (!body.has_more) break;
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
  expect(paged).toEqual(words);
});

test("JSON's arrays of whole numbers are vectors as they are", async () => {
  const lines = Array.from({ length: 40 }, (_, id) => `{"id": ${id}, "v": [${id}, ${-id}, 7]}`);
  await loadPoints('whole', lines.join('\n'));
  const index = { index_name: 'whole_v', columns: ['v'], index_type: 'vector' };
  const made = await api.post(indexesOf('whole'), index);
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  const near = "SELECT id FROM vector_search_vector('whole', 'v', ARRAY[3.4, -3, 7], 2)";
  expect(await rows(near)).toEqual([[3], [4]]);
  const ordered = 'SELECT id, v FROM whole ORDER BY l2_distance(v, ARRAY[30.4, -30, 7]) LIMIT 1';
  expect(await rows(ordered)).toEqual([[30, [30, -30, 7]]]);
  expect(JSON.stringify(await rows(`EXPLAIN ${ordered}`))).toContain('whole_v');
  const refused = await loadPoints('lists', '{"id": 1, "v": ["a", "b"]}').then(() =>
    api.post(indexesOf('lists'), { ...index, index_name: 'lists_v' }),
  );
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    "A vector index is of a column of vectors (lists of numbers such as FLOAT[] or DOUBLE[]) or of text, and 'v' of table 'main.lists' is VARCHAR[]",
  ]);
});

test('a build that is cancelled leaves no index, and one of its name can be made then', async () => {
  const config = { base_url: embeddings.baseUrl, model: 'letters' };
  const provider = { name: 'slow', provider_type: 'service', config };
  const { id } = (await api.post('/v1/embedding-providers', provider)).body;
  embeddings.next.push(() => {});
  const index = {
    ...{ index_name: 'meaning', columns: ['body'], index_type: 'vector' },
    embedding_provider_id: id,
  };
  const started = await api.post(indexesOf('letters'), { ...index, async: true });
  expect(started.status).toBe(202);
  await expect.poll(() => embeddings.requests.length, { timeout: 20_000 }).toBe(1);
  const job = `/v1/jobs/${started.body.id ?? started.body.job_id}`;
  expect((await api.post(`${job}/cancel`, {})).status).toBeLessThan(300);
  await eventually(async () => {
    const { status, error_message } = (await api.get(job)).body;
    expect([status, error_message]).toEqual([
      'failed',
      expect.stringMatching(/The job was cancelled/),
    ]);
    const names = (await api.get(indexesOf('letters'))).body.indexes.map(
      (each: Json) => each.index_name,
    );
    expect(names).toEqual(['letters_words']);
  }, 20_000);
  const again = await api.post(indexesOf('letters'), index);
  expect([again.status, again.body.error]).toEqual([201, undefined]);
  expect(await rows("SELECT id FROM vector_search('letters', 'body', 'the red fox', 1)")).toEqual([
    [1],
  ]);
}, 60_000);
