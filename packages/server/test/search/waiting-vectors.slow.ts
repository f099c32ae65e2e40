import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createJobStore } from '../../src/jobs/job-store.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { scheduleLock } from '../../src/metadata/lock-names.ts';
import { openMetadata } from '../../src/metadata/open-metadata.ts';
import { deferred } from '../deferred.ts';
import { EmbeddingServer, sendJson, vectorOf, vectors } from '../embedding-server.ts';
import { eventually } from '../eventually.ts';
import { type Json, type RunningService, startService } from '../service.ts';

const dimensions = 8;
const failing = sendJson(400, { error: { message: 'no such model' } });
let embeddings: EmbeddingServer;
let service: RunningService;
let folder: string;
let database: Json;
let provider: string;

/**
 * Sweeps are hours apart, so nothing is filled or compacted before the test's call. The sweep of
 * indexes is never rare: another owner holds its lock until then.
 */
const start = async (sweeps: '1' | '86400') => {
  await service?.kill();
  if (sweeps === '1') await holdUpkeepUntil(0);
  service = await startService({
    dataDir: folder,
    env: {
      QUERN_WORKERS: '1',
      QUERN_SWEEP_INTERVAL: sweeps,
      QUERN_NODE_TIMEOUT: '1',
      QUERN_COMPACTION_QUIET: '0',
      QUERN_EMBEDDING_ORIGINS: embeddings.origin,
    },
  });
  // Longer than any test; a lock that ends in a day would belong to a clock set back.
  if (sweeps === '86400') await holdUpkeepUntil(Date.now() + 10 * 60_000);
};

