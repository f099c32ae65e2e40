import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
let home: string;
beforeAll(async () => {
  service = await sharedService();
  home = service.workspaceId;
  api = service.organization().with({ 'x-workspace-id': home });
});

const total = async () => (await api.get('/v1/databases/count')).body.total;
const fork = (id: string, body: unknown = {}) => api.post(`/v1/databases/${id}/fork`, body);
const forked = async (id: string, body: unknown = {}): Promise<Json> => {
  const answer = await fork(id, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
};
const reset = (id: string, body?: unknown) =>
  api.request('POST', `/v1/databases/${id}/reset`, body);
const rows = async (id: string, sql: string) => {
  const { status, body } = await api.query(id, sql);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.rows;
};
const tablesOf = async ({ default_connection_id: connection }: Json) => {
  const path = `/v1/information_schema?connection_id=${connection}&include_columns=true&limit=1000`;
  return (await api.get(path)).body.tables.map(({ connection: _name, ...table }: Json) => table);
};
const snapshots = async (id: string) =>
  (await api.get(`/v1/databases/${id}/snapshots`)).body.snapshots;

/** A database with two schemas, a loaded table and a declared one with a layout. */
async function shop(body: Record<string, unknown> = {}): Promise<Json> {
  const layout = {
    key: ['id'],
    constant_per_key: ['day'],
    partition_by: [{ column: 'day', transform: 'month' }],
    sorted_by: [{ column: 'id', direction: 'desc', nulls: 'last' }],
  };
  const schemas = [{ name: 'main', tables: [{ name: 'planned', ...layout }] }, { name: 'archive' }];
  const database = await api.createDatabase({ name: 'Shop', schemas, ...body });
  await api.loadCsv(database.id, 'orders', 'id,item\n1,tea\n2,oil\n');
  return database;
}

describe('a fork', () => {
  test('is a new database with the same tables, and says where it came from', async () => {
    const source = await shop({ default_catalog: 'sales', default_schema: 'main' });
    const { id, default_connection_id, ...body } = await forked(source.id);
    expect(id).toMatch(/^dbid[0-9a-z]{26}$/);
    expect(default_connection_id).toMatch(/^conn[0-9a-z]{26}$/);
    expect([id, default_connection_id]).not.toContain(source.id);
    expect(default_connection_id).not.toBe(source.default_connection_id);
    const forkedFrom = {
      database_id: source.id,
      name: 'Shop',
      snapshot_id: 2,
      forked_at: body.created_at,
    };
    expect(body).toEqual({
      name: `Shop-${id.slice(-8)}`,
      created_at: expect.stringMatching(/Z$/),
      expires_at: null,
      default_catalog: 'sales',
      default_schema: 'main',
      forked_from: forkedFrom,
      created: true,
    });
    expect((await api.get('/v1/databases?limit=1')).body.databases[0]).toMatchObject({
      id,
      forked_from: forkedFrom,
    });
    expect((await api.get(`/v1/databases/${id}`)).body).toMatchObject({
      id,
      forked_from: forkedFrom,
      attachments: [],
    });
    expect(await rows(id, 'SELECT * FROM sales.main.orders ORDER BY id')).toEqual([
      [1, 'tea'],
      [2, 'oil'],
    ]);
  });

  test('has declared tables with their layouts, empty schemas, and table ids of its own', async () => {
    const source = await shop();
    const copy = await forked(source.id);
    const [before, after] = [await tablesOf(source), await tablesOf(copy)];
    const plain = ({ last_sync: _at, ...table }: Json) => table;
    expect(after.map(plain)).toEqual(before.map(plain));
    expect(after.map((table: Json) => table.table)).toEqual(['orders', 'planned']);
    expect((await api.post(`/v1/databases/${copy.id}/schemas`, { name: 'archive' })).status).toBe(
      409,
    );
    expect((await api.query(copy.id, 'SELECT * FROM planned')).body.error.message).toContain(
      'declared but has no data',
    );
    await api.loadCsv(copy.id, 'planned', 'id,day\n1,2024-01-31\n');
    expect((await api.query(source.id, 'SELECT * FROM planned')).status).toBe(400);
    const metadata = new Database(join(service.dataDir, 'quern.db'), { readonly: true });
    const ids = metadata
      .prepare('SELECT id FROM lake_tables WHERE lake_id IN (?, ?)')
      .all(source.default_connection_id, copy.default_connection_id) as { id: string }[];
    metadata.close();
    expect(new Set(ids.map((row) => row.id)).size).toBe(4);
    for (const row of ids) expect(row.id).toMatch(/^tabl[0-9a-z]{26}$/);
  });

  test('and its source go on apart, with new columns on both sides, and either can go', async () => {
    const source = await shop();
    const copy = await forked(source.id);
    await api.loadCsv(copy.id, 'orders', 'id,item,price\n3,fig,2.5\n', { mode: 'append' });
    await api.loadCsv(source.id, 'orders', 'id,item,colour\n4,ink,blue\n', { mode: 'append' });
    await api.loadCsv(source.id, 'orders', 'id,item,colour\n5,pen,red\n', { mode: 'append' });
    const inCopy = [
      [1, 'tea', null],
      [2, 'oil', null],
      [3, 'fig', 2.5],
    ];
    expect(await rows(copy.id, 'SELECT id, item, price FROM orders ORDER BY id')).toEqual(inCopy);
    const inSource = await rows(source.id, 'SELECT id, item, colour FROM orders ORDER BY id');
    expect(inSource.slice(1)).toEqual([
      [2, 'oil', null],
      [4, 'ink', 'blue'],
      [5, 'pen', 'red'],
    ]);
    const second = await forked(copy.id, { name: 'of a fork' });
    expect((await api.delete(`/v1/databases/${copy.id}`)).status).toBe(204);
    expect(await rows(second.id, 'SELECT id, item, price FROM orders ORDER BY id')).toEqual(inCopy);
    expect((await api.delete(`/v1/databases/${source.id}`)).status).toBe(204);
    expect(await rows(second.id, 'SELECT id, item, price FROM orders ORDER BY id')).toEqual(inCopy);
  });

  test('has no context documents of its source', async () => {
    const source = await shop();
    const document = { name: 'MODEL', content: 'what the tables mean' };
    expect((await api.post(`/v1/databases/${source.id}/context`, document)).status).toBe(200);
    const copy = await forked(source.id);
    expect((await api.get(`/v1/databases/${copy.id}/context/MODEL`)).status).toBe(404);
    expect((await api.get(`/v1/databases/${source.id}/context/MODEL`)).status).toBe(200);
  });

  test('takes a name, a description and an expiry, and else those of its source that still hold', async () => {
    const lasting = await shop({ expires_at: '2h' });
    expect(await forked(lasting.id)).toMatchObject({ expires_at: lasting.expires_at });
    expect(await forked(lasting.id, { name: null, expires_at: null })).toMatchObject({
      expires_at: lasting.expires_at,
    });
    expect(await forked(lasting.id, { expires_at: '' })).toMatchObject({ expires_at: null });
    const named = await forked(lasting.id, {
      name: 'Trial',
      description: 'what if',
      expires_at: '30m',
    });
    expect(named).toMatchObject({
      name: 'Trial',
      forked_from: { name: 'Shop', description: 'what if' },
    });
    expect(Date.parse(named.expires_at)).toBeLessThan(Date.parse(lasting.expires_at));
    for (const description of ['', ' \n', null])
      expect((await forked(lasting.id, { description })).forked_from.description).toBeUndefined();
    const spaced = await forked(lasting.id, { description: '  what else ' });
    expect(spaced.forked_from.description).toBe('what else');
    const found = await api.get('/v1/databases/by-name?name=trial');
    expect(found.body.id).toBe(named.id);
  });

  test('of an earlier snapshot or time has the tables of then, dropped ones with their layout, and no later ones', async () => {
    const source = await shop();
    await api.loadCsv(source.id, 'orders', 'id,item,price\n3,fig,2.5\n', { mode: 'append' });
    await api.delete(`/v1/databases/${source.id}/schemas/main/tables/planned`);
    await api.loadCsv(source.id, 'orders', 'other\nx\n');
    await api.loadCsv(source.id, 'later', 'id\n1\n');
    const history = await snapshots(source.id);
    expect(history.map((one: Json) => [one.snapshot_id, one.operation])).toEqual([
      [6, 'replace main.later'],
      [5, 'replace main.orders'],
      [4, 'drop table main.planned'],
      [3, 'append main.orders'],
      [2, 'replace main.orders'],
      [1, 'create'],
    ]);
    const third = await forked(source.id, { snapshot_id: 3 });
    expect(third.forked_from.snapshot_id).toBe(3);
    expect(await rows(third.id, 'SELECT id, item, price FROM orders ORDER BY id')).toEqual([
      [1, 'tea', null],
      [2, 'oil', null],
      [3, 'fig', 2.5],
    ]);
    expect((await tablesOf(third)).find((table: Json) => table.table === 'planned')).toMatchObject({
      constant_per_key: ['day'],
      partition_by: [{ column: 'day', transform: 'month' }],
      sorted_by: [{ column: 'id', direction: 'desc', nulls: 'last' }],
      synced: false,
    });
    expect((await tablesOf(third)).map((table: Json) => table.table)).toEqual([
      'orders',
      'planned',
    ]);
    const at = history.find((one: Json) => one.snapshot_id === 4).committed_at;
    const fourth = await forked(source.id, { at });
    expect(fourth.forked_from.snapshot_id).toBeGreaterThanOrEqual(4);
    const first = await forked(source.id, { snapshot_id: 1 });
    expect((await tablesOf(first)).map((table: Json) => table.table)).toEqual(['planned']);
    expect(await snapshots(third.id)).toMatchObject([{ snapshot_id: 1, operation: 'fork' }]);
    await api.loadCsv(third.id, 'orders', 'id,item,price,more\n9,nut,1.5,m\n', { mode: 'append' });
    expect(await rows(third.id, 'SELECT count(*), count(price), count(more) FROM orders')).toEqual([
      [4, 2, 1],
    ]);
  });

  test('does not answer for loads that its source answered', async () => {
    const source = await shop();
    const load = { mode: 'append', data: 'id,item\n7,rye\n', idempotency_key: 'once' };
    expect((await api.load(source.id, 'orders', load)).body.row_count).toBe(3);
    const copy = await forked(source.id);
    expect((await api.load(copy.id, 'orders', load)).body.row_count).toBe(4);
    expect((await api.load(source.id, 'orders', load)).body.row_count).toBe(3);
  });

  test('of what is not there, is another workspace’s or has expired is 404', async () => {
    const source = await shop({ expires_at: '1h' });
    const metadata = new Database(join(service.dataDir, 'quern.db'));
    const expiring = await shop({ expires_at: '1h' });
    metadata.prepare('UPDATE databases SET expires_at = 1 WHERE id = ?').run(expiring.id);
    metadata.close();
    const { body } = await api.post('/v1/workspaces', { name: 'stranger' });
    const stranger = service.organization().with({ 'x-workspace-id': body.workspace.public_id });
    const answers = [
      await fork('dbid1'),
      await fork(expiring.id),
      await reset('dbid1'),
      await reset(expiring.id),
      await api.get('/v1/databases/dbid1/snapshots'),
      await api.get(`/v1/databases/${expiring.id}/snapshots`),
      await stranger.post(`/v1/databases/${source.id}/fork`, {}),
      await stranger.post(`/v1/databases/${source.id}/reset`, {}),
      await stranger.get(`/v1/databases/${source.id}/snapshots`),
    ];
    for (const answer of answers)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await stranger.get('/v1/databases/count')).body.total).toBe(0);
  });

  test('is refused to a token of one database and to one that only reads', async () => {
    const source = await shop();
    const copy = await forked(source.id);
    const tokens = [
      { kind: 'database', workspace_id: home, database_id: copy.id },
      { kind: 'workspace', workspace_id: home, read_only: true },
    ];
    const before = await total();
    for (const token of tokens) {
      const limited = service.api(
        (await service.organization().post('/v1/tokens', token)).body.token,
      );
      for (const answer of [
        await limited.post(`/v1/databases/${copy.id}/fork`, {}),
        await limited.post(`/v1/databases/${copy.id}/reset`, {}),
      ]) {
        expect([answer.status, answer.body.error.code]).toEqual([403, 'ACCESS_DENIED']);
      }
    }
    expect(await total()).toBe(before);
    expect(await snapshots(copy.id)).toHaveLength(1);
  });
});

