import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionConfigOf, createPostgresDatabase } from '../../postgres.ts';
import { type Api, type RunningService, startService } from '../../service.ts';
import { runQuern } from '../run-quern.ts';
import { readFilesBelow } from '../search-folder.ts';

const key = 'first-secret-key-of-more-than-32-characters';
const next = 'second-secret-key-of-more-than-32-characters';
/** Each of many starts takes a third of a second of CPU for a worker more. */
const few = { QUERN_WORKERS: '1' };
const value = 'xyzzy-plugh-\u00e9-7f3a91c04b';

describe('secrets', () => {
  let service: RunningService;
  let api: Api;
  let scoped: () => Api;

  beforeAll(async () => {
    service = await startService({
      env: { ...few, QUERN_SECRET_KEY: key, QUERN_LOG_LEVEL: 'debug' },
    });
    const home = (await service.api().get('/v1/workspaces')).body.workspaces[0].public_id;
    scoped = () => service.api().with({ 'x-workspace-id': home });
    api = scoped();
  });
  afterAll(() => service?.dispose());

  const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

  test('are stored, listed by name, replaced and deleted, and never shown', async () => {
    const created = await api.post('/v1/secrets', { name: 'Warehouse_Password-1', value });
    const name = 'warehouse_password-1';
    expect([created.status, created.body]).toEqual([
      201,
      { id: expect.stringMatching(/^secr[0-9a-z]{26}$/), name, created_at: timestamp },
    ]);
    await api.post('/v1/secrets', { name: 'another', value: `${value}2` });
    const shown = {
      name,
      created_at: created.body.created_at,
      updated_at: created.body.created_at,
    };
    const got = await api.get(`/v1/secrets/${name}`);
    expect([got.status, got.body]).toEqual([200, shown]);
    expect((await api.get('/v1/secrets/WAREHOUSE_Password-1')).body).toEqual(shown);
    const listed = await api.get('/v1/secrets');
    expect(listed.body.secrets.map((row: { name: string }) => row.name)).toEqual(['another', name]);
    const updated = await api.request('PUT', `/v1/secrets/${name}`, { value: `${value}3` });
    expect([updated.status, updated.body]).toEqual([200, { name, updated_at: timestamp }]);
    expect((await api.get(`/v1/secrets/${name}`)).body).toEqual({
      ...shown,
      updated_at: updated.body.updated_at,
    });
    const taken = await api.post('/v1/secrets', { name: name.toUpperCase(), value });
    const answers = [created, got, listed, updated, taken]
      .map(({ body }) => JSON.stringify(body))
      .join();
    expect(answers).not.toContain('xyzzy');
    expect([taken.status, taken.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await api.delete('/v1/secrets/another')).status).toBe(204);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const gone = await api.request(
        method,
        '/v1/secrets/another',
        method === 'PUT' ? { value } : undefined,
      );
      expect([method, gone.status, gone.body.error?.message]).toEqual([
        method,
        404,
        "Secret 'another' not found",
      ]);
    }
  });

  test('of another workspace are not there', async () => {
    const { body } = await api.post('/v1/workspaces', { name: 'theirs' });
    const theirs = api.with({ 'x-workspace-id': body.workspace.public_id });
    expect((await theirs.get('/v1/secrets')).body.secrets).toEqual([]);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await theirs.request(
        method,
        '/v1/secrets/warehouse_password-1',
        method === 'PUT' ? { value } : undefined,
      );
      expect([method, answer.status]).toEqual([method, 404]);
    }
    expect(
      (await theirs.post('/v1/secrets', { name: 'warehouse_password-1', value: 'theirs' })).status,
    ).toBe(201);
    expect((await api.get('/v1/secrets/warehouse_password-1')).status).toBe(200);
  });

  test('are in no refusal, log, metric or file', async () => {
    for (const body of [
      { name: 'x y', value },
      { name: 'n', value, [value]: 1 },
      { name: 'n', value: [value] },
      { name: 'n', value: { value } },
    ]) {
      const refused = await api.post('/v1/secrets', body);
      expect(refused.status).toBe(400);
      // The error names the unknown field.
      if (!(value in body)) expect(JSON.stringify(refused.body)).not.toContain('xyzzy');
    }
    const broken = await api.post('/v1/secrets', `{"name":"n","value":"${value}"`);
    expect([broken.status, JSON.stringify(broken.body).includes('xyzzy')]).toEqual([400, false]);
    expect(JSON.stringify((await api.get('/metrics')).body)).not.toContain('xyzzy');
    expect(JSON.stringify(service.log)).not.toContain('xyzzy');
    expect(service.stderr()).not.toContain('xyzzy');
    const files = await readFilesBelow(service.dataDir);
    expect(files.some(({ path }) => path.endsWith('quern.db'))).toBe(true);
    expect(files.filter(({ bytes }) => bytes.includes('xyzzy')).map(({ path }) => path)).toEqual(
      [],
    );
  });

  test('outlive a change of the key: both at hand, then wrapped anew, then the new one alone', async () => {
    const { dataDir } = service;
    await service.stop();
    const alone = await runQuern([], {
      QUERN_DATA_DIR: dataDir,
      QUERN_SECRET_KEY: next,
      QUERN_PORT: '0',
    });
    expect([alone.code, alone.stderr]).toEqual([
      1,
      expect.stringMatching(/secret key is not the one/),
    ]);
    const both = {
      ...few,
      QUERN_DATA_DIR: dataDir,
      QUERN_SECRET_KEY: next,
      QUERN_FORMER_SECRET_KEYS: `${'o'.repeat(32)} ${key}`,
    };
    service = await startService({ dataDir, env: both });
    api = scoped();
    expect((await api.post('/v1/secrets', { name: 'fresh', value: 'v' })).status).toBe(201);
    const rotated = await runQuern(['secrets', 'rotate'], both);
    expect([rotated.code, rotated.stdout]).toEqual([
      0,
      '2 secrets are under the present key now, 1 were already\n',
    ]);
    const again = await runQuern(['secrets', 'rotate'], both);
    expect([again.code, again.stdout]).toEqual([
      0,
      '0 secrets are under the present key now, 3 were already\n',
    ]);
    await service.stop();
    service = await startService({ dataDir, env: { ...few, QUERN_SECRET_KEY: next } });
    api = scoped();
    expect((await api.get('/v1/secrets')).body.secrets).toHaveLength(2);
    expect((await runQuern(['secrets', 'rotate', 'now'], both)).code).toBe(2);
  });

  test('whose key is at hand no more are told of by the rotation, and where one is needed', async () => {
    const { dataDir } = service;
    await service.stop();
    const env = { QUERN_DATA_DIR: dataDir, QUERN_SECRET_KEY: key };
    expect((await runQuern(['adopt'], env)).code).toBe(0);
    const rotated = await runQuern(['secrets', 'rotate'], env);
    expect([
      rotated.code,
      rotated.stdout.match(/^secret secr\w+ is under a key that is not at hand/gm),
    ]).toEqual([1, expect.arrayContaining([expect.any(String)])]);
    service = await startService({ dataDir, env: { ...few, QUERN_SECRET_KEY: key } });
    api = scoped();
    const made = await api.post('/v1/connections', {
      ...{ name: 'sealed', source_type: 'postgres', secret_name: 'fresh' },
      config: { host: '127.0.0.1', port: 1, user: 'u', database: 'd' },
    });
    expect(made.body).toMatchObject({
      discovery_status: 'failed',
      discovery_error: expect.stringContaining(
        'QUERN_FORMER_SECRET_KEYS, or store the value again',
      ),
    });
    const { body } = await api.get(`/v1/connections/${made.body.id}/health`);
    expect(body).toMatchObject({ healthy: false, error: made.body.discovery_error });
  });

  test('whose key is at hand no more make what needs them 503, which says what to do', async () => {
    const source = await createPostgresDatabase();
    try {
      const client = new pg.Client({ connectionString: source.url });
      await client.connect();
      await client.query('create table orders (id int); insert into orders values (1), (2)');
      await client.end();
      const config = connectionConfigOf(source.url);
      const shop = { name: 'shop', source_type: 'postgres', config };
      const made = await api.post('/v1/connections', shop);
      expect(made.body).toMatchObject({ discovery_status: 'success', tables_discovered: 1 });
      const { id } = await api.createDatabase();
      await api.post(`/v1/databases/${id}/catalogs`, { connection_id: made.body.id });

      const { dataDir } = service;
      await service.stop();
      const env = { QUERN_DATA_DIR: dataDir, QUERN_SECRET_KEY: next };
      expect((await runQuern(['adopt'], env)).code).toBe(0);
      service = await startService({ dataDir, env: { ...few, QUERN_SECRET_KEY: next } });
      api = scoped();
      const table = { connection_id: made.body.id, schema_name: 'public', table_name: 'orders' };
      const refused = [
        await api.query(id, 'SELECT count(*) FROM shop.public.orders'),
        await api.post('/v1/refresh', { ...table, data: true }),
      ];
      for (const { status, body } of refused)
        expect([status, body.error.code, body.error.message]).toEqual([
          503,
          'SERVICE_UNAVAILABLE',
          expect.stringContaining('name it in QUERN_FORMER_SECRET_KEYS, or store the value again'),
        ]);

      await service.stop();
      const both = { ...few, QUERN_SECRET_KEY: next, QUERN_FORMER_SECRET_KEYS: key };
      service = await startService({ dataDir, env: both });
      api = scoped();
      const { status, body } = await api.query(id, 'SELECT count(*) FROM shop.public.orders');
      expect([status, body.rows]).toEqual([200, [[2]]]);
    } finally {
      await source.drop();
    }
  });
});
