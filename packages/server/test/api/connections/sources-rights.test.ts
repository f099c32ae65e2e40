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
import { attachSource } from '../attach-source.ts';

/** A user of PostgreSQL with rights on some tables, and on views whose owner has none. */
describe('where a user may read some tables only', () => {
  const role = `some_${Math.random().toString(36).slice(2)}`;
  let service: SharedService;
  let api: Api;
  let source: PostgresDatabase;
  let client: pg.Client;
  let connection: string;
  let database: string;

  beforeAll(async () => {
    [service, source] = await Promise.all([sharedService(), createPostgresDatabase()]);
    api = service.api();
    client = new pg.Client({ connectionString: source.url });
    await client.connect();
    await client.query(`
      create role ${role} login password 'reader'; create role ${role}_owner;
      create table open_one as select i as id from generate_series(1, 10) as i;
      create table shut as select 1 as id;
      create table half as select 1 as a, 'hidden' as b;
      create table base as select i as id from generate_series(1, 5) as i;
      grant usage, create on schema public to ${role}_owner; grant select on base to ${role}_owner;
      set role ${role}_owner; create view seen as select id from base; reset role;
      grant select on open_one, seen to ${role}; grant select (a) on half to ${role};
    `);
    const config = { ...connectionConfigOf(source.url), user: role, password: 'reader' };
    const attached = await attachSource(api, 'postgres', config);
    ({ connection, database } = attached);
    expect(attached.made.tables_discovered).toBe(3);
  }, 60_000);
  afterAll(async () => {
    await api?.delete(`/v1/databases/${database}/catalogs/${connection}`);
    await api?.delete(`/v1/connections/${connection}`);
    for (const one of [role, `${role}_owner`])
      await client?.query(`drop owned by ${one} cascade; drop role ${one}`);
    await client?.end();
    await source?.drop();
  });

  const ask = async (sql: string) => {
    const { status, body } = await api.query(database, sql);
    return [status, body.rows ?? body.error.message];
  };
  const listed = async () => {
    const path = `/v1/information_schema?connection_id=${connection}&include_columns=true`;
    const { tables } = (await api.get(path)).body;
    return tables.map(({ table, columns }: Json) => [table, columns.map(({ name }: Json) => name)]);
  };

  test('those are listed and read, with the columns that it may read', async () => {
    expect(await listed()).toEqual([
      ['half', ['a']],
      ['open_one', ['id']],
      ['seen', ['id']],
    ]);
    expect(await ask('SELECT * FROM src.public.half')).toEqual([200, [[1]]]);
    expect(await ask('SELECT count(*) FROM src.public.seen')).toEqual([200, [[5]]]);
    const [status, message] = await ask('SELECT * FROM src.public.shut');
    expect([status, message]).toEqual([400, expect.stringMatching(/shut/)]);
    expect((await api.get(`/v1/connections/${connection}/health`)).body.healthy).toBe(true);
  });

  test('one that may not be read any more fails alone, in words, and keeps its rows', async () => {
    await client.query(`revoke select on base from ${role}_owner`);
    await client.query('insert into open_one values (11)');
    const whole = { connection_id: connection, data: true, include_uncached: true };
    const asked = await api.post('/v1/refresh', { ...whole, async: true });
    const job = await eventually(async () => {
      const { body } = await api.get(asked.body.status_url);
      expect(body.status).toBe('partially_succeeded');
      return body;
    }, 20_000);
    const reason = `Table 'public.seen': User '${role}' may not read this`;
    expect(job).toMatchObject({
      error_message: expect.stringContaining(`1 of 3 tables failed; ${reason}`),
      result: {
        ...{ tables_refreshed: 2, tables_failed: 1, total_rows: 12 },
        errors: [{ schema_name: 'public', table_name: 'seen' }],
      },
    });
    expect(job.result.errors[0].error).toContain(reason);
    expect(job.result.errors[0].error).toMatch(/grant/);
    expect(await ask('SELECT count(*) FROM src.public.seen')).toEqual([200, [[5]]]);
    expect(await ask('SELECT count(*) FROM src.public.open_one')).toEqual([200, [[11]]]);
    const path = `/v1/information_schema?connection_id=${connection}&table=seen`;
    expect((await api.get(path)).body.tables[0]).toMatchObject({
      ...{ state: 'failed', synced: true, sync_error: job.result.errors[0].error },
    });
    await api.delete(`/v1/connections/${connection}/tables/public/seen/cache`);
    const [status, message] = await ask('SELECT count(*) FROM src.public.seen');
    expect([status, message]).toEqual([502, job.result.errors[0].error]);
    await client.query(`grant select on base to ${role}_owner`);
    expect(await ask('SELECT count(*) FROM src.public.seen')).toEqual([200, [[5]]]);
    expect((await api.get(path)).body.tables[0]).toMatchObject({ state: 'loaded' });
  }, 60_000);
});
