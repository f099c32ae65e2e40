import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingServer } from '../embedding-server.ts';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

let service: RunningService;
let api: Api;
let database: Json;
/** An own service, so the files of its index are in an own folder. */
let points: Json;
let embeddings: EmbeddingServer;
let texts: Json;
beforeAll(async () => {
  embeddings = await new EmbeddingServer().start();
  const env = { QUERN_SWEEP_INTERVAL: '1', QUERN_EMBEDDING_ORIGINS: embeddings.origin };
  service = await startService({ env });
  api = service.api();
  database = await api.createDatabase();
  const lines = Array.from(
    { length: 60_000 },
    (_unused, id) => `${id},w${id % 97} w${id % 13} common`,
  );
  await api.loadCsv(database.id, 't', `id,note\n${lines.join('\n')}\n`);
  const path = `/v1/connections/${database.default_connection_id}/tables/main/t/indexes`;
  for (const [index_type, column] of [
    ['bm25', 'note'],
    ['sorted', 'id'],
  ]) {
    const made = await api.post(path, { index_name: index_type, index_type, columns: [column] });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  }
  points = await api.createDatabase();
  const data = Array.from({ length: 3_000 }, (_unused, id) => `${id},"[${pointOf(id)}]"`);
  await api.loadCsv(points.id, 'p', `id,v\n${data.join('\n')}\n`, {
    columns: { id: 'BIGINT', v: 'FLOAT[4]' },
  });
  const near = await api.post(
    `/v1/connections/${points.default_connection_id}/tables/main/p/indexes`,
    { index_name: 'near', index_type: 'vector', columns: ['v'] },
  );
  if (near.status !== 201) throw new Error(JSON.stringify(near.body));
  texts = await api.createDatabase();
  const config = { base_url: embeddings.baseUrl, model: 'letters', dimensions: 8 };
  const provider = { name: 'p', provider_type: 'service', config };
  const { id } = (await api.post('/v1/embedding-providers', provider)).body;
  const bodies = Array.from({ length: 3_000 }, (_unused, row) => `${row},${textOf(row)}`);
  await api.loadCsv(texts.id, 'n', `id,body\n${bodies.join('\n')}\n`);
  const meaning = await api.post(
    `/v1/connections/${texts.default_connection_id}/tables/main/n/indexes`,
    {
      ...{ index_name: 'meaning', index_type: 'vector', columns: ['body'] },
      embedding_provider_id: id,
    },
  );
  if (meaning.status !== 201) throw new Error(JSON.stringify(meaning.body));
}, 60_000);
afterAll(async () => {
  await service?.dispose();
  await embeddings?.stop();
});

/** Letters by the digits of the row. */
const textOf = (row: number) =>
  [...String(row)].map((digit) => 'abcdefghij'[Number(digit)]?.repeat(Number(digit) + 1)).join(' ');

const searched =
  "SELECT id, score FROM bm25_search('t', 'note', 'w5 w7 -w3') ORDER BY score DESC, id LIMIT 20";
/** Vectors of 4 numbers, no two alike. */
const pointOf = (id: number) =>
  [17, 29, 43, 61].map((prime, place) => ((id * prime) % 997) + id / (place + 2));
const nearest = `SELECT id, _distance FROM vector_search_vector('p', 'v', ARRAY[${pointOf(700)}], 20) ORDER BY _distance, id`;
const looked = 'SELECT id, note FROM t WHERE id = 77';

async function rows(sql: string, of = database): Promise<unknown[][]> {
  // A repeated answer reads nothing.
  const headers = { 'x-database-id': of.id, 'cache-control': 'no-cache' };
  const { status, body } = await api.post('/v1/query', { sql }, headers);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.rows;
}

/** The files of a database's indexes with a form. */
async function filesOf(form: string, of = database): Promise<string[]> {
  const folder = join(service.dataDir, 'objects', 'indexes', of.default_connection_id);
  const found = await readdir(folder, { recursive: true });
  return found.filter((name) => name.endsWith(form)).map((name) => join(folder, name));
}

