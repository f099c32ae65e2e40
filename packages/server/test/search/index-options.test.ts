import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingServer } from '../embedding-server.ts';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

const rowCount = 1_000;
let embeddings: EmbeddingServer;
let service: RunningService;
let api: Api;
let database: Json;

beforeAll(async () => {
  embeddings = await new EmbeddingServer().start();
  service = await startService({ env: { QUERN_EMBEDDING_ORIGINS: embeddings.origin } });
  api = service.api();
  database = await api.createDatabase();
  const vector = 'list_transform(range(8), x -> (hash(i * 10 + x) % 2001)::FLOAT / 1000 - 1)';
  const sql = `SELECT i AS id, ${vector}::FLOAT[] AS v, 'word' || i AS note FROM range(${rowCount}) t(i)`;
  const { result_id } = (await api.query(database.id, sql, { dialect: 'duckdb' })).body;
  await eventually(async () => {
    const headers = { 'x-database-id': database.id };
    expect((await api.get(`/v1/results/${result_id}?limit=0`, headers)).status).toBe(200);
  });
  expect((await api.load(database.id, 'points', { mode: 'replace', result_id })).status).toBe(200);
});
afterAll(async () => {
  await service?.dispose();
  await embeddings?.stop();
});

const indexesOf = (table: string, of = database) =>
  `/v1/connections/${of.default_connection_id}/tables/main/${table}/indexes`;
const create = (table: string, body: Json) =>
  api.post(indexesOf(table), { index_type: 'vector', ...body });
const rows = async (sql: string, id = database.id) => {
  const { status, body } = await api.query(id, sql);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows;
};

const query = `ARRAY[${[1, 2, 3, 4, 5, 6, 7, 8].map(Math.sin).join(', ')}]`;
const nearest = `SELECT * FROM points ORDER BY l2_distance(v, ${query}) LIMIT 5`;
/** Told of no index: nothing is ordered by the distance alone. */
const compared = `SELECT * FROM points ORDER BY l2_distance(v, ${query}) + 0, id LIMIT 5`;

describe.each([
  ['hnsw', 'float64'],
  ['hnsw', 'float32'],
  ['hnsw', 'float16'],
  ['hnsw', 'float8'],
  ['ivf', 'int8'],
  ['ivf', 'float32'],
])('an index of algorithm %s and precision %s', (algorithm, precision) => {
  test('finds whole rows, those of a fork too, in any of its searches', async () => {
    const index = { index_name: 'near', columns: ['v'], algorithm, vector_precision: precision };
    const { status, body } = await create('points', index);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ algorithm, vector_precision: precision, status: 'ready' }),
    ]);
    const fork = (await api.post(`/v1/databases/${database.id}/fork`, {})).body;
    const truth = await rows(compared);
    for (const { id } of [database, fork]) {
      expect(await rows(nearest, id)).toEqual(truth);
      expect(JSON.stringify(await rows(`EXPLAIN ${nearest}`, id))).toContain('Index: near');
      const search = `SELECT * FROM vector_search_vector('points', 'v', ${query}, 5) ORDER BY _distance`;
      const found = await rows(search, id);
      expect(found.map((row: Json[]) => row.slice(0, 3))).toEqual(truth);
    }
    expect((await api.get(indexesOf('points', fork))).body.indexes).toMatchObject([
      { index_name: 'near', algorithm, vector_precision: precision },
    ]);
    expect((await api.delete(`${indexesOf('points')}/near`)).status).toBe(204);
  });
});

test.each([
  [{ algorithm: 'ivf', nlist: 0 }, /nlist/],
  [{ algorithm: 'ivf', nlist: 65_537 }, /nlist/],
  [{ algorithm: 'ivf', probe_fraction: 0 }, /probe_fraction/],
  [{ algorithm: 'ivf', probe_fraction: 1.1 }, /probe_fraction/],
  [{ algorithm: 'ivf', vector_precision: 'float64' }, /vector_precision/],
  [{ algorithm: 'flat' }, /algorithm/],
  [{ metric: 'manhattan' }, /metric/],
])('an index with %o is refused, and not there', async (options, words) => {
  const refused = await create('points', { index_name: 'never', columns: ['v'], ...options });
  expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(words)]);
  expect((await api.get(indexesOf('points'))).body.indexes).toEqual([]);
});

