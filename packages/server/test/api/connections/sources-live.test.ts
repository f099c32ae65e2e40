import { readdirSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import {
  connectionConfigOf,
  createPostgresDatabase,
  type PostgresDatabase,
} from '../../postgres.ts';
import { type Api, type RunningService, startService } from '../../service.ts';
import { attachSource } from '../attach-source.ts';
import { askerOf, expectLiveLimits } from './live-reads.ts';

/** Tables of a real PostgreSQL, read live by queries. */
describe('a table that is read live', () => {
  let service: RunningService;
  let api: Api;
  let source: PostgresDatabase;
  let client: pg.Client;
  let connection: string;
  let database: string;

  beforeAll(async () => {
    [service, source] = await Promise.all([
      startService({
        env: { QUERN_LIVE_ROWS: '1000', QUERN_LIVE_TIMEOUT: '5', QUERN_SOURCE_WORKERS: '1' },
      }),
      createPostgresDatabase(),
    ]);
    api = service.api();
    client = new pg.Client({ connectionString: source.url });
    await client.connect();
    await client.query(`
      create type mood as enum ('sad', 'ok');
      create table events (id int8 primary key, at timestamptz, day date, amount numeric(10,2), free numeric, label text, u uuid,
        flag bool, ratio float8, small int2, "Odd ""name" int, cash money, m mood);
      insert into events select i, timestamptz '2024-01-01' + i * interval '1 minute', date '2024-01-01' + i / 1440, i / 4.0, i * 0.001,
        'l' || i, ('00000000-0000-0000-0000-' || lpad(i::text, 12, '0'))::uuid, i % 2 = 0, i / 3.0, i % 100, i, i::money, 'ok'
        from generate_series(1, 20000) as i;
      insert into events (id) values (-1);
      create view slow as select 1 as a, pg_sleep(30)::text as b;
      create view asleep as select 1 as a, pg_sleep(30)::text as b;
      create view partly as select id, 1 / (id - id) as broken from events;
    `);
    const config = connectionConfigOf(source.url);
    ({ connection, database } = await attachSource(api, 'postgres', config));
    await api.loadCsv(database, 'names', 'id,name\n5,five\n7,seven\n');
    for (const table of ['events', 'slow', 'partly']) {
      const set = await api.request(
        'PUT',
        `/v1/connections/${connection}/tables/public/${table}/refresh`,
        {
          mode: 'live',
        },
      );
      expect([set.status, set.body.error]).toEqual([200, undefined]);
    }
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await service?.dispose();
    await source?.drop();
  });

  /** Staging files of live reads still on disk. */
  const kept = () =>
    readdirSync(service.dataDir, { recursive: true }).filter((name) =>
      String(name).includes('live-'),
    );

  const ask = (sql: string) => askerOf(api, database)(sql);

  // Were a condition not told to the source, more rows than are allowed would come.
  test.each([
    ['id = 5', [[5]]],
    ['id IN (5, 7, 99999)', [[5], [7]]],
    ["at >= TIMESTAMPTZ '2024-01-14 21:20:00+00'", [[20000]]],
    ["day = DATE '2024-01-14' AND id > 19998", [[19999], [20000]]],
    ['amount BETWEEN 1.25 AND 1.5', [[5], [6]]],
    ["u = '00000000-0000-0000-0000-000000000007'", [[7]]],
    ['ratio < 1', [[1], [2]]],
    ['small = 99 AND flag = false AND id < 300', [[99], [199], [299]]],
    ['at IS NULL', [[-1]]],
    ['id = 5 OR amount = 2', [[5], [8]]],
    ['id = 5 AND label = $$l5$$', [[5]]],
    ['id < 10 AND "Odd ""name" > 8', [[9]]],
    ["id < 4 AND free = '0.002'", [[2]]],
    ["id = 3 AND m = 'ok'", [[3]]],
    ['id = 9007199254740991', []],
  ])('is asked for the rows where %s', async (condition, expected) => {
    const { rows } = await ask(`SELECT id FROM src.public.events WHERE ${condition} ORDER BY id`);
    expect(rows).toEqual(expected);
  });

  test('is asked for the columns that are named, each time anew', async () => {
    const joined = await ask(
      'SELECT e.id, n.name, e.amount FROM src.public.events e JOIN names n ON n.id = e.id WHERE e.id BETWEEN 1 AND 10 ORDER BY 1',
    );
    expect(joined.rows).toEqual([
      [5, 'five', 1.25],
      [7, 'seven', 1.75],
    ]);
    expect(
      (await ask('SELECT count(*) FROM src.public.events WHERE id <= 900 AND id > 0')).rows,
    ).toEqual([[900]]);
    expect((await ask('SELECT * FROM src.public.events WHERE id = 4')).columns).toHaveLength(13);
    expect((await ask('SELECT id FROM src.public.partly WHERE id = 4')).rows).toEqual([[4]]);
    const broken = await api.query(database, 'SELECT * FROM src.public.partly WHERE id = 4');
    expect([broken.status, broken.body.error.code]).toEqual([502, 'BAD_GATEWAY']);
    // Nothing is stored, and the next query sees changes.
    await client.query("update events set label = 'changed' where id = 4");
    expect((await ask('SELECT label FROM src.public.events WHERE id = 4')).rows).toEqual([
      ['changed'],
    ]);
    await eventually(async () => expect(kept()).toEqual([]));
    const listed = await api.get(`/v1/information_schema?connection_id=${connection}&table=events`);
    expect(listed.body.tables[0]).toMatchObject({
      synced: false,
      state: 'live',
      refresh: { mode: 'live' },
    });
  });

  test('is not read beyond its limits of rows and time', async () => {
    await expectLiveLimits(api, database, 'public');
    const asked = await api.query(database, 'SELECT a, b FROM src.public.slow', {
      async: true,
      async_after_ms: 1000,
    });
    expect([asked.status, asked.body.reason]).toEqual([
      202,
      "table 'src.public.slow' is read at its source",
    ]);
    await eventually(async () => expect(kept()).toEqual([]), 10_000);
  }, 30_000);

  test('does not wait for a source worker beyond its limit', async () => {
    const asked = {
      connection_id: connection,
      schema_name: 'public',
      table_name: 'asleep',
      data: true,
      async: true,
    };
    const { body: job } = await api.post('/v1/refresh', asked);
    await eventually(async () => {
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where query like '%asleep%' and wait_event = 'PgSleep'",
      );
      expect(rows).toHaveLength(1);
    }, 20_000);
    const waited = await api.query(database, 'SELECT id FROM src.public.events WHERE id = 4');
    expect([waited.status, waited.body.error?.message]).toEqual([
      502,
      expect.stringMatching(/took longer than 5 s/),
    ]);
    expect((await api.post(`/v1/jobs/${job.id}/cancel`, {})).body.error).toBeUndefined();
    await eventually(
      async () =>
        expect((await ask('SELECT id FROM src.public.events WHERE id = 4')).rows).toEqual([[4]]),
      20_000,
    );
    // Keeps a refresh of the whole connection from sleeping.
    const path = `/v1/connections/${connection}/tables/public/asleep/refresh`;
    expect((await api.request('PUT', path, { mode: 'live' })).status).toBe(200);
  }, 60_000);

  test('is any of a connection that is live, until another mode is set for it, and when that is live again', async () => {
    await client.query('create table coming (id int8, label text)');
    const config = { ...connectionConfigOf(source.url), live: true };
    const made = await api.post('/v1/connections', {
      ...{ name: 'lively', source_type: 'postgres', config },
    });
    expect(made.body.discovery_status).toBe('success');
    const { id } = made.body;
    await api.post(`/v1/databases/${database}/catalogs`, { connection_id: id });
    const labels = async () =>
      (await ask('SELECT label FROM lively.public.coming ORDER BY id')).rows;
    const path = `/v1/connections/${id}/tables/public/coming/refresh`;
    const mode = async () => (await api.get(path)).body.refresh.mode;
    expect([await mode(), await labels()]).toEqual(['live', []]);
    await client.query("insert into coming values (1, 'one')");
    expect(await labels()).toEqual([['one']]);
    const listed = await api.get(`/v1/information_schema?connection_id=${id}&table=coming`);
    expect(listed.body.tables[0]).toMatchObject({ synced: false, state: 'live' });
    // More rows than a live read may bring; the table is fetched.
    expect((await api.request('PUT', path, { mode: 'full' })).status).toBe(200);
    await client.query("insert into coming select i, 'many' from generate_series(2, 1500) as i");
    expect([await mode(), (await labels()).length]).toEqual(['full', 1500]);
    await client.query("update coming set label = 'other'");
    expect((await labels())[0]).toEqual(['one']);
    expect((await api.request('PUT', path, { mode: 'live' })).status).toBe(200);
    const read = await ask('SELECT label FROM lively.public.coming WHERE id = 1');
    expect([await mode(), read.rows]).toEqual(['live', [['other']]]);
    await client.query('create table later (id int8); insert into later values (7)');
    expect((await api.post('/v1/refresh', { connection_id: id })).status).toBe(200);
    expect((await ask('SELECT id FROM lively.public.later')).rows).toEqual([[7]]);
    await client.query('insert into later values (8)');
    expect((await ask('SELECT id FROM lively.public.later ORDER BY id')).rows).toEqual([[7], [8]]);
    // The other connection would find the tables.
    await client.query('drop table coming, later');
  }, 30_000);

  test('whose column has another type by now says so, and is read once the connection is refreshed', async () => {
    await client.query('create table typed (a int); insert into typed values (1)');
    const refreshed = () => api.post('/v1/refresh', { connection_id: connection });
    await refreshed();
    const path = `/v1/connections/${connection}/tables/public/typed/refresh`;
    expect((await api.request('PUT', path, { mode: 'live' })).status).toBe(200);
    const sql = 'SELECT a FROM src.public.typed';
    expect((await ask(sql)).rows).toEqual([[1]]);
    await client.query("alter table typed alter column a type text using a || ' x'");
    const changed = await api.query(database, sql);
    expect([changed.status, changed.body.error?.message]).toEqual([
      400,
      expect.stringMatching(
        /'a' .*no INTEGER but VARCHAR; refresh the connection where the source/,
      ),
    ]);
    expect((await refreshed()).body).toMatchObject({ tables_modified: 1 });
    expect((await ask(sql)).rows).toEqual([['1 x']]);
  });

  test('has no snapshots, schedules or refreshes', async () => {
    const past = await api.query(database, 'SELECT id FROM src.public.events AT (VERSION => 1)');
    expect(past.status).toBe(400);
    const body = {
      connection_id: connection,
      schema_name: 'public',
      table_name: 'events',
      data: true,
    };
    const refused = await api.post('/v1/refresh', body);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringMatching(/is read live/),
    ]);
    const whole = await api.post('/v1/refresh', {
      connection_id: connection,
      data: true,
      include_uncached: true,
    });
    expect(whole.body).toMatchObject({ tables_refreshed: 0, tables_failed: 0 });
    const path = `/v1/connections/${connection}/tables/public/events/refresh`;
    for (const more of [{ every_s: 60 }, { max_age_s: 60 }, { cursor_column: 'id' }]) {
      expect((await api.request('PUT', path, { mode: 'live', ...more })).status).toBe(400);
    }
    // Back in the other mode, the table is fetched like any other.
    expect((await api.request('PUT', path, { mode: 'full' })).status).toBe(200);
    expect((await ask('SELECT count(*) FROM src.public.events')).rows).toEqual([[20_001]]);
  }, 30_000);
});
