import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { connectionConfigOf, createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';
import { startRelay } from '../sources/relay.ts';
import { killedService } from './killed-service.ts';

describe('a service that is killed', () => {
  const service = killedService();
  let source: PostgresDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    source = await createPostgresDatabase();
    client = new pg.Client({ connectionString: source.url });
    await client.connect();
    await client.query('create table t as select i as id from generate_series(1, 5000) as i');
  }, 60_000);
  afterAll(async () => {
    await client?.end();
    await source?.drop();
  });

  test('while it fetches a table fetches it after its start, whole; until then the table has no rows to anybody', async () => {
    const running = await service.start();
    const config = connectionConfigOf(source.url);
    const api = running.api();
    const made = await api.post('/v1/connections', {
      name: 'src',
      source_type: 'postgres',
      config,
    });
    expect(made.body.discovery_status).toBe('success');
    const database = await api.createDatabase();
    await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: made.body.id });
    // Blocks every reader of the table until the end.
    await client.query('begin; lock table t in access exclusive mode');
    const sql = 'SELECT count(*), max(id) FROM src.public.t';
    const asked = await api.query(database.id, sql, { async: true, async_after_ms: 1000 });
    expect([asked.status, asked.body.reason]).toEqual([
      202,
      "table 'src.public.t' is fetched from its source first",
    ]);
    const waiting = "select 1 from pg_locks where not granted and relation = 't'::regclass";
    await eventually(async () => expect((await client.query(waiting)).rowCount).toBe(1));
    await running.kill();
    const again = await service.start();
    const state = async () =>
      (await again.api().get(`/v1/information_schema?connection_id=${made.body.id}`)).body
        .tables[0];
    expect(await state()).toMatchObject({ synced: false, state: 'discovered' });
    await client.query('rollback');
    const { status, body } = await again.api().query(database.id, sql);
    expect([status, body.rows]).toEqual([200, [[5000, 5000]]]);
    expect(await state()).toMatchObject({ synced: true, state: 'loaded' });
    const jobs = (await again.api().get('/v1/jobs?job_type=data_refresh_table')).body.jobs;
    expect(jobs).toMatchObject([
      { status: 'succeeded', attempts: 2, result: { rows_synced: 5000 } },
    ]);
    const spool = join(service.dataDir, 'spool', 'service');
    const left = existsSync(spool)
      ? readdirSync(spool).filter((name) => name.startsWith('source-'))
      : [];
    expect(left).toEqual([]);
  }, 120_000);

  test('in the middle of a discovery shows the tables of before, and all of them after the next', async () => {
    // Columns are fetched 5,000 at a time, about 700 kB.
    const columns = Array.from({ length: 12 }, (_unused, at) => `c${at} int`).join(', ');
    await client.query(`do $$ begin for i in 1..3000 loop
      execute format('create table many_%s (${columns})', i); end loop; end $$`);
    const { port, username: user, password, pathname } = new URL(source.url);
    const relay = await startRelay(Number(port));
    try {
      const running = await service.start();
      const config = { host: '127.0.0.1', port: relay.port, user, password };
      const made = await running.api().post('/v1/connections', {
        ...{ name: 'many', source_type: 'postgres', skip_discovery: true },
        config: { ...config, database: pathname.slice(1) },
      });
      const { id } = made.body;
      const metadata = new Database(join(service.dataDir, 'quern.db'), { readonly: true });
      const staged = () =>
        metadata.prepare('SELECT count(*) AS n FROM lake_found_tables').get() as { n: number };
      relay.hold(2_000_000);
      const asked = running
        .api()
        .post('/v1/refresh', { connection_id: id })
        .catch(() => 'lost');
      await eventually(() => expect(staged().n).toBeGreaterThan(0));
      expect(staged().n).toBeLessThan(3000);
      metadata.close();
      await running.kill();
      expect(await asked).toBe('lost');
      const again = (await service.start()).api();
      const listed = async () => (await again.get(`/v1/connections/${id}`)).body.table_count;
      expect(await listed()).toBe(0);
      await relay.mend();
      await eventually(async () => {
        const { body } = await again.post('/v1/refresh', { connection_id: id });
        expect(body).toMatchObject({ connections_failed: 0, tables_discovered: 3001 });
      });
      expect(await listed()).toBe(3001);
      const after = new Database(join(service.dataDir, 'quern.db'), { readonly: true });
      expect(after.prepare('SELECT count(*) AS n FROM lake_found_tables').get()).toEqual({ n: 0 });
      after.close();
    } finally {
      await relay.close();
    }
  }, 120_000);
});
