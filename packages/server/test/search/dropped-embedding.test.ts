import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EmbeddingServer, sendJson, vectorOf, vectors } from '../embedding-server.ts';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

const dimensions = 8;
const made = mkdtemp(join(tmpdir(), 'quern-dropped-embedding-'));
let embeddings: EmbeddingServer;
let service: RunningService;
let api: Api;
let database: Json;
let provider: string;

async function start(): Promise<void> {
  service = await startService({
    dataDir: await made,
    env: {
      QUERN_WORKERS: '1',
      QUERN_SWEEP_INTERVAL: '1',
      QUERN_NODE_TIMEOUT: '1',
      QUERN_COMPACTION_QUIET: '0',
      QUERN_EMBEDDING_ORIGINS: embeddings.origin,
    },
  });
  api = service.api();
}

beforeAll(async () => {
  embeddings = await new EmbeddingServer().start();
  await start();
  database = await api.createDatabase();
  const config = { base_url: embeddings.baseUrl, model: 'letters', dimensions };
  const asked = { name: 'letters', provider_type: 'service', config };
  provider = (await api.post('/v1/embedding-providers', asked)).body.id;
}, 60_000);
afterAll(async () => {
  await service?.kill();
  await embeddings?.stop();
  await rm(await made, { recursive: true, force: true, maxRetries: 5 });
});

const indexesOf = (table: string, of = database) =>
  `/v1/connections/${of.default_connection_id}/tables/main/${table}/indexes`;
const createIndex = (table: string, body: object = {}) =>
  api.post(indexesOf(table), {
    ...{ index_name: 'i', index_type: 'vector', columns: ['body'] },
    ...{ embedding_provider_id: provider, ...body },
  });
const drop = async (table: string) => {
  expect((await api.delete(`${indexesOf(table)}/i`)).status).toBe(204);
};
const append = (table: string, data: string, of = database) =>
  api.loadCsv(of.id, table, data, { mode: 'append' });

/** A vector that no text has. */
const other = Array.from({ length: dimensions }, (_, place) => place + 0.5);

/** Appends a row of JSON. */
async function bring(table: string, row: object): Promise<void> {
  const upload_id = await api.upload(Buffer.from(`${JSON.stringify(row)}\n`));
  const load = { mode: 'append', upload_id, format: 'json' };
  const { status, body } = await api.load(database.id, table, load);
  if (status !== 200) throw new Error(`${status} ${body.error.message}`);
}

async function rows(sql: string, of = database): Promise<Json[][]> {
  const headers = { 'x-database-id': of.id, 'cache-control': 'no-cache' };
  const { status, body } = await api.post('/v1/query', { sql }, headers);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.rows;
}

const columnsOf = async (table: string) =>
  (
    await rows(`SELECT column_name FROM information_schema.columns WHERE table_name = '${table}'`)
  ).flat();
const vector = (text: string) => vectorOf(text, dimensions);
const all = (table: string, at = '') =>
  `SELECT id, body, body_embedding FROM ${table} ${at} ORDER BY id`;
const segments = async () =>
  (await readdir(join(await made, 'objects', 'indexes'), { recursive: true })).filter((name) =>
    name.endsWith('.segment'),
  ).length;
const snapshotNow = async (): Promise<number> =>
  (await api.get(`/v1/databases/${database.id}/snapshots`)).body.snapshots[0].snapshot_id;

/** A table of three rows in two files, indexed, with one row deleted. */
async function indexed(table: string, body: object = {}): Promise<void> {
  await api.post(`/v1/databases/${database.id}/schemas/main/tables`, { name: table, key: ['id'] });
  await api.loadCsv(database.id, table, 'id,body\n1,one\n2,two\n3,\n');
  expect((await createIndex(table, body)).status).toBe(201);
  await append(table, 'id,body\n4,four\n5,five\n');
  await api.loadCsv(database.id, table, 'id\n2\n', { mode: 'delete' });
}
const expected = [
  [1, 'one', vector('one')],
  [3, null, null],
  [4, 'four', vector('four')],
  [5, 'five', vector('five')],
];

