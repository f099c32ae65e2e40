import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { lakeFileKey, resultKey, uploadKey } from '../../src/objects/keys.ts';
import { endlessSql } from '../api/occupy-workers.ts';
import { makeParquet, readParquet } from '../api/parquet-files.ts';
import { eventually } from '../eventually.ts';
import { canRunS3Server, installTimeoutMs } from '../s3-server.ts';
import { type Api, type Json, put, type RunningService, testToken } from '../service.ts';
import { bucket, createSharedBackends, type SharedBackends } from './shared-backends.ts';

const MiB = 2 ** 20;
/** The smallest there can be. */
const cacheBytes = 64 * MiB;

describe('the main job on PostgreSQL and S3', () => {
  if (!canRunS3Server()) {
    it.skip('has no S3 server to run on (needs Go)');
    return;
  }
  let backends: SharedBackends;
  let node: RunningService;
  let api: Api;
  let database: Json;

  beforeAll(async () => {
    backends = await createSharedBackends({
      QUERN_CACHE_BYTES: '64MiB',
      QUERN_SWEEP_INTERVAL: '1',
      QUERN_UPLOAD_SINGLE_MAX_BYTES: '1MiB',
      QUERN_PREVIEW_ROWS: '10',
    });
    node = await backends.startNode('a');
    api = node.api();
    database = await api.createDatabase({ name: 'main job' });
  }, installTimeoutMs);
  afterAll(() => backends?.remove());

  const rows = async (sql: string) => {
    const { status, body } = await api.query(database.id, sql);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.rows;
  };
  const loaded = async (table: string, source: Record<string, unknown>) => {
    const { status, body } = await api.load(database.id, table, source);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const cachedBytes = async () => {
    const folder = join(node.dataDir, 'cache');
    const sizes = await Promise.all(
      (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };

  it('takes a single upload by a presigned URL of the store, checks its sum, and loads CSV', async () => {
    const bytes = Buffer.from('id,name\n1,Ada\n2,"Grä\nce"\n');
    const refused = await api.post('/v1/uploads', {
      declared_size_bytes: bytes.length,
      checksum_algo: 'sha256',
      checksum_value: '0'.repeat(64),
    });
    const store = new URL(refused.body.url).origin;
    expect(store).not.toBe(node.origin);
    const page = await fetch(`${node.origin}/`);
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${store};`);
    const token = { 'x-upload-finalize-token': refused.body.finalize_token };
    const finalize = `/v1/uploads/${refused.body.upload_id}/finalize`;
    expect((await api.post(finalize, {}, token)).body.error.message).toContain(
      'Nothing was uploaded',
    );
    await put(refused.body.url, bytes);
    expect((await api.post(finalize, {}, token)).body.error.message).toContain('SHA-256');
    expect(
      (await backends.objects()).filter((key) => key.includes(refused.body.upload_id)),
    ).toEqual([]);

    const uploadId = await api.upload(bytes, { content_type: 'text/csv' });
    await loaded('people', { upload_id: uploadId });
    expect(await rows('SELECT * FROM people ORDER BY id')).toEqual([
      [1, 'Ada'],
      [2, 'Grä\nce'],
    ]);
    // A repeat is answered, not loaded again.
    expect((await loaded('people', { upload_id: uploadId })).row_count).toBe(2);
  });

  it('takes known and unknown sizes in parts, sent again and in any order, and loads Parquet and JSON', async () => {
    const parquet = await makeParquet(
      'SELECT range AS n, md5(range::varchar) AS text FROM range(200000)',
      ', COMPRESSION uncompressed',
    );
    expect(parquet.length).toBeGreaterThan(6 * MiB);
    const known = (
      await api.post('/v1/uploads', { declared_size_bytes: parquet.length, part_size: 5 * MiB })
    ).body;
    expect(known.part_urls).toHaveLength(Math.ceil(parquet.length / (5 * MiB)));
    const pieces = known.part_urls.map((_: string, index: number) =>
      parquet.subarray(index * known.part_size, (index + 1) * known.part_size),
    );
    await put(known.part_urls[0], Buffer.alloc(5 * MiB));
    const etags = await Promise.all(
      [...known.part_urls.entries()]
        .reverse()
        .map(async ([index, url]) => [index, await put(url, pieces[index])] as const),
    );
    const parts = etags
      .sort((a, b) => a[0] - b[0])
      .map(([index, e_tag]) => ({ part_number: index + 1, e_tag }));
    const token = { 'x-upload-finalize-token': known.finalize_token };
    const finalize = `/v1/uploads/${known.upload_id}/finalize`;
    const bad = [
      { part_number: 1, e_tag: '"0123456789abcdef0123456789abcdef"' },
      ...parts.slice(1),
    ];
    const refusal = await api.post(finalize, { parts: bad }, token);
    expect([refusal.status, refusal.body.error.message]).toEqual([
      400,
      expect.stringContaining('part 1'),
    ]);
    expect((await api.post(finalize, { parts }, token)).status).toBe(200);
    await loaded('numbers', { upload_id: known.upload_id });
    expect(await rows('SELECT count(*), sum(n), count(DISTINCT text) FROM numbers')).toEqual([
      [200_000, 19_999_900_000, 200_000],
    ]);

    const lines = Array.from({ length: 100 }, (_, index) =>
      JSON.stringify({ a: index, b: { c: [index] } }),
    );
    const streamed = await api.upload(Buffer.from(lines.join('\n')), { declared_size_bytes: null });
    await loaded('documents', { upload_id: streamed });
    await loaded('documents', {
      mode: 'append',
      upload_id: await api.upload(Buffer.from(`[${lines.join(',')}]`)),
    });
    expect(await rows('SELECT count(*), sum(a) FROM documents')).toEqual([[200, 9_900]]);
    await loaded('inline', { data: 'x\n1\n', idempotency_key: 'k' });
    await loaded('inline', { mode: 'append', data: 'x\n2\n' });
    expect(
      (await api.load(database.id, 'inline', { data: 'x\n9\n', idempotency_key: 'k' })).status,
    ).toBe(409);
    expect(await rows('SELECT sum(x) FROM inline')).toEqual([[3]]);
  });

  it('keeps results that come in all five formats, can be queried and loaded', async () => {
    const { body } = await api.query(
      database.id,
      'SELECT n, text FROM numbers ORDER BY n LIMIT 25',
    );
    expect([body.truncated, body.preview_row_count]).toEqual([true, 10]);
    const fetched = async (format: string) => {
      const response = await fetch(`${node.origin}/v1/results/${body.result_id}?format=${format}`, {
        headers: { authorization: `Bearer ${testToken}`, 'x-database-id': database.id },
      });
      expect(response.status).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    };
    const json = await eventually(async () => JSON.parse((await fetched('json')).toString()));
    expect(json.rows.map(([n]: [number]) => n)).toEqual(
      Array.from({ length: 25 }, (_, index) => index),
    );
    const texts = json.rows.map(([, text]: [number, string]) => text);
    const table = tableFromIPC(await fetched('arrow'));
    expect([...table].map((row) => row.toJSON().text)).toEqual(texts);
    expect((await readParquet(await fetched('parquet'), 'text')).flat()).toEqual(texts);
    expect((await fetched('csv')).toString().trimEnd().split('\n').slice(1)).toEqual(
      texts.map((text: string, index: number) => `${index},${text}`),
    );
    expect((await fetched('md')).toString()).toContain(`| 24 | ${texts[24]} |`);
    await loaded('first', { result_id: body.result_id });
    expect(await rows('SELECT sum(n) FROM first')).toEqual([[300]]);
    expect(await rows(`SELECT count(*) FROM quern.results.${body.result_id}`)).toEqual([[25]]);
  });

  it('serves the same after a restart, from its cache, and after the loss of its folder', async () => {
    const before = await rows('SELECT sum(n) FROM numbers');
    expect(await cachedBytes()).toBeGreaterThan(0);
    expect(await node.stop()).toBe(0);
    expect(await backends.metadata('SELECT id FROM nodes')).toEqual([]);
    node = await backends.startNode('a');
    api = node.api();
    const kept = await cachedBytes();
    expect(kept).toBeGreaterThan(0);
    expect(await rows('SELECT sum(n) FROM numbers')).toEqual(before);
    expect(await cachedBytes()).toBe(kept);
    await node.dispose();
    node = await backends.startNode('elsewhere');
    api = node.api();
    expect(await rows('SELECT sum(n) FROM numbers')).toEqual(before);
  });

  it('refuses by name what is larger than the cache, without fetching it, and goes on with what is not', async () => {
    const made = await api.query(
      database.id,
      'SELECT random() AS a, random() AS b FROM range(1800000)',
      {
        dialect: 'duckdb',
      },
    );
    await eventually(async () => {
      const answer = await api.get(`/v1/results/${made.body.result_id}?limit=1`, {
        'x-database-id': database.id,
      });
      expect(answer.status).toBe(200);
    });
    for (let index = 0; index < 3; index += 1)
      await loaded('big', { mode: 'append', result_id: made.body.result_id });
    const refused = await api.query(database.id, 'SELECT sum(a) FROM big');
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('QUERN_CACHE_BYTES'),
    ]);
    expect(refused.body.error.message).toContain("'default.main.big'");
    expect(await cachedBytes()).toBeLessThanOrEqual(cacheBytes);
    // Only rows that pass the query's conditions count.
    await loaded('big', { mode: 'append', data: 'a,b\n5,6\n' });
    expect(await rows('SELECT sum(b) FROM big WHERE a > 1')).toEqual([[6]]);
    // No memory is left from refused queries, or from a query whose files cannot be opened
    // together.
    const halves = `SELECT (SELECT count(*) FROM quern.results.${made.body.result_id}), (SELECT count(*) FROM part)`;
    await loaded('part', { result_id: made.body.result_id });
    await loaded('part', { mode: 'append', result_id: made.body.result_id });
    for (let index = 0; index < 3; index += 1) {
      expect((await api.query(database.id, 'SELECT sum(a) FROM big')).status).toBe(400);
      expect((await api.query(database.id, halves)).status).toBe(429);
      expect(await rows(`SELECT count(a) FROM quern.results.${made.body.result_id}`)).toEqual([
        [1_800_000],
      ]);
      expect(await rows('SELECT count(*) FROM numbers')).toEqual([[200_000]]);
    }
    expect(await cachedBytes()).toBeLessThanOrEqual(cacheBytes);
  });

  it('loses nothing acknowledged when it is killed, and says which runs it interrupted', async () => {
    const scoped = api.with({ 'x-database-id': database.id });
    const endless = await api.query(database.id, endlessSql, { dialect: 'duckdb', async: true });
    expect(endless.status).toBe(202);
    await loaded('inline', { mode: 'append', data: 'x\n4\n', idempotency_key: 'before the end' });
    const cut = api.load(database.id, 'big', { data: 'a,b\n1,2\n', async: true });
    const { body: job } = await cut;
    await node.kill();
    node = await backends.startNode('elsewhere', {
      QUERN_NODE_TIMEOUT: '2',
      QUERN_SWEEP_INTERVAL: '1',
    });
    api = node.api();
    const run = `/v1/query-runs/${endless.body.query_run_id}`;
    await eventually(async () => {
      const { body } = await api.get(run, { 'x-database-id': database.id });
      expect(body.status).toBe('interrupted');
    });
    expect(scoped.origin).not.toBe(api.origin);
    expect(await rows('SELECT sum(x) FROM inline')).toEqual([[7]]);
    await loaded('inline', { mode: 'append', data: 'x\n4\n', idempotency_key: 'before the end' });
    expect(await rows('SELECT sum(x) FROM inline')).toEqual([[7]]);
    const ended = await eventually(async () => {
      const { body } = await api.get(`/v1/jobs/${job.id}`);
      expect(body.status).toBe('succeeded');
      return body;
    });
    expect(ended.result.row_count).toBe(1);
    expect(await rows('SELECT * FROM big')).toEqual([[1, 2]]);
  });

  it('removes what was deleted or belongs to nobody from the bucket, and nothing else', async () => {
    const abandoned = await abandonMultiparts(backends.s3);
    expect(abandoned).toBe(3);
    const kept = await api.createDatabase({ name: 'kept' });
    await api.loadCsv(kept.id, 't', 'a\n5\n');
    // Removes an object, and a row of metadata.
    const large =
      'SELECT md5(CAST(n AS text)) AS digest, a FROM t, generate_series(1, 3000) AS s(n)';
    const [result, small] = [
      (await api.query(kept.id, large)).body.result_id,
      (await api.query(kept.id, 'SELECT a FROM t')).body.result_id,
    ];
    expect((await api.delete(`/v1/databases/${database.id}`)).status).toBe(204);
    // Kills the node instead of stopping it: the sweeps of a dead node are due at once.
    await node.kill();
    // Simulates the day between two collections of orphans.
    await backends.metadata(
      "UPDATE locks SET expires_at = 0 WHERE name = 'schedule:collect-orphans'",
    );
    node = await backends.startNode('elsewhere', {
      QUERN_ORPHAN_GRACE: '0',
      QUERN_COLLECT_WAIT: '0',
      QUERN_COLLECT_SHARE: '100',
      QUERN_SNAPSHOT_RETENTION_DAYS: '0',
      QUERN_SWEEP_INTERVAL: '1',
      QUERN_COLLECT_INTERVAL: '1',
      QUERN_NODE_TIMEOUT: '2',
    });
    api = node.api();
    // Beside the mark of the store.
    await eventually(async () => expect(await backends.objects()).toHaveLength(3), 60_000);
    await eventually(async () => expect(await openMultiparts(backends.s3)).toEqual([]), 60_000);
    expect((await api.query(kept.id, 'SELECT a FROM t')).body.rows).toEqual([[5]]);
    const answer = await api.get(`/v1/results/${result}`, { 'x-database-id': kept.id });
    expect(answer.body).toMatchObject({ status: 'ready', total_row_count: 3000 });
    const other = await api.get(`/v1/results/${small}`, { 'x-database-id': kept.id });
    expect(other.body.rows).toEqual([[5]]);
  }, 180_000);
});

/** Remains in the bucket after a node died while sending a large file. */
async function abandonMultiparts(s3: S3Client): Promise<number> {
  const keys = [
    lakeFileKey(newId('connection')),
    resultKey(newId('workspace'), newId('result')),
    uploadKey(newId('upload')),
  ];
  for (const key of keys) {
    const at = { Bucket: bucket, Key: `some/prefix/${key}` };
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand(at));
    await s3.send(
      new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: Buffer.alloc(5 * MiB) }),
    );
  }
  return (await openMultiparts(s3)).length;
}

async function openMultiparts(s3: S3Client): Promise<unknown[]> {
  return (await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket }))).Uploads ?? [];
}
