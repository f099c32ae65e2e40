import { readdir, rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddingServer, sendJson, vectorOf, vectors } from '../embedding-server.ts';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

const dimensions = 16;
let embeddings: EmbeddingServer;
let service: RunningService;
let api: Api;
let database: Json;
let provider: string;

beforeAll(async () => {
  embeddings = await new EmbeddingServer().start();
  service = await startService({
    env: {
      QUERN_SWEEP_INTERVAL: '1',
      QUERN_COMPACTION_QUIET: '0',
      QUERN_EMBEDDING_ORIGINS: embeddings.origin,
    },
  });
  api = service.api();
  database = await api.createDatabase();
  const config = { base_url: embeddings.baseUrl, model: 'letters', dimensions };
  const made = await api.post('/v1/embedding-providers', {
    name: 'letters',
    provider_type: 'service',
    config,
  });
  provider = made.body.id;
}, 60_000);
afterAll(async () => {
  await service?.dispose();
  await embeddings?.stop();
});

const tablePath = (table: string, of = database) =>
  `/v1/connections/${of.default_connection_id}/tables/main/${table}/indexes`;
const createIndex = (table: string, body: object = {}) =>
  api.post(tablePath(table), {
    index_name: `${table}_body`,
    index_type: 'vector',
    columns: ['body'],
    embedding_provider_id: provider,
    ...body,
  });
const declare = (name: string) =>
  api.post(`/v1/databases/${database.id}/schemas/main/tables`, { name, key: ['id'] });

async function rows(sql: string, of = database, options: object = {}): Promise<Json[][]> {
  const headers = { 'x-database-id': of.id, 'cache-control': 'no-cache' };
  const { status, body } = await api.post('/v1/query', { sql, ...options }, headers);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.rows;
}

/** What the column must hold: the vector of each row's text, as the server answers it. */
async function expectVectors(table: string, of = database, at = ''): Promise<void> {
  const found = await rows(`SELECT id, body, body_embedding FROM ${table} ${at} ORDER BY id`, of);
  expect(found.map(([id, , vector]) => [id, vector])).toEqual(
    found.map(([id, body]) => [id, body === null ? null : vectorOf(body, dimensions)]),
  );
}

const failing = sendJson(400, { error: { message: 'no such model' } });

