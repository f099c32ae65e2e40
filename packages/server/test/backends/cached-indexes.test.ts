import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { canRunS3Server, installTimeoutMs, type S3Server, startS3Server } from '../s3-server.ts';
import { type Json, type RunningService, startService } from '../service.ts';
import { bucket, bucketClient } from './shared-backends.ts';

const rowCount = 60_000;
const searches: readonly (readonly [kind: string, sql: string, rows: Json[][]])[] = [
  ['bm25', "SELECT count(*) FROM bm25_search('t', 'note', 'w7')", [[600]]],
  ['vector', "SELECT id FROM vector_search_vector('t', 'v', ARRAY[700.2, 1], 1)", [[700]]],
  ['sorted', 'SELECT id FROM t WHERE place = 123', [[rowCount - 123]]],
];

describe.skipIf(!canRunS3Server())('the files of indexes on S3 (needs Go)', () => {
  let server: S3Server;
  let s3: S3Client;
  let folder: string;
  let service: RunningService;
  let database: Json;

  const start = async (name: string) => {
    service = await startService({
      dataDir: join(folder, name),
      env: {
        QUERN_METADATA_URL: `sqlite:${join(folder, 'quern.db')}`,
        QUERN_OBJECTS_URL: `s3://${bucket}?endpoint=${encodeURIComponent(server.endpoint)}`,
        QUERN_SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
        QUERN_SWEEP_INTERVAL: '3600',
        AWS_ACCESS_KEY_ID: server.accessKeyId,
        AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
      },
    });
  };
  beforeAll(async () => {
    [server, folder] = await Promise.all([
      startS3Server(),
      mkdtemp(join(tmpdir(), 'quern-indexes-')),
    ]);
    s3 = await bucketClient(server);
    await start('first');
  }, installTimeoutMs);
  afterAll(async () => {
    await service?.dispose();
    s3?.destroy();
    await server?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const ask = async (sql: string) => {
    const { status, body } = await service
      .api()
      .with({ 'cache-control': 'no-cache' })
      .query(database.id, sql);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.rows;
  };
  const askAll = async () => {
    for (const [kind, sql, rows] of searches) expect([kind, await ask(sql)]).toEqual([kind, rows]);
  };
  /** The object is used after the check of its sum, which no query waits for. */
  const usesSorted = () =>
    eventually(async () =>
      expect(JSON.stringify(await ask(`EXPLAIN ${searches[2]?.[1]}`))).toContain('sorted'),
    );
  const namesOf = async (prefix: string) => {
    const page = await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }));
    return (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
  };
  /** Objects in the read cache of the service. */
  const cached = async (keys: readonly string[]) => {
    const files = await readdir(join(service.dataDir, 'cache'));
    return keys.filter((key) => files.some((file) => file.endsWith(key.split('/').at(-1) ?? '')));
  };

  it('are fetched once, outlive a restart in the read cache, and are read from it alone', async () => {
    const api = service.api();
    database = await api.createDatabase();
    const sql = `SELECT i AS id, 'w' || i % 100 || ' all' AS note, ${rowCount} - i AS place, [i, 1]::FLOAT[] AS v FROM range(${rowCount}) t(i)`;
    const { result_id } = (await api.query(database.id, sql, { dialect: 'duckdb' })).body;
    await eventually(async () => {
      const headers = { 'x-database-id': database.id };
      expect((await api.get(`/v1/results/${result_id}?limit=0`, headers)).status).toBe(200);
    });
    expect((await api.load(database.id, 't', { mode: 'replace', result_id })).status).toBe(200);
    const path = `/v1/connections/${database.default_connection_id}/tables/main/t/indexes`;
    const columns = { bm25: 'note', vector: 'v', sorted: 'place' };
    for (const [index_type, column] of Object.entries(columns)) {
      const index = { index_name: index_type, index_type, columns: [column] };
      expect((await api.post(path, index)).status).toBe(201);
    }
    const built = await namesOf('indexes/');
    expect(built).toHaveLength(3);
    // Another folder: nothing is at hand.
    expect(await service.stop()).toBe(0);
    await start('second');
    expect(await cached(built)).toEqual([]);
    await askAll();
    expect(await cached(built)).toEqual(built);
    for (const Key of built) await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    await askAll();
    await usesSorted();
    expect(await service.stop()).toBe(0);
    await start('second');
    await askAll();
    await usesSorted();
    expect(await cached(built)).toEqual(built);
    expect(await namesOf('indexes/')).toEqual([]);
    // Objects missing from the cache, too, would be built again visibly.
    expect(await service.stop()).toBe(0);
    await start('third');
    await askAll();
    await eventually(async () => expect(await namesOf('indexes/')).toHaveLength(3));
  }, 120_000);
});