test('a dropped index on texts leaves its column, which is one of the table from then on', async () => {
  await indexed('notes');
  const before = await rows(all('notes'));
  expect(before).toEqual(expected);
  const [snapshot, asked] = [await snapshotNow(), embeddings.requests.length];
  const fork = (await api.post(`/v1/databases/${database.id}/fork`, {})).body;
  await drop('notes');
  expect(embeddings.requests.length).toBe(asked);
  expect((await api.get(indexesOf('notes'))).body.indexes).toEqual([]);
  expect(await rows(all('notes'))).toEqual(before);
  expect(await rows('SELECT * FROM notes WHERE id = 4')).toEqual([expected[2]]);
  expect(await columnsOf('notes')).toEqual(['id', 'body', 'body_embedding']);
  const kept = 'SELECT id FROM notes WHERE body_embedding IS NOT NULL ORDER BY id';
  expect(await rows(kept)).toEqual([[1], [4], [5]]);
  expect(await rows('SELECT count(*) FROM notes WHERE body_embedding IS NULL')).toEqual([[1]]);
  const near = `SELECT id FROM notes WHERE body_embedding IS NOT NULL ORDER BY l2_distance(body_embedding, ARRAY[${vector('ruof')}]) LIMIT 1`;
  expect(await rows(near)).toEqual([[4]]);
  // The state before, and the diverged state.
  expect(await rows(all('notes', `AT (VERSION => ${snapshot})`))).toEqual(before);
  expect((await api.get(indexesOf('notes', fork))).body.indexes).toHaveLength(1);
  await append('notes', 'id,body\n6,six\n', fork);
  expect(await rows(all('notes'), fork)).toEqual([...expected, [6, 'six', vector('six')]]);
  // A fork of the present state has the column; a fork of the earlier state has the index.
  const now = (await api.post(`/v1/databases/${database.id}/fork`, {})).body;
  expect(await rows(all('notes'), now)).toEqual(before);
  expect((await api.get(indexesOf('notes', now))).body.indexes).toEqual([]);
});

test('loads may leave the column out, or bring it', async () => {
  const asked = embeddings.requests.length;
  await append('notes', 'id,body\n7,seven\n');
  await bring('notes', { id: 8, body: 'eight', body_embedding: other });
  const upserted = { mode: 'upsert', data: 'id,body\n1,uno\n' };
  expect((await api.load(database.id, 'notes', upserted)).status).toBe(200);
  const updated = { mode: 'update', data: 'id,body\n4,quattro\n' };
  expect((await api.load(database.id, 'notes', updated)).status).toBe(200);
  expect(await rows(all('notes'))).toEqual([
    [1, 'uno', null],
    [3, null, null],
    [4, 'quattro', vector('four')],
    [5, 'five', vector('five')],
    [7, 'seven', null],
    [8, 'eight', other],
  ]);
  expect(embeddings.requests.length).toBe(asked);
});

test('results, searches and indexes of other kinds read it as any column', async () => {
  const result = await api.query(database.id, 'SELECT * FROM notes WHERE id > 3 ORDER BY id');
  const copied = { mode: 'replace', result_id: result.body.result_id };
  await eventually(async () => {
    expect((await api.load(database.id, 'copy', copied)).status).toBe(200);
  });
  expect(await rows(all('copy'))).toEqual(await rows(all('notes', 'WHERE id > 3')));
  const words = { index_name: 'words', index_type: 'bm25', columns: ['body'] };
  expect((await api.post(indexesOf('notes'), words)).status).toBe(201);
  const found = `SELECT id, body_embedding FROM bm25_search('notes', 'body', 'five')`;
  expect(await rows(found)).toEqual([[5, vector('five')]]);
  const sorted = { index_name: 'ids', index_type: 'sorted', columns: ['id'] };
  await eventually(async () => {
    expect((await api.post(indexesOf('copy'), sorted)).status).toBe(201);
  });
  expect(await rows('SELECT body_embedding FROM copy WHERE id = 4')).toEqual([[vector('four')]]);
  expect((await api.delete(`${indexesOf('notes')}/words`)).status).toBe(204);
});

test('a compaction writes it into the files, and asks for nothing', async () => {
  await indexed('packed');
  const asked = embeddings.requests.length;
  const [snapshot, built] = [await snapshotNow(), await segments()];
  await drop('packed');
  // Other built parts go, and the values stay.
  await eventually(async () => expect(await segments()).toBeLessThan(built), 20_000);
  expect(await rows(all('packed'))).toEqual(expected);
  for (let id = 20; id < 32; id += 1) await append('packed', `id,body\n${id},later\n`);
  const done = '/v1/jobs?job_type=ducklake_table_compaction&status=succeeded';
  const isPacked = async () => {
    const names = `SELECT count(*) FROM packed WHERE id >= 20`;
    expect(await rows(names)).toEqual([[12]]);
    expect((await api.get(done)).body.jobs.length).toBeGreaterThan(0);
  };
  await eventually(isPacked, 30_000);
  expect((await rows(all('packed'))).slice(0, 4)).toEqual(expected);
  expect(await rows(all('packed', `AT (VERSION => ${snapshot})`))).toEqual(expected);
  expect(embeddings.requests.length).toBe(asked);
});