describe('a vector index on a column of text', () => {
  test('is beside columns of the names that its values are stored under', async () => {
    await api.loadCsv(database.id, 'named', 'id,body,pos,vector\n1,one,5,v\n2,two,6,w\n');
    expect((await createIndex('named')).status).toBe(201);
    const found = await rows('SELECT id, pos, vector, body_embedding FROM named ORDER BY id');
    expect(found).toEqual([
      [1, 5, 'v', vectorOf('one', dimensions)],
      [2, 6, 'w', vectorOf('two', dimensions)],
    ]);
  });

  test('tells in its job and in the usage of the workspace what its build cost', async () => {
    const before = (await api.get('/v1/usage')).body;
    await api.loadCsv(database.id, 'costs', 'id,body\n1,costs seven\n2,tokens\n3,tokens\n');
    const asked = await createIndex('costs', { async: true });
    expect(asked.status).toBe(202);
    const tokens = 'costs seven tokens'.length;
    await eventually(async () => {
      const job = (await api.get(`/v1/jobs/${asked.body.id}`)).body;
      expect([job.status, job.progress]).toEqual([
        'succeeded',
        { rows: 3, bytes: expect.any(Number), tokens },
      ]);
    });
    const after = (await api.get('/v1/usage')).body;
    expect(after.embedded_text_count - before.embedded_text_count).toBe(2);
    expect(after.embedding_token_count - before.embedding_token_count).toBe(tokens);
  });

  test('makes a column of its vectors, which is read as any other', async () => {
    await declare('notes');
    await api.loadCsv(database.id, 'notes', 'id,body\n1,one\n2,two\n3,\n');
    const made = await createIndex('notes');
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({
        columns: ['body_embedding'],
        source_column: 'body',
        on_embedding_failure: 'wait',
      }),
    ]);
    for (const dialect of ['hotsql', 'postgres', 'duckdb']) {
      const one = await rows('SELECT * FROM notes WHERE id = 1', database, { dialect });
      expect(one).toEqual([[1, 'one', vectorOf('one', dimensions)]]);
    }
    await expectVectors('notes');
    const nearest = `SELECT id FROM notes WHERE body_embedding IS NOT NULL ORDER BY l2_distance(body_embedding, ARRAY[${vectorOf('owt', dimensions)}]) LIMIT 1`;
    expect(await rows(nearest)).toEqual([[2]]);
    expect(await rows('SELECT count(*), count(n.body_embedding) FROM notes n')).toEqual([[3, 2]]);
    const found = `SELECT id FROM vector_search_vector('notes', 'body_embedding', ARRAY[${vectorOf('owt', dimensions)}], 1)`;
    expect(await rows(found)).toEqual([[2]]);
    const cosine = `SELECT id, body_embedding FROM notes ORDER BY cosine_distance(body_embedding, ARRAY[${vectorOf('owt', dimensions)}]) LIMIT 1`;
    expect(await rows(cosine)).toEqual([[2, vectorOf('two', dimensions)]]);
    expect(String(await rows(`EXPLAIN ${cosine}`))).toContain('notes_body');
    const columns = "SELECT column_name FROM information_schema.columns WHERE table_name = 'notes'";
    expect((await rows(columns)).flat()).toEqual(['id', 'body', 'body_embedding']);
    const listed = await api.get(
      `/v1/information_schema?connection_id=${database.default_connection_id}&include_columns=true`,
    );
    const table = listed.body.tables.find((one: Json) => one.table === 'notes');
    expect(table.columns.map((column: Json) => column.name)).toContain('body_embedding');
  });

  test('fills it at each load, whatever the mode, and asks for new texts alone', async () => {
    const asked = embeddings.texts.length;
    const appended = await api.loadCsv(database.id, 'notes', 'id,body\n4,four\n5,one\n6,\n', {
      mode: 'append',
    });
    expect([appended.embedded_row_count, appended.waiting_row_count]).toEqual([2, undefined]);
    expect(embeddings.texts.slice(asked)).toEqual(['four']);
    await expectVectors('notes');
    const upserted = await api.loadCsv(database.id, 'notes', 'id,body\n1,uno\n7,seven\n', {
      mode: 'upsert',
    });
    expect(upserted.embedded_row_count).toBe(2);
    await expectVectors('notes');
    await api.loadCsv(database.id, 'notes', 'id\n2\n', { mode: 'delete' });
    await expectVectors('notes');
    expect(await rows('SELECT id FROM notes WHERE body_embedding IS NULL ORDER BY id')).toEqual([
      [3],
      [6],
    ]);
  });

  test('is what it was at an earlier snapshot and in a fork, which goes its own way', async () => {
    const detail = (await api.get(`/v1/databases/${database.id}/snapshots`)).body;
    const { snapshot_id } = detail.snapshots[0];
    const fork = (await api.post(`/v1/databases/${database.id}/fork`, {})).body;
    await expectVectors('notes', fork);
    await api.loadCsv(fork.id, 'notes', 'id,body\n9,nine\n', { mode: 'append' });
    await api.loadCsv(database.id, 'notes', 'id,body\n8,eight\n');
    await expectVectors('notes', fork);
    await expectVectors('notes');
    expect(await rows('SELECT id FROM notes')).toEqual([[8]]);
    await expectVectors('notes', database, `AT (VERSION => ${snapshot_id})`);
    const past = await rows(
      `SELECT count(body_embedding) FROM notes AT (VERSION => ${snapshot_id})`,
    );
    expect(past).toEqual([[4]]);
  });

  test('has the same vectors after a compaction, which asks for none', async () => {
    const asked = embeddings.texts.length;
    for (let id = 20; id < 32; id += 1) {
      const text = `id,body\n${id},eight\n`;
      await api.loadCsv(database.id, 'notes', text, { mode: 'append' });
    }
    await eventually(async () => {
      const done = await api.get('/v1/jobs?job_type=ducklake_table_compaction&status=succeeded');
      expect(done.body.jobs.length).toBeGreaterThan(0);
      await expectVectors('notes');
    }, 30_000);
    expect(await rows('SELECT count(*), count(body_embedding) FROM notes')).toEqual([[13, 13]]);
    expect(embeddings.texts.slice(asked)).toEqual([]);
  });

  test('refuses what would make two columns of a name, and is named as it is told', async () => {
    const brought = await api.load(database.id, 'notes', {
      data: 'id,body,body_embedding\n1,a,[1]\n',
    });
    expect([brought.status, brought.body.error.message]).toEqual([
      400,
      expect.stringMatching(/'body_embedding' .* is filled by index 'notes_body'; leave it out/),
    ]);
    const taken = await createIndex('notes', { index_name: 'other', output_column: 'ID' });
    expect([taken.status, taken.body.error.message]).toEqual([
      400,
      expect.stringMatching(/has a column 'id' already; name another one/),
    ]);
    const again = await createIndex('notes', { index_name: 'other' });
    expect(again.status).toBe(400);
    const named = await createIndex('notes', { index_name: 'other', output_column: 'Ünlü v' });
    expect([named.status, named.body.columns]).toEqual([201, ['Ünlü v']]);
    expect(await rows('SELECT "Ünlü v" = body_embedding FROM notes LIMIT 1')).toEqual([[true]]);
    expect((await api.delete(`${tablePath('notes')}/other`)).status).toBe(204);
    expect(await rows('SELECT "Ünlü v" = body_embedding FROM notes LIMIT 1')).toEqual([[true]]);
  });

  test('needs the data file no more once its texts are read', async () => {
    const folder = join(service.dataDir, 'objects', 'lakes');
    const files = () => readdir(folder, { recursive: true }).catch((): string[] => []);
    const before = new Set(await files());
    await api.loadCsv(database.id, 'read', 'id,body\n1,read once\n2,read and embedded\n');
    const added = (await files()).filter((name) => !before.has(name) && name.endsWith('.parquet'));
    expect(added).toHaveLength(1);
    const path = join(folder, added[0] ?? '');
    const held = new Promise<() => void>((resolve) => {
      embeddings.next.push((response, request) => resolve(() => vectors(response, request)));
    });
    const asked = await createIndex('read', { async: true });
    expect(asked.status).toBe(202);
    const answer = await held;
    await rename(path, `${path}.away`);
    answer();
    await eventually(async () => {
      expect((await api.get(`/v1/jobs/${asked.body.id}`)).body.status).toBe('succeeded');
    });
    await rename(`${path}.away`, path);
    await expectVectors('read');
  });

  test('says that a damaged file of it is damaged, and has it made again', async () => {
    const folder = join(service.dataDir, 'objects', 'indexes');
    const files = (await readdir(folder, { recursive: true })).filter((name) =>
      name.endsWith('.parquet'),
    );
    for (const name of files) await truncate(join(folder, name), 40);
    const damaged = await api.post(
      '/v1/query',
      { sql: 'SELECT id, body_embedding FROM notes' },
      { 'x-database-id': database.id, 'cache-control': 'no-cache' },
    );
    expect([damaged.status, damaged.body.error.message]).toEqual([
      503,
      expect.stringMatching(/'body_embedding' .* are damaged and are being made again; try again/),
    ]);
    expect(await rows('SELECT count(*) FROM notes')).toEqual([[13]]);
    // Of an index that was dropped nobody makes them again.
    const kept = await api.query(database.id, 'SELECT "Ünlü v" FROM notes');
    expect([kept.status, kept.body.error.message]).toEqual([500, expect.stringMatching(/damaged/)]);
    await eventually(async () => {
      await expectVectors('notes');
      expect(await rows('SELECT count(body_embedding) FROM notes')).toEqual([[13]]);
    }, 30_000);
  });
});