const damages: readonly (readonly [string, (path: string) => Promise<void>])[] = [
  ['cut in half', async (path) => truncate(path, Math.floor((await readFile(path)).length / 2))],
  ['short of its last bytes', async (path) => truncate(path, (await readFile(path)).length - 16)],
  ['empty', (path) => truncate(path, 0)],
  ['missing', (path) => rm(path)],
  [
    'of other bits',
    async (path) => {
      const bytes = await readFile(path);
      for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        const at = Math.floor(bytes.length * share);
        bytes[at] = (bytes[at] ?? 0) ^ 0x55;
      }
      await writeFile(path, bytes);
    },
  ],
  [
    'zeros at its end',
    async (path) => {
      const bytes = await readFile(path);
      await writeFile(path, bytes.fill(0, bytes.length - 4096));
    },
  ],
];

describe.each([
  ['bm25', '.segment', searched, () => database],
  ['sorted', '.parquet', looked, () => database],
  ['vector', '.segment', nearest, () => points],
] as const)('a %s index whose file is', (_kind, form, sql, owner) => {
  test.each(damages)('%s answers as before, and is built again', async (_how, damage) => {
    const of = owner();
    const before = await rows(sql, of);
    expect(before.length).toBeGreaterThan(0);
    const files = await eventually(async () => {
      const found = await filesOf(form, of);
      expect(found).toHaveLength(1);
      return found;
    });
    const [path = ''] = files;
    await damage(path);
    expect(await rows(sql, of)).toEqual(before);
    await eventually(async () => {
      expect(await rows(sql, of)).toEqual(before);
      const [rebuilt, ...others] = (await filesOf(form, of)).filter((name) => name !== path);
      expect([typeof rebuilt, others]).toEqual(['string', []]);
    }, 20_000);
    await rm(path, { force: true });
    expect(await rows(sql, of)).toEqual(before);
  });
});

const meant = `SELECT id, _distance FROM vector_search('n', 'body', '${textOf(987)}', 20) ORDER BY _distance, id`;
const column = 'SELECT id, body_embedding FROM n ORDER BY id LIMIT 50';

describe.each([
  ['segment', '.segment', meant],
  ['vectors', '.parquet', column],
] as const)('an index on texts whose file of its %s is', (_file, form, sql) => {
  test.each(damages)(
    '%s answers as before or says so, and it is built again for nothing',
    async (_how, damage) => {
      const before = await rows(sql, texts);
      expect(before.length).toBeGreaterThan(19);
      // Includes files replaced when their second file was damaged.
      const paths = await filesOf(form, texts);
      const asked = embeddings.texts.length;
      for (const path of paths) await damage(path);
      const headers = { 'x-database-id': texts.id, 'cache-control': 'no-cache' };
      const { status, body } = await api.post('/v1/query', { sql }, headers);
      if (status === 200) expect(body.rows).toEqual(before);
      else
        expect([status, body.error.message]).toEqual([
          503,
          expect.stringMatching(/damaged and are being made again; try again/),
        ]);
      await eventually(async () => {
        const built = (await filesOf(form, texts)).filter((path) => !paths.includes(path));
        expect(built).toHaveLength(1);
        expect(await rows(sql, texts)).toEqual(before);
      }, 20_000);
      for (const path of paths) await rm(path, { force: true });
      expect(await rows(sql, texts)).toEqual(before);
      // The cache has the texts.
      expect(embeddings.texts.slice(asked)).toEqual([]);
    },
  );
});

test('what is built counts as storage, and goes with its index', async () => {
  const storage = async () => (await api.get('/v1/usage')).body.storage_bytes;
  const sizes = await Promise.all(
    [...(await filesOf('.segment')), ...(await filesOf('.parquet'))].map(
      async (path) => (await readFile(path)).length,
    ),
  );
  const withIndexes = await storage();
  const path = `/v1/connections/${database.default_connection_id}/tables/main/t/indexes`;
  for (const name of ['bm25', 'sorted'])
    expect((await api.delete(`${path}/${name}`)).status).toBe(204);
  expect(withIndexes - (await storage())).toBe(sizes.reduce((sum, size) => sum + size, 0));
});