test('a new index fills it again, from what is known of its texts', async () => {
  await indexed('again');
  const snapshot = await snapshotNow();
  await drop('again');
  await append('again', 'id,body\n6,never heard of\n7,one\n');
  await bring('again', { id: 8, body: 'four', body_embedding: other });
  const [asked, between] = [embeddings.texts.length, await snapshotNow()];
  const made = await createIndex('again');
  expect([made.status, made.body.columns]).toEqual([201, ['body_embedding']]);
  expect(embeddings.texts.slice(asked)).toEqual(['never heard of']);
  const filled = [
    ...expected,
    [6, 'never heard of', vector('never heard of')],
    [7, 'one', vector('one')],
    [8, 'four', vector('four')],
  ];
  expect(await rows(all('again'))).toEqual(filled);
  expect(await columnsOf('again')).toEqual(['id', 'body', 'body_embedding']);
  expect(await rows(all('again', `AT (VERSION => ${snapshot})`))).toEqual(expected);
  expect(await rows(all('again', `AT (VERSION => ${between})`))).toEqual([
    ...expected,
    [6, 'never heard of', null],
    [7, 'one', null],
    [8, 'four', other],
  ]);
  await expect(bring('again', { id: 9, body_embedding: other })).rejects.toThrow(
    /400 .* is filled by index 'i'/,
  );
  await append('again', 'id,body\n9,two\n');
  await drop('again');
  expect(await rows(all('again'))).toEqual([...filled, [9, 'two', vector('two')]]);
  const past = `/v1/databases/${database.id}/fork`;
  const of = (await api.post(past, { snapshot_id: snapshot })).body;
  expect(await rows(all('again'), of)).toEqual(expected);
});

test('rows that waited for their vector have null, and a load that goes on is waited for', async () => {
  await indexed('waits');
  const failing = sendJson(400, { error: { message: 'no such model' } });
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    embeddings.next.push((response) => {
      answer = () => failing(response);
      resolve();
    });
    // Nor does upkeep come before the drop.
    embeddings.next.push(failing, failing, failing);
  });
  const load = append('waits', 'id,body\n6,unheard of\n');
  await asked;
  const dropping = drop('waits');
  answer();
  expect((await load).waiting_row_count).toBe(1);
  await dropping;
  embeddings.next.length = 0;
  expect(await rows(all('waits'))).toEqual([...expected, [6, 'unheard of', null]]);
});

test('a drop that a load outlasts is refused, and leaves the index as it was', async () => {
  await indexed('busy');
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    embeddings.next.push((response, request) => {
      answer = () => vectors(response, request);
      resolve();
    });
  });
  const load = append('busy', 'id,body\n6,not yet known\n');
  await asked;
  const refused = await api.delete(`${indexesOf('busy')}/i`);
  expect([refused.status, refused.body.error.code, refused.body.error.message]).toEqual([
    409,
    'RESOURCE_LOCKED',
    "Table 'main.busy' is being loaded by another request; try again",
  ]);
  expect((await api.get(indexesOf('busy'))).body.indexes).toMatchObject([{ status: 'ready' }]);
  answer();
  await load;
  const last = [6, 'not yet known', vector('not yet known')];
  expect(await rows(all('busy'))).toEqual([...expected, last]);
  await drop('busy');
  expect(await rows(all('busy'))).toEqual([...expected, last]);
});

test('the profile of a query over the column it left shows nothing of where its values stand', async () => {
  await indexed('shown');
  await drop('shown');
  const sql = 'SELECT id, body_embedding FROM shown WHERE body_embedding IS NOT NULL ORDER BY id';
  const run = await api.query(database.id, sql, { profile: true });
  expect(run.body.rows).toHaveLength(3);
  const headers = { 'x-database-id': database.id };
  const path = `/v1/query-runs/${run.body.query_run_id}/profile`;
  const { body } = await api.get(path, headers);
  const tables = body.operators.flatMap((one: Json) => one.table ?? []);
  expect(tables).toContain('default.main.shown');
  const names = body.operators.map((one: Json) => one.name);
  expect(names.filter((name: string) => name === 'COLUMN_VALUES')).toHaveLength(2);
  const ours = /quern:|vectors|file_index|file_row_number|\bpos\b/i;
  expect(JSON.stringify(body)).not.toMatch(ours);
  expect(JSON.stringify(await rows(`EXPLAIN ${sql}`))).not.toMatch(ours);
  const turned = 'SELECT s.id FROM shown s JOIN shown o ON s.body_embedding = o.body_embedding';
  expect(JSON.stringify(await rows(`EXPLAIN ANALYZE ${turned}`))).not.toMatch(ours);
});

test('a drop that is killed has left the index, or the column', async () => {
  const moments: readonly ((dropping: Promise<unknown>) => Promise<unknown>)[] = [
    async () => undefined,
    // Later requests are answered.
    () => api.get('/v1/databases'),
    (dropping) => dropping,
  ];
  for (const [place, moment] of moments.entries()) {
    const table = `killed_${place}`;
    await indexed(table);
    const dropping = api.delete(`${indexesOf(table)}/i`);
    const ended = dropping.catch(() => undefined);
    await moment(dropping);
    await service.kill();
    await ended;
    await start();
    expect(await rows(all(table))).toEqual(expected);
    const { indexes } = (await api.get(indexesOf(table))).body;
    if (place === 2) expect(indexes).toEqual([]);
    await append(table, 'id,body\n6,one\n');
    const last = indexes.length === 1 ? vector('one') : null;
    expect(await rows(all(table))).toEqual([...expected, [6, 'one', last]]);
  }
}, 60_000);