describe('a reset', () => {
  test('puts a fork back to what its source is now, under the same id, and keeps its own past', async () => {
    const source = await shop();
    const copy = await forked(source.id, { description: 'trial' });
    await api.post(`/v1/databases/${copy.id}/schemas`, { name: 'own' });
    await api.loadCsv(copy.id, 'orders', 'other\n1\n');
    await api.loadCsv(copy.id, 'mine', 'id\n1\n', { idempotency_key: 'k' });
    await api.loadCsv(source.id, 'orders', 'id,item,price\n3,fig,2.5\n', { mode: 'append' });
    await api.post(`/v1/databases/${source.id}/schemas`, {
      name: 'fresh',
      tables: [{ name: 'empty' }],
    });

    const { status, body } = await reset(copy.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: copy.id,
      name: copy.name,
      default_connection_id: copy.default_connection_id,
    });
    expect(body.forked_from).toMatchObject({
      database_id: source.id,
      snapshot_id: 4,
      description: 'trial',
    });
    expect(Date.parse(body.forked_from.forked_at)).toBeGreaterThan(
      Date.parse(copy.forked_from.forked_at),
    );
    expect(body).toEqual((await api.get(`/v1/databases/${copy.id}`)).body);
    const plain = ({ last_sync: _at, ...table }: Json) => table;
    expect((await tablesOf(copy)).map(plain)).toEqual((await tablesOf(source)).map(plain));
    expect(await rows(copy.id, 'SELECT * FROM orders ORDER BY id')).toEqual(
      await rows(source.id, 'SELECT * FROM orders ORDER BY id'),
    );
    expect((await api.post(`/v1/databases/${copy.id}/schemas`, { name: 'own' })).status).toBe(201);
    expect((await snapshots(copy.id)).map((one: Json) => one.operation).slice(0, 2)).toEqual([
      'declare schema own',
      'reset',
    ]);
    // Earlier states can be read and forked; earlier answers are no longer valid.
    expect(await rows(copy.id, 'SELECT * FROM mine AT (VERSION => 4)')).toEqual([[1]]);
    const before = await forked(copy.id, { snapshot_id: 4 });
    expect((await api.post(`/v1/databases/${before.id}/schemas`, { name: 'own' })).status).toBe(
      409,
    );
    expect(await rows(before.id, 'SELECT * FROM orders')).toEqual([[1]]);
    await api.loadCsv(copy.id, 'mine', 'id\n1\n', { idempotency_key: 'k' });
    expect(await rows(copy.id, 'SELECT * FROM mine')).toEqual([[1]]);
    await api.loadCsv(copy.id, 'orders', 'id,item,more\n4,rye,m\n', { mode: 'append' });
    await api.loadCsv(source.id, 'orders', 'id,item,less\n5,dye,l\n', { mode: 'append' });
    expect(await rows(copy.id, 'SELECT price, more FROM orders WHERE id > 2 ORDER BY id')).toEqual([
      [2.5, null],
      [null, 'm'],
    ]);
    expect((await reset(copy.id, {})).status).toBe(200);
    expect(await rows(copy.id, 'SELECT id FROM orders ORDER BY id')).toEqual([[1], [2], [3], [5]]);
  });

  test('of what is no fork is 400, of one whose source is gone 409, and changes nothing', async () => {
    const source = await shop();
    const copy = await forked(source.id);
    const plain = await reset(source.id);
    expect([plain.status, plain.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(plain.body.error.message).toContain('is not a fork');
    const unknown = await reset(copy.id, { to: 1 });
    expect([unknown.status, unknown.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    await api.delete(`/v1/databases/${source.id}`);
    const gone = await reset(copy.id);
    expect([gone.status, gone.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(gone.body.error.message).not.toContain(source.id);
    expect(await snapshots(copy.id)).toHaveLength(1);
    expect(await rows(copy.id, 'SELECT count(*) FROM orders')).toEqual([[2]]);
  });
});

describe('the list of snapshots', () => {
  test('is paged, newest first', async () => {
    const database = await api.createDatabase();
    for (const name of ['a', 'b', 'c', 'd'])
      await api.post(`/v1/databases/${database.id}/schemas`, { name });
    const path = `/v1/databases/${database.id}/snapshots`;
    const first = (await api.get(`${path}?limit=2`)).body;
    expect(first).toMatchObject({ count: 2, has_more: true, limit: 2 });
    const second = (await api.get(`${path}?limit=2&cursor=${first.next_cursor}`)).body;
    const last = (await api.get(`${path}?limit=2&cursor=${second.next_cursor}`)).body;
    expect(last).toMatchObject({ count: 1, has_more: false });
    expect(last).not.toHaveProperty('next_cursor');
    const all = [first, second, last].flatMap((page) => page.snapshots);
    expect(all.map((one: Json) => one.snapshot_id)).toEqual([5, 4, 3, 2, 1]);
    expect(all[0]).toEqual({
      snapshot_id: 5,
      operation: 'declare schema d',
      committed_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect((await api.get(`${path}?limit=0`)).body.limit).toBe(1);
    expect((await api.get(`${path}?limit=5000`)).body.limit).toBe(100);
    for (const query of ['cursor=nonsense', 'limit=many', 'other=1'])
      expect((await api.get(`${path}?${query}`)).status).toBe(400);
  });
});
