import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EmbeddingServer, vectorOf } from '../embedding-server.ts';
import { eventually } from '../eventually.ts';
import { type Json, type RunningService, startService } from '../service.ts';

const dimensions = 8;
let embeddings: EmbeddingServer;
let service: RunningService;
let folder: string;
let database: Json;
let provider: string;

const start = async () => {
  service = await startService({
    dataDir: folder,
    env: {
      QUERN_SWEEP_INTERVAL: '1',
      QUERN_NODE_TIMEOUT: '1',
      QUERN_COMPACTION_QUIET: '0',
      QUERN_EMBEDDING_ORIGINS: embeddings.origin,
    },
  });
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-killed-vectors-'));
  embeddings = await new EmbeddingServer().start();
  await start();
  database = await service.api().createDatabase();
  const config = { base_url: embeddings.baseUrl, model: 'letters', dimensions };
  const made = { name: 'p', provider_type: 'service', config };
  provider = (await service.api().post('/v1/embedding-providers', made)).body.id;
}, 60_000);
afterAll(async () => {
  await service?.kill();
  await embeddings?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const indexesOf = (table: string) =>
  `/v1/connections/${database.default_connection_id}/tables/main/${table}/indexes`;
const createIndex = (table: string, name: string, isAsync: boolean) =>
  service.api().post(indexesOf(table), {
    ...{ index_name: name, index_type: 'vector', columns: ['body'], output_column: `${name}_v` },
    ...{ embedding_provider_id: provider, async: isAsync },
  });
async function rows(sql: string): Promise<Json[][]> {
  const headers = { 'x-database-id': database.id, 'cache-control': 'no-cache' };
  const { status, body } = await service.api().post('/v1/query', { sql }, headers);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.rows;
}
const filesBelow = async (...path: readonly string[]) =>
  (await readdir(join(folder, ...path), { recursive: true }).catch(() => [])).filter((name) =>
    /\.(?:segment|parquet|texts|vectors)$/.test(name),
  ).length;

test('a build that is killed while its texts are embedded, written or stored goes on, with the vector of every row', async () => {
  const texts = Array.from({ length: 3_000 }, (_unused, id) => `text ${id} of many`);
  const lines = texts.map((text, id) => `${id},${text}`);
  await service.api().loadCsv(database.id, 't', `id,body\n${lines.join('\n')}\n`);
  const moments: readonly (() => Promise<unknown>)[] = [
    // The first request is never answered.
    () => new Promise<void>((resolve) => embeddings.next.push(() => resolve())),
    async () => {
      const before = embeddings.requests.length;
      await eventually(async () => expect(embeddings.requests.length).toBeGreaterThan(before + 3));
    },
    async () => {
      const before = await filesBelow('objects', 'indexes');
      await eventually(async () =>
        expect(await filesBelow('objects', 'indexes')).toBeGreaterThan(before),
      );
    },
  ];
  for (const [round, moment] of moments.entries()) {
    const name = `round${round}`;
    // Indexes share embedded texts through the cache, so each index has its own texts.
    await service
      .api()
      .loadCsv(
        database.id,
        't',
        `id,body\n${lines.map((line) => `${line} ${round}`).join('\n')}\n`,
      );
    const reached = moment();
    const asked = await createIndex('t', name, true);
    expect([asked.status, asked.body.error]).toEqual([202, undefined]);
    await reached;
    await service.kill();
    await start();
    await eventually(async () => {
      const { indexes } = (await service.api().get(indexesOf('t'))).body;
      expect(indexes.map((one: Json) => [one.index_name, one.status])).toContainEqual([
        name,
        'ready',
      ]);
    }, 60_000);
    const found = await rows(`SELECT body, ${name}_v FROM t ORDER BY id`);
    expect(found.length).toBe(texts.length);
    for (const [body, vector] of found) expect(vector).toEqual(vectorOf(body, dimensions));
    const last = texts.at(-1);
    const near = `SELECT body FROM vector_search('t', 'body', '${last} ${round}', 1)`;
    expect(await rows(near)).toHaveLength(1);
    expect((await service.api().delete(`${indexesOf('t')}/${name}`)).status).toBe(204);
  }
}, 300_000);

test('a merge of files that is killed leaves every row its vector, and is done by the next', async () => {
  const compactions = async () => {
    const { body } = await service.api().get('/v1/jobs?job_type=ducklake_table_compaction');
    return body.jobs as Json[];
  };
  const ids = Array.from({ length: 16 }, (_unused, id) => id);
  const check = async (table: string) => {
    const found = await rows(`SELECT id, body, ${table}_v FROM ${table} ORDER BY id`);
    expect(found.map(([id]) => id)).toEqual(ids);
    for (const [, body, vector] of found) expect(vector).toEqual(vectorOf(body, dimensions));
  };
  // A dead node keeps a table for ten minutes, so each moment has its own table.
  for (const status of ['pending', 'running', 'succeeded']) {
    const seen = new Set((await compactions()).map(({ id }) => id));
    for (const id of ids) {
      const data = `id,body\n${id},text ${id}\n`;
      await service.api().loadCsv(database.id, status, data, { mode: 'append' });
      if (id === 0) expect((await createIndex(status, status, false)).status).toBe(201);
    }
    await eventually(async () => {
      const states = (await compactions()).filter(({ id }) => !seen.has(id));
      // A merge may end before the test sees it at work.
      expect(states.some((job) => job.status === status || job.status === 'succeeded')).toBe(true);
    }, 60_000);
    await service.kill();
    await start();
    await check(status);
  }
  await eventually(async () => {
    const jobs = await compactions();
    expect(jobs.map((job) => job.status)).toEqual(jobs.map(() => 'succeeded'));
    for (const table of ['pending', 'running', 'succeeded']) await check(table);
  }, 60_000);
}, 300_000);