async function holdUpkeepUntil(expires_at: number): Promise<void> {
  const metadata = await openMetadata(`sqlite:${join(folder, 'quern.db')}`);
  const held = { name: scheduleLock('indexes'), owner: 'the test', fencing_token: 1, expires_at };
  await metadata.db
    .insertInto('locks')
    .values(held)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref, lit }) => ({
        owner: held.owner,
        fencing_token: sql<number>`${ref('locks.fencing_token')} + ${lit(1)}`,
        expires_at,
      })),
    )
    .execute();
  await metadata.close();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quern-waiting-'));
  embeddings = await new EmbeddingServer().start();
  await start('86400');
  database = await service.api().createDatabase();
}, 60_000);
afterAll(async () => {
  await service?.kill();
  await embeddings?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A table of texts with an index embedded by an own provider. */
async function indexed(table: string, data: string): Promise<void> {
  const config = { base_url: embeddings.baseUrl, model: table, dimensions };
  const made = { name: table, provider_type: 'service', config };
  provider = (await service.api().post('/v1/embedding-providers', made)).body.id;
  await service.api().loadCsv(database.id, table, data);
  const path = `/v1/connections/${database.default_connection_id}/tables/main/${table}/indexes`;
  const index = await service.api().post(path, {
    ...{ index_name: `${table}_body`, index_type: 'vector', columns: ['body'] },
    embedding_provider_id: provider,
  });
  expect([index.status, index.body.error]).toEqual([201, undefined]);
}

const append = (table: string, data: string) =>
  service.api().loadCsv(database.id, table, `id,body\n${data}\n`, { mode: 'append' });
/** Asks like any client, so an answer may be repeated. */
async function rows(sql: string): Promise<Json[][]> {
  const { status, body } = await service.api().query(database.id, sql);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.rows;
}

test('a text that is always refused keeps no later load waiting, and what was answered meanwhile is not answered again', async () => {
  await indexed('notes', 'id,body\n1,one\n');
  embeddings.refuses.add('poison');
  expect((await append('notes', '2,poison')).waiting_row_count).toBe(1);
  embeddings.next.push(failing);
  expect((await append('notes', '3,three')).waiting_row_count).toBe(1);
  await start('1');
  const sql = 'SELECT id, body_embedding FROM notes ORDER BY id';
  await eventually(async () => {
    expect(await rows(sql)).toEqual([
      [1, vectorOf('one', dimensions)],
      [2, null],
      [3, vectorOf('three', dimensions)],
    ]);
  }, 30_000);
  embeddings.refuses.clear();
}, 90_000);

const indexesOf = async (table: string): Promise<Json[]> => {
  const path = `/v1/connections/${database.default_connection_id}/tables/main/${table}/indexes`;
  return (await service.api().get(path)).body.indexes;
};

test('a text that is refused waits alone, and its index says why until it is taken', async () => {
  await start('86400');
  const texts = ['one', 'two', 'poison', 'four', 'five', '', 'poison', 'eight'];
  const lines = texts.map((text, id) => `${id},${text}`);
  embeddings.refuses.add('poison');
  await indexed('mixed', `id,body\n${lines.join('\n')}\n`);
  const sql = 'SELECT body, body_embedding FROM mixed ORDER BY id';
  const wanted = (body: string | null) =>
    body === null || embeddings.refuses.has(body) ? null : vectorOf(body, dimensions);
  const check = async (count: number) => {
    const found = await rows(sql);
    expect(found).toHaveLength(count);
    for (const [body, vector] of found) expect([body, vector]).toEqual([body, wanted(body)]);
  };
  await check(8);
  const refusal =
    "Some rows wait for their vectors: Embedding provider 'mixed' refused the request (400): this text is refused";
  expect(await indexesOf('mixed')).toMatchObject([{ status: 'ready', error_message: refusal }]);
  const near = "SELECT body FROM vector_search('mixed', 'body', 'eight', 8)";
  expect((await rows(near)).flat().sort()).toEqual(['eight', 'five', 'four', 'one', 'two']);
  embeddings.refuses.add('toxin');
  const loaded = await append('mixed', '8,nine\n9,toxin\n10,one\n11,toxin\n12,ten');
  expect([loaded.embedded_row_count, loaded.waiting_row_count]).toEqual([3, 2]);
  await check(13);
  embeddings.refuses.delete('poison');
  const asked = embeddings.texts.length;
  await start('1');
  await eventually(async () => {
    expect(await rows('SELECT count(body_embedding) FROM mixed')).toEqual([[10]]);
    expect(await indexesOf('mixed')).toMatchObject([{ error_message: refusal }]);
  }, 30_000);
  await check(13);
  // Embedded texts are not requested again, and refused texts no more often than needed.
  expect(embeddings.texts.slice(asked).toSorted()).toEqual(['poison', 'toxin']);
  embeddings.refuses.clear();
}, 90_000);

test('the upkeep of an index that is cancelled elsewhere ends its request, and its rows wait on', async () => {
  await start('86400');
  await indexed('stopped', 'id,body\n1,one\n');
  embeddings.next.push(failing);
  expect((await append('stopped', '2,two')).waiting_row_count).toBe(1);
  const held = deferred<ServerResponse>();
  embeddings.next.push(function hold(response, request) {
    if (request.body.model === 'stopped') return held.resolve(response);
    embeddings.next.unshift(hold);
    vectors(response, request);
  });
  await start('1');
  const request = await held.promise;
  const ended = once(request, 'close');
  const metadata = await openMetadata(`sqlite:${join(folder, 'quern.db')}`);
  try {
    const [index] = await metadata.db
      .selectFrom('lake_indexes')
      .select('id')
      .where('name', '=', 'stopped_body')
      .execute();
    const { id } = await metadata.db
      .selectFrom('jobs')
      .select('id')
      .where('dedupe_key', '=', `index:${index?.id}`)
      .executeTakeFirstOrThrow();
    const jobs = createJobStore(metadata, systemClock);
    expect(await jobs.cancel(id)).toBe(true);
    await ended;
    expect(await jobs.get(id)).toMatchObject({
      ...{ jobType: 'index_upkeep', status: 'failed' },
      errorMessage: expect.stringMatching(/^The job was cancelled/),
    });
  } finally {
    await metadata.close();
  }
  expect(await indexesOf('stopped')).toMatchObject([{ status: 'ready' }]);
  const found = 'SELECT id, body_embedding FROM stopped ORDER BY id';
  expect(await rows(found)).toEqual([
    [1, vectorOf('one', dimensions)],
    [2, null],
  ]);
}, 90_000);

/** The files of all indexes with a form. */
async function filesOf(form: string): Promise<string[]> {
  const indexes = join(folder, 'objects', 'indexes');
  const found = await readdir(indexes, { recursive: true }).catch(() => []);
  return found.filter((name) => name.endsWith(form)).map((name) => join(indexes, name));
}

const lostFiles = [
  ['segment', "SELECT id FROM vector_search('lost_segment', 'body', 'one', 8)"],
  ['parquet', 'SELECT body_embedding FROM lost_parquet'],
] as const;

/** An index with a refused text, one of whose files is then lost. */
async function lose(form: string, reads: string): Promise<void> {
  const others = new Set(await filesOf(`.${form}`));
  await indexed(`lost_${form}`, 'id,body\n1,one\n2,poison\n3,three\n');
  const [path = '', ...more] = (await filesOf(`.${form}`)).filter((name) => !others.has(name));
  expect(more).toEqual([]);
  await rm(path);
  expect((await service.api().query(database.id, reads)).status).toBe(503);
}

/** After the table's files have been compacted into one. */
const compacted = (table: string) =>
  eventually(() => {
    const steps = service.log.filter((line: Json) => line.msg === 'compaction');
    expect(steps.map((line: Json) => [line.table, line.files_after])).toContainEqual([
      `main.${table}`,
      1,
    ]);
  }, 30_000);

// Made before the one start of the upkeep, which takes up all tables.
describe('what waits when the upkeep begins', () => {
  let asked = 0;
  beforeAll(async () => {
    await start('86400');
    embeddings.refuses.add('poison');
    for (const [form, reads] of lostFiles) await lose(form, reads);
    embeddings.refuses.clear();
    embeddings.refuses.add('toxin');
    await indexed('merged', 'id,body\n0,zero\n1,toxin\n');
    for (let id = 2; id < 12; id += 1) await append('merged', `${id},text ${id}`);
    await append('merged', '12,"toxin"\n13,last');
    await indexed('small', 'id,body\n0,zero\n');
    for (let id = 1; id < 12; id += 1) await append('small', `${id},text ${id}`);
    expect((await service.api().delete(`/v1/embedding-providers/${provider}`)).status).toBe(204);
    await indexed('retyped', 'id,body\n1,one\n');
    asked = embeddings.texts.length;
    const numbers = 'id,body\n1,41\n2,42\n';
    const replaced = await service
      .api()
      .loadCsv(database.id, 'retyped', numbers, { mode: 'replace' });
    expect(replaced.embedded_row_count ?? 0).toBe(0);
    await start('1');
  });
  afterAll(() => embeddings.refuses.clear());

  test.each(lostFiles)(
    'an index whose .%s is lost has the same vectors in its search and its column, once the text is taken that was refused',
    async (form) => {
      const table = `lost_${form}`;
      await eventually(async () => {
        const [index] = await indexesOf(table);
        expect([index?.status, index?.error_message]).toEqual(['ready', undefined]);
        const near = `SELECT id FROM vector_search('${table}', 'body', 'one', 8) ORDER BY id`;
        expect(await rows(near)).toEqual([[1], [2], [3]]);
      }, 30_000);
      expect(await rows(`SELECT id, body_embedding FROM ${table} ORDER BY id`)).toEqual([
        [1, vectorOf('one', dimensions)],
        [2, vectorOf('poison', dimensions)],
        [3, vectorOf('three', dimensions)],
      ]);
    },
    90_000,
  );

  test('files with texts that are refused are put together, and their rows wait as before', async () => {
    await compacted('merged');
    for (const [body, vector] of await rows('SELECT body, body_embedding FROM merged'))
      expect([body, vector]).toEqual([body, body === 'toxin' ? null : vectorOf(body, dimensions)]);
    expect(await rows('SELECT count(body_embedding) FROM merged')).toEqual([[12]]);
  }, 90_000);

  test('a column that took the place of the indexed one is not embedded', async () => {
    const path = `/v1/connections/${database.default_connection_id}/tables/main/retyped/indexes`;
    await eventually(async () => {
      const upkeep = 'SELECT body FROM retyped ORDER BY id';
      expect(await rows(upkeep)).toEqual([[41], [42]]);
      expect((await service.api().get(path)).body.indexes).toHaveLength(1);
    });
    await append('retyped', '3,43');
    // Of the other texts only refused ones are requested again.
    const others = new Set(['poison', 'toxin']);
    expect(embeddings.texts.slice(asked).filter((text) => !others.has(text))).toEqual([]);
  }, 90_000);

  test('a compaction whose vectors cannot be had rewrites nothing, and says so', async () => {
    await eventually(async () => {
      const jobs = await service.api().get('/v1/jobs?job_type=ducklake_table_compaction');
      expect(jobs.body.jobs.map((job: Json) => [job.status, job.error_message])).toContainEqual([
        'failed',
        expect.stringMatching(/The embedding provider of index 'small_body' was deleted/),
      ]);
    }, 30_000);
    const logged = service.log.filter((line: Json) => line.msg === 'compaction');
    expect(logged.filter((line: Json) => line.table === 'main.small')).toEqual([]);
    expect(await rows('SELECT count(body_embedding) FROM small')).toEqual([[12]]);
  }, 90_000);
});

test('a compaction takes what the cache has let go of from the files that it puts together', async () => {
  await start('86400');
  await indexed('forgotten', 'id,body\n0,zero\n');
  for (let id = 1; id < 11; id += 1) await append('forgotten', `${id},forgotten ${id}`);
  await append('forgotten', '11,\n12,"zero"\n13,"two\nlines\u2028"');
  await service.kill();
  const metadata = await openMetadata(`sqlite:${join(folder, 'quern.db')}`);
  await metadata.db.deleteFrom('embedded_texts').execute();
  await metadata.close();
  const asked = embeddings.texts.length;
  await start('1');
  await compacted('forgotten');
  const found = await rows('SELECT id, body, body_embedding FROM forgotten ORDER BY id');
  expect(found).toHaveLength(14);
  for (const [id, body, vector] of found)
    expect([id, vector]).toEqual([id, body === null ? null : vectorOf(body, dimensions)]);
  const near = "SELECT id FROM vector_search('forgotten', 'body', 'zero', 2) ORDER BY id";
  expect(await rows(near)).toEqual([[0], [12]]);
  expect(embeddings.texts.slice(asked)).toEqual([]);
}, 90_000);