describe('a load whose texts cannot be embedded', () => {
  test('is done, and its rows wait for their vectors, where that was asked', async () => {
    await api.loadCsv(database.id, 'waits', 'id,body\n1,one\n');
    expect((await createIndex('waits')).status).toBe(201);
    embeddings.next.push(failing);
    const load = await api.loadCsv(database.id, 'waits', 'id,body\n2,never before\n3,\n', {
      mode: 'append',
    });
    expect([load.row_count, load.embedded_row_count, load.waiting_row_count]).toEqual([3, 0, 2]);
    await eventually(async () => {
      await expectVectors('waits');
      expect(await rows('SELECT count(body_embedding) FROM waits')).toEqual([[2]]);
    }, 30_000);
  });

  test('is not done at all, where that was asked', async () => {
    await api.loadCsv(database.id, 'fails', 'id,body\n1,one\n');
    const made = await createIndex('fails', { on_embedding_failure: 'fail' });
    expect([made.status, made.body.on_embedding_failure]).toEqual([201, 'fail']);
    embeddings.next.push(failing);
    const load = await api.load(database.id, 'fails', {
      mode: 'append',
      data: 'id,body\n2,unheard of\n',
    });
    expect([load.status, load.body.error.message]).toEqual([
      502,
      expect.stringMatching(/^Nothing was loaded: index "?'?fails_body.* no such model/),
    ]);
    expect(await rows('SELECT id FROM fails')).toEqual([[1]]);
    const again = await api.loadCsv(database.id, 'fails', 'id,body\n2,unheard of\n', {
      mode: 'append',
    });
    expect(again.embedded_row_count).toBe(1);
    await expectVectors('fails');
  });
});
