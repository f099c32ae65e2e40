import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';
import { killedService } from './killed-service.ts';

describe('a service that is killed while it fetches a table', () => {
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

  test('fetches it after its start, whole; until then the table has no rows to anybody', async () => {
    const running = await service.start();
    const { hostname, port, username, password, pathname } = new URL(source.url);
    const config = {
      host: hostname,
      port: Number(port),
      user: username,
      password,
      database: pathname.slice(1),
    };
    const api = running.api();
    const made = await api.post('/v1/connections', {
      name: 'src',
      source_type: 'postgres',
      config,
    });
    expect(made.body.discovery_status).toBe('success');
    const database = await api.createDatabase();
    await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: made.body.id });
    // Nobody can read it until this is over.
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
});
