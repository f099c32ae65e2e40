import { beforeAll, describe, expect, test } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;

beforeAll(async () => {
  service = await sharedService();
  api = service.organization();
});

const managed = (name: string) => ({ name, source_type: 'managed', config: {} });
const create = async (name: string): Promise<string> => {
  const { status, body } = await api.post('/v1/connections', managed(name));
  expect(status).toBe(201);
  return body.id;
};
const listed = async () => (await api.get('/v1/connections')).body.connections;
const counts = async (id: string) => {
  const { table_count, synced_table_count } = (await api.get(`/v1/connections/${id}`)).body;
  return [table_count, synced_table_count];
};

describe('a managed connection', () => {
  test('is created, listed by name, got, and well', async () => {
    const { status, body } = await api.post('/v1/connections', {
      ...managed('  Main Store '),
      skip_discovery: false,
    });
    expect(status).toBe(201);
    const { id } = body;
    expect(body).toEqual({
      id: expect.stringMatching(/^conn[0-9a-z]{26}$/),
      name: 'Main Store',
      source_type: 'managed',
      discovery_status: 'success',
      discovery_error: null,
      tables_discovered: 0,
    });
    const skipped = await api.post('/v1/connections', {
      ...managed('Another'),
      skip_discovery: true,
      secret_id: null,
    });
    expect(skipped.body.discovery_status).toBe('skipped');
    await api.createDatabase();
    expect(await listed()).toEqual([
      { id: skipped.body.id, name: 'Another', source_type: 'managed' },
      { id, name: 'Main Store', source_type: 'managed' },
    ]);
    expect((await api.get(`/v1/connections/${id}`)).body).toEqual({
      id,
      name: 'Main Store',
      source_type: 'managed',
      table_count: 0,
      synced_table_count: 0,
    });
    const health = await api.get(`/v1/connections/${id}/health`);
    expect([health.status, health.body]).toEqual([
      200,
      { connection_id: id, healthy: true, latency_ms: expect.any(Number), error: null },
    ]);
    expect(Number.isInteger(health.body.latency_ms)).toBe(true);
  });

  test('takes schemas, tables and loads, and the information schema lists them, also without its id', async () => {
    const id = await create('lake');
    const schema = await api.post(`/v1/connections/${id}/schemas`, {
      name: 'Sales',
      tables: [{ name: 'Orders' }],
    });
    expect([schema.status, schema.body]).toEqual([
      201,
      { connection_id: id, schema: 'sales', tables: ['orders'] },
    ]);
    expect((await api.post(`/v1/connections/${id}/schemas`, { name: 'SALES' })).status).toBe(409);
    const table = await api.post(`/v1/connections/${id}/schemas/sales/tables`, {
      name: 'refunds',
      key: [],
    });
    expect([table.status, table.body]).toEqual([
      201,
      { connection_id: id, schema: 'sales', table: 'refunds' },
    ]);
    expect(
      (await api.post(`/v1/connections/${id}/schemas/sales/tables`, { name: 'refunds' })).status,
    ).toBe(409);
    expect(
      (await api.post(`/v1/connections/${id}/schemas/none/tables`, { name: 't' })).status,
    ).toBe(404);
    expect(await counts(id)).toEqual([2, 0]);
    const loads = `/v1/connections/${id}/schemas/sales/tables/orders/loads`;
    const loaded = await api.post(loads, { mode: 'replace', data: 'id,amount\n1,9.5\n2,3\n' });
    expect([loaded.status, loaded.body.connection_id, loaded.body.row_count]).toEqual([200, id, 2]);
    const undeclared = await api.post(`/v1/connections/${id}/schemas/main/tables/made/loads`, {
      mode: 'replace',
      data: 'a\n1\n',
      async: true,
      async_after_ms: 20_000,
    });
    expect(undeclared.status).toBe(200);
    expect(await counts(id)).toEqual([3, 2]);

    const scoped = await api.get(`/v1/information_schema?connection_id=${id}&include_columns=true`);
    expect(
      scoped.body.tables.map((row: Json) => [row.connection, row.schema, row.table, row.synced]),
    ).toEqual([
      ['lake', 'main', 'made', true],
      ['lake', 'sales', 'orders', true],
      ['lake', 'sales', 'refunds', false],
    ]);
    expect(scoped.body.tables[2].columns).toEqual([]);
    const hidden = await api.createDatabase();
    await api.loadCsv(hidden.id, 'hidden', 'a\n1\n');
    const all = await api.get('/v1/information_schema');
    expect(
      all.body.tables.map((row: Json) => `${row.connection}.${row.schema}.${row.table}`),
    ).toEqual(['lake.main.made', 'lake.sales.orders', 'lake.sales.refunds']);
    const named = await api.get(
      `/v1/information_schema?connection_id=${hidden.default_connection_id}`,
    );
    expect(named.body.tables.map((row: Json) => row.connection)).toEqual([`__db_${hidden.id}`]);
    expect((await api.get('/v1/information_schema?connection_id=nope')).status).toBe(404);

    expect((await api.delete(`/v1/connections/${id}/schemas/sales/tables/refunds`)).status).toBe(
      204,
    );
    expect(await counts(id)).toEqual([2, 2]);
  });

  test('loads a result of the database that the header names', async () => {
    const id = await create('copies');
    const database = await api.createDatabase();
    const { body } = await api.query(database.id, "SELECT 7 AS n, 'x' AS t");
    const path = `/v1/connections/${id}/schemas/main/tables/t/loads`;
    const load = { mode: 'replace', result_id: body.result_id };
    const without = await api.post(path, load);
    expect(without.status).toBeGreaterThanOrEqual(400);
    expect(without.status).toBeLessThan(500);
    const loaded = await api.post(path, load, { 'x-database-id': database.id });
    expect([loaded.status, loaded.body.row_count]).toEqual([200, 1]);
    expect(await counts(id)).toEqual([1, 1]);
  });

  test('deleted is gone at once, with its tables, and its name is free', async () => {
    const id = await create('brief');
    await api.post(`/v1/connections/${id}/schemas/main/tables/t/loads`, {
      mode: 'replace',
      data: 'a\n1\n',
    });
    const deleted = await api.delete(`/v1/connections/${id}`);
    expect([deleted.status, deleted.body]).toEqual([204, '']);
    for (const answer of [
      await api.get(`/v1/connections/${id}`),
      await api.get(`/v1/connections/${id}/health`),
      await api.delete(`/v1/connections/${id}`),
      await api.post(`/v1/connections/${id}/schemas`, { name: 'x' }),
      await api.post(`/v1/connections/${id}/schemas/main/tables/t/loads`, {
        mode: 'replace',
        data: 'a\n1\n',
      }),
      await api.get(`/v1/information_schema?connection_id=${id}`),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect(await create('brief')).not.toBe(id);
  });

  test('attached to a database is not deleted: 409 until it is detached, or the database is gone', async () => {
    const id = await create('held');
    const [one, two] = [await api.createDatabase(), await api.createDatabase()];
    for (const { id: database } of [one, two]) {
      expect(
        (await api.post(`/v1/databases/${database}/catalogs`, { connection_id: id })).status,
      ).toBe(204);
    }
    const refused = await api.delete(`/v1/connections/${id}`);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(refused.body.error.message).toBe(
      `Connection 'held' is attached to 2 databases; detach it first with DELETE /v1/databases/{database_id}/catalogs/${id}`,
    );
    expect((await api.delete(`/v1/databases/${one.id}`)).status).toBe(204);
    expect((await api.delete(`/v1/connections/${id}`)).body.error.message).toMatch(
      /attached to 1 database;/,
    );
    expect((await api.delete(`/v1/databases/${two.id}/catalogs/${id}`)).status).toBe(204);
    expect((await api.delete(`/v1/connections/${id}`)).status).toBe(204);
  });

  test('has no cache to purge: 400', async () => {
    const id = await create('cached');
    await api.post(`/v1/connections/${id}/schemas/main/tables/t/loads`, {
      mode: 'replace',
      data: 'a\n1\n',
    });
    for (const path of [
      `/v1/connections/${id}/cache`,
      `/v1/connections/${id}/tables/main/t/cache`,
    ]) {
      const { status, body } = await api.delete(path);
      expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
      expect(body.error.message).toMatch(/owns its data/);
    }
    expect(await counts(id)).toEqual([1, 1]);
  });
});

describe('the connection behind a database', () => {
  test('is in no list, 404 to get and health, and refuses to be deleted or purged', async () => {
    const { id, default_connection_id: hidden } = await api.createDatabase();
    await api.loadCsv(id, 't', 'a\n1\n');
    expect((await listed()).map((row: Json) => row.id)).not.toContain(hidden);
    const expected: readonly [method: string, path: string, status: number][] = [
      ['GET', '', 404],
      ['GET', '/health', 404],
      ['DELETE', '', 409],
      ['DELETE', '/cache', 409],
      ['DELETE', '/tables/main/t/cache', 400],
    ];
    for (const [method, path, status] of expected) {
      expect(
        (await api.request(method, `/v1/connections/${hidden}${path}`)).status,
        method + path,
      ).toBe(status);
    }
    expect((await api.query(id, 'SELECT a FROM t')).body.rows).toEqual([[1]]);
  });
});

describe('connection types', () => {
  test('are those that work, with the schema of their configuration', async () => {
    const { status, body } = await api.get('/v1/connection-types');
    const offered = body.connection_types;
    expect(status).toBe(200);
    expect(offered).toContainEqual({ name: 'managed', label: 'Managed catalog' });
    const postgres = (await api.get('/v1/connection-types/postgres')).body;
    expect(postgres.config_schema.properties.host).toMatchObject({ type: 'string' });
    expect(postgres.config_schema.properties.password).toMatchObject({
      format: 'password',
      writeOnly: true,
    });
    expect(Object.keys(postgres.auth.properties)).toEqual(['password']);
    const one = await api.get('/v1/connection-types/managed');
    expect([one.status, one.body]).toEqual([
      200,
      {
        name: 'managed',
        label: 'Managed catalog',
        config_schema: { type: 'object', properties: {}, additionalProperties: false },
        auth: null,
      },
    ]);
    for (const name of ['oracle', 'Managed', '%00', '..%2f']) {
      expect((await api.get(`/v1/connection-types/${name}`)).status).toBe(404);
    }
  });
});

describe('wrong requests', () => {
  test('a name that is taken is 409; asked by ten at once, one gets it', async () => {
    await create('taken');
    const again = await api.post('/v1/connections', managed(' taken '));
    expect([again.status, again.body.error.message]).toEqual([
      409,
      "Connection 'taken' already exists",
    ]);
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => api.post('/v1/connections', managed('raced'))),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test.each(['nope', '%00', "'--", '..%2f..%2fetc'])(
    'a connection of id %s is 404 everywhere',
    async (id) => {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/health'],
        ['DELETE', ''],
        ['DELETE', '/cache'],
        ['DELETE', '/tables/main/t/cache'],
      ] as const) {
        const answer = await api.request(method, `/v1/connections/${id}${path}`);
        expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
      }
    },
  );

  test('another workspace sees none of them, and may use the same names', async () => {
    const home = service.workspaceId;
    const id = await create('mine');
    const { body } = await api.post('/v1/workspaces', { name: 'other' });
    const other = body.workspace.public_id;
    const stranger = api.with({ 'x-workspace-id': other });
    expect((await stranger.get('/v1/connections')).body.connections).toEqual([]);
    for (const answer of [
      await stranger.get(`/v1/connections/${id}`),
      await stranger.get(`/v1/connections/${id}/health`),
      await stranger.delete(`/v1/connections/${id}`),
      await stranger.delete(`/v1/connections/${id}/cache`),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    }
    expect((await stranger.post('/v1/connections', managed('mine'))).status).toBe(201);
    expect((await api.with({ 'x-workspace-id': home }).get(`/v1/connections/${id}`)).status).toBe(
      200,
    );
    expect((await api.delete(`/v1/workspaces/${other}`)).status).toBe(204);
  });

  test('a database token may do none of it', async () => {
    const { id } = await api.createDatabase();
    const asked = { kind: 'database', database_id: id, workspace_id: service.workspaceId };
    const limited = service.api((await api.post('/v1/tokens', asked)).body.token);
    const connection = await create('foreign');
    for (const answer of [
      await limited.get('/v1/connections'),
      await limited.post('/v1/connections', managed('x')),
      await limited.get(`/v1/connections/${connection}`),
      await limited.delete(`/v1/connections/${connection}`),
      await limited.get('/v1/connection-types'),
      await limited.post(`/v1/databases/${id}/catalogs`, { connection_id: connection }),
    ]) {
      expect([answer.status, answer.body.error.code]).toEqual([403, 'ACCESS_DENIED']);
    }
  });
});
