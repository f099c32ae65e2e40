import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LakeFile } from '../../src/lake/model.ts';
import { type Metadata, openMetadata } from '../../src/metadata/open-metadata.ts';
import { makeParquet } from '../api/parquet-files.ts';
import { runQuern } from '../api/run-quern.ts';
import { eventually } from '../eventually.ts';
import { canRunS3Server, installTimeoutMs, type S3Server, startS3Server } from '../s3-server.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';
import { bucket, bucketClient } from './shared-backends.ts';

/** Damages by a store or a disk; each leaves a readable object. */
const damages: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'cut off': (bytes) => bytes.subarray(0, bytes.length - 5),
  zeroed: (bytes) => Buffer.alloc(bytes.length),
  'with zeroed pages': (bytes) =>
    Buffer.concat([
      bytes.subarray(0, 4),
      Buffer.alloc(bytes.length >> 1),
      bytes.subarray(4 + (bytes.length >> 1)),
    ]),
};

describe.skipIf(!canRunS3Server())('objects on S3 (needs Go)', () => {
  let server: S3Server;
  let s3: S3Client;
  let service: RunningService;
  let env: Record<string, string>;
  let api: Api;
  let database: string;
  let result: string;
  let metadata: Metadata;
  let keys: { readonly data: string; readonly deletes: string; readonly result: string };

  beforeAll(async () => {
    server = await startS3Server();
    s3 = await bucketClient(server);
    env = {
      QUERN_OBJECTS_URL: `s3://${bucket}?endpoint=${encodeURIComponent(server.endpoint)}`,
      QUERN_SECRET_KEY: 'a-secret-key-of-more-than-32-characters',
      AWS_ACCESS_KEY_ID: server.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
    };
    service = await startService({ env: { ...env, QUERN_SWEEP_INTERVAL: '3600' } });
    api = service.api().with({ 'cache-control': 'no-cache' });
    expect(service.stderr()).not.toContain('Warning');
    database = (await api.createDatabase()).id;
    const upload_id = await api.upload(
      await makeParquet('SELECT i AS id, md5(i::VARCHAR) AS name FROM range(20000) AS t(i)'),
    );
    expect((await api.load(database, 'people', { upload_id })).status).toBe(200);
    const gone = Array.from({ length: 300 }, (_, index) => index * 3).join('\n');
    const keyed = { mode: 'delete', key: ['id'], data: `id\n${gone}\n` };
    expect((await api.load(database, 'people', keyed)).status).toBe(200);
    result = (await api.query(database, 'SELECT * FROM people')).body.result_id;
    await eventually(async () => expect((await fetchResult('csv')).status).toBe(200));
    metadata = await openMetadata(`sqlite:${join(service.dataDir, 'quern.db')}`);
    const manifests = await metadata.db.selectFrom('lake_manifests').select('files').execute();
    const dirty = manifests
      .flatMap(({ files }) => JSON.parse(files) as LakeFile[])
      .find(({ deletes }) => deletes !== undefined);
    const row = await metadata.db
      .selectFrom('results')
      .select('object_key')
      .where('id', '=', result)
      .executeTakeFirst();
    keys = {
      data: dirty?.key ?? '',
      deletes: dirty?.deletes?.key ?? '',
      result: row?.object_key ?? '',
    };
  }, installTimeoutMs);
  afterAll(async () => {
    await metadata?.close();
    await service?.dispose();
    s3?.destroy();
    await server?.stop();
  });

  const fetchResult = (format: string) =>
    api.get(`/v1/results/${result}?format=${format}`, { 'x-database-id': database });
  const rowSum = () => api.query(database, 'SELECT sum(length(name)), max(name) FROM people');
  const stored = async (Key: string) => {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
    return Buffer.from((await Body?.transformToByteArray()) ?? []);
  };
  const store = (Key: string, Body: Buffer) =>
    s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
  let age = 0;
  /** Changes the service's local copy. Each content has a new time, as in a changed file. */
  const changeCopy = async (key: string, how: (bytes: Buffer) => Buffer) => {
    const cache = join(service.dataDir, 'cache');
    const name = key.split('/').at(-1) ?? '';
    const [found] = (await readdir(cache, { recursive: true })).filter((path) =>
      path.endsWith(name),
    );
    if (found === undefined) return;
    age += 10;
    const path = join(cache, found);
    await writeFile(path, how(await readFile(path)));
    await utimes(path, new Date(Date.now() - age * 1000), new Date(Date.now() - age * 1000));
  };
  const expectDamage = ({ status, body }: { status: number; body: Json }, subject: string) => {
    expect([status, body.error?.code], JSON.stringify(body)).toEqual([500, 'STORED_DATA_DAMAGED']);
    expect(body.error.message).toContain(subject);
    expect(body.error.message).not.toMatch(/\.parquet|lakes\/|s3:|quern\/quern/);
  };
  const check = () =>
    runQuern(['check', '--checksums'], { ...env, QUERN_DATA_DIR: service.dataDir });

  it.each(Object.entries(damages))(
    'that are %s are no fault of the caller, and are well once they are whole',
    async (_, how) => {
      const subjects = {
        data: "table 'default.main.people'",
        deletes: "table 'default.main.people'",
        result: `result '${result}'`,
      };
      for (const [kind, subject] of Object.entries(subjects)) {
        const key = keys[kind as keyof typeof keys];
        const read = kind === 'result' ? () => fetchResult('csv') : rowSum;
        const bytes = await stored(key);
        await store(key, how(bytes));
        await changeCopy(key, how);
        expectDamage(await read(), subject);
        const { code, stdout } = await check();
        expect([code, stdout.includes(key)], stdout).toEqual([1, true]);
        await store(key, bytes);
        expect((await read()).status, kind).toBe(200);
      }
    },
  );

  it.each(Object.entries(damages))(
    'whose local copy alone is %s are fetched again',
    async (_, how) => {
      for (const key of [keys.data, keys.deletes]) {
        expect((await rowSum()).status).toBe(200);
        await changeCopy(key, how);
        const { status, body, headers } = await rowSum();
        // A copy of another size is not even opened.
        if (status !== 200) {
          expect([status, body.error.code, headers.get('retry-after')]).toEqual([
            503,
            'SERVICE_UNAVAILABLE',
            '1',
          ]);
          expect((await rowSum()).status).toBe(200);
        }
      }
      expect((await check()).code).toBe(0);
    },
  );
});
