/** A fetched table of a source is a table like any other. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import {
  connectionConfigOf,
  createPostgresDatabase,
  type PostgresDatabase,
} from '../../postgres.ts';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';
import { type Relay, startRelay } from '../../sources/relay.ts';
import { attachSource } from '../attach-source.ts';

const rows = 200_000;

describe('a table of a source', () => {
  let service: SharedService;
  let api: Api;
  let source: PostgresDatabase;
  let client: pg.Client;
  let relay: Relay;
  let connection: string;
  let database: string;

  beforeAll(async () => {
    [service, source] = await Promise.all([sharedService(), createPostgresDatabase()]);
    api = service.api();
    client = new pg.Client({ connectionString: source.url });
    await client.connect();
    await client.query(
      `create table t as select i as id, 'n' || i % 5 as name, md5(i::text) as hash from generate_series(1, ${rows}) as i`,
    );
    const config: Json = connectionConfigOf(source.url);
    relay = await startRelay(Number(config.port));
    ({ connection, database } = await attachSource(api, 'postgres', {
      ...config,
      host: '127.0.0.1',
      port: relay.port,
    }));
  }, 60_000);
  afterAll(async () => {
    await api?.delete(`/v1/databases/${database}/catalogs/${connection}`);
    await api?.delete(`/v1/connections/${connection}`);
    await relay?.close();
    await client?.end();
    await source?.drop();
  });

  const table = () => `/v1/connections/${connection}/tables/public/t`;
  const refresh = (more: Json = {}) =>
    api.post('/v1/refresh', {
      ...{ connection_id: connection, schema_name: 'public', table_name: 't', data: true },
      ...more,
    });
  const ask = async (sql: string, of = database) => {
    const { status, body } = await api.query(of, sql);
    expect([status, body.error?.message]).toEqual([200, undefined]);
    return body.rows;
  };

  test('tells in its job how far it is while it is fetched', async () => {
    relay.hold(200_000);
    const { body: asked } = await refresh({ async: true });
    const told = await eventually(async () => {
      const { body } = await api.get(`/v1/jobs/${asked.id}`);
      if (body.status === 'running' && body.progress?.rows > 0) return body.progress;
      // A little more comes each time.
      await relay.mend();
      relay.hold(200_000);
      throw new Error(`the job is ${body.status} and tells ${JSON.stringify(body.progress)}`);
    }, 20_000);
    expect(told.bytes).toBeLessThan(rows * 60);
    expect(told.rows).toBeLessThan(rows);
    expect(told.rows).toBeGreaterThan(0);
    await relay.mend();
    await eventually(async () => {
      const { body } = await api.get(`/v1/jobs/${asked.id}`);
      expect([body.status, body.result?.rows_synced]).toEqual(['succeeded', rows]);
    }, 20_000);
  }, 60_000);

  test('has a profile of the rows that were fetched, and none where there are none', async () => {
    const profile = async () => (await api.get(`${table()}/profile`)).body;
    const name = ({ columns }: Json) => columns.find((one: Json) => one.name === 'name');
    const first = await profile();
    expect([first.row_count, first.synced_at]).toEqual([rows, expect.any(String)]);
    expect(name(first)).toMatchObject({ cardinality: 5, profile: { type: 'categorical' } });
    await client.query("insert into t values (0, 'another', null)");
    expect((await profile()).row_count).toBe(rows);
    expect((await refresh()).status).toBe(200);
    const second = await profile();
    expect([second.row_count, name(second).cardinality]).toEqual([rows + 1, 6]);
    expect((await api.delete(`${table()}/cache`)).status).toBe(204);
    expect((await api.get(`${table()}/profile`)).status).toBe(404);
    expect(await ask('SELECT count(*) FROM src.public.t')).toEqual([[rows + 1]]);
  }, 60_000);

  test('has indexes, which are read and built again after a refresh', async () => {
    const index = { index_name: 'by_hash', index_type: 'sorted', columns: ['hash'] };
    expect((await api.post(`${table()}/indexes`, index)).status).toBe(201);
    const status = async () =>
      (await api.get(`${table()}/indexes`)).body.indexes.map((one: Json) => one.status);
    await eventually(async () => expect(await status()).toEqual(['ready']), 20_000);
    const hash = createHash('md5').update('777').digest('hex');
    const sql = `SELECT id FROM src.public.t WHERE hash = '${hash}'`;
    expect(await ask(sql)).toEqual([[777]]);
    const plan = JSON.stringify(await ask(`EXPLAIN ${sql}`));
    expect(plan).toContain('by_hash');
    await client.query('update t set id = -777 where id = 777');
    expect((await refresh()).status).toBe(200);
    expect(await ask(sql)).toEqual([[-777]]);
    await eventually(async () => expect(await status()).toEqual(['ready']), 20_000);
    expect(await ask(sql)).toEqual([[-777]]);
  }, 60_000);

  test('is read by a fork of the database that it is attached to, and its results are kept', async () => {
    const kept = await api.query(database, 'SELECT min(id), count(*) FROM src.public.t');
    const loaded = await api.load(database, 'summed', { result_id: kept.body.result_id });
    expect([kept.body.rows, loaded.status]).toEqual([[[-777, rows + 1]], 200]);
    const fork = await api.post(`/v1/databases/${database}/fork`, {});
    expect(fork.status).toBe(201);
    expect(await ask('SELECT min(id) FROM src.public.t', fork.body.id)).toEqual([[-777]]);
    expect(await ask('SELECT * FROM summed', fork.body.id)).toEqual([[-777, rows + 1]]);
    await api.delete(`/v1/databases/${fork.body.id}`);
  }, 60_000);

  test('is seen whole by every query, while it is refreshed and purged beside them', async () => {
    const answers = new Map<string, number>();
    let isOver = false;
    const reader = async () => {
      while (!isOver) {
        const { status, body } = await api.query(
          database,
          'SELECT count(*), count(DISTINCT hash), max(id) FROM src.public.t',
        );
        const told = JSON.stringify([status, body.rows ?? body.error.message]);
        answers.set(told, (answers.get(told) ?? 0) + 1);
      }
    };
    const readers = [reader(), reader(), reader()];
    for (let round = 0; round < 5; round += 1) {
      expect((await refresh()).status).toBe(200);
      expect((await api.delete(`${table()}/cache`)).status).toBe(204);
    }
    isOver = true;
    await Promise.all(readers);
    expect([...answers.keys()]).toEqual([JSON.stringify([200, [[rows + 1, rows, rows]]])]);
    expect([...answers.values()].every((count) => count > 2)).toBe(true);
  }, 120_000);
});