describe('a table', () => {
  const config = { base_url: '', model: 'letters', dimensions: 8 };
  const path = (id: string) => `/v1/embedding-providers/${id}`;
  let provider: string;
  const append = (data: string) =>
    api.load(database.id, 'texts', { mode: 'append', data: `id,body\n${data}\n` });

  beforeAll(async () => {
    config.base_url = embeddings.baseUrl;
    const made = { name: 'letters', provider_type: 'service', config };
    provider = (await api.post('/v1/embedding-providers', made)).body.id;
    await api.loadCsv(database.id, 'texts', 'id,body\n1,one\n2,two\n');
  });

  test('has several vector indexes beside one of its words, also one that is embedded by ivf', async () => {
    const bodies = [
      { index_name: 'by_ivf', algorithm: 'ivf', on_embedding_failure: 'fail' },
      { index_name: 'by_hnsw', metric: 'dot', output_column: 'other' },
    ];
    for (const body of bodies) {
      const index = { columns: ['body'], embedding_provider_id: provider, ...body };
      expect((await create('texts', index)).status).toBe(201);
    }
    const words = { index_name: 'words', index_type: 'bm25', columns: ['body'] };
    expect((await create('texts', words)).status).toBe(201);
    const fork = (await api.post(`/v1/databases/${database.id}/fork`, {})).body;
    for (const { id } of [database, fork]) {
      const search = (column: string) =>
        rows(`SELECT id FROM vector_search('texts', '${column}', 'two', 1)`, id);
      expect(await search('body_embedding')).toEqual([[2]]);
      expect(await search('other')).toEqual([[2]]);
      expect(await rows("SELECT id FROM bm25_search('texts', 'body', 'one')", id)).toEqual([[1]]);
    }
    const names = (await api.get(indexesOf('texts'))).body.indexes;
    expect(names.map((index: Json) => index.index_name).sort()).toEqual([
      'by_hnsw',
      'by_ivf',
      'words',
    ]);
  });

  test('is loaded with no text that a provider of another model would embed, and told why, and with a changed key as before', async () => {
    const change = (body: Json) => api.request('PUT', path(provider), body);
    expect((await change({ config: { ...config, model: 'others' } })).status).toBe(200);
    const asked = embeddings.requests.length;
    const refused = await append('3,three');
    expect([refused.status, refused.body.error?.message]).toEqual([
      400,
      expect.stringMatching(
        /^Nothing was loaded: index 'by_ivf' .*has another model, address or dimensions than index 'by_ivf' was built with/,
      ),
    ]);
    expect(await rows('SELECT count(*) FROM texts')).toEqual([[2]]);
    expect(embeddings.requests).toHaveLength(asked);
    expect((await change({ config, api_key: 'sk-changed' })).status).toBe(200);
    expect((await append('3,three')).body).toMatchObject({ row_count: 3, embedded_row_count: 2 });
    expect(embeddings.requests.at(-1)?.authorization).toBe('Bearer sk-changed');
  });

  test('is loaded with none either where rows may wait for their vectors, which nobody would give them', async () => {
    await api.loadCsv(database.id, 'patient', 'id,body\n1,one\n2,two\n');
    const index = { index_name: 'by', columns: ['body'], embedding_provider_id: provider };
    expect((await create('patient', index)).status).toBe(201);
    const load = (mode: string, data: string) =>
      api.load(database.id, 'patient', { mode, data, key: ['id'] });
    await api.request('PUT', path(provider), { config: { ...config, model: 'others' } });
    for (const mode of ['replace', 'append', 'upsert']) {
      const { status, body } = await load(mode, 'id,body\n1,three\n');
      expect([mode, status, body.error?.message]).toEqual([
        mode,
        400,
        expect.stringMatching(/^Nothing was loaded: index 'by' .*change the provider back$/),
      ]);
    }
    expect((await load('delete', 'id\n2\n')).body).toMatchObject({ row_count: 1 });
    await api.request('PUT', path(provider), { config });
    expect((await load('append', 'id,body\n3,three\n')).body).toMatchObject({ row_count: 2 });
    expect((await api.request('DELETE', path(provider))).status).toBe(204);
    const { status, body } = await load('append', 'id,body\n4,four\n');
    expect([status, body.error?.message]).toEqual([
      400,
      expect.stringMatching(/^Nothing was loaded: index 'by' .*was deleted; drop the index/),
    ]);
    expect((await load('delete', 'id\n3\n')).body).toMatchObject({ row_count: 1 });
  });
});
