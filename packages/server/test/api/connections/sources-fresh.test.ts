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

/** Tables of a real PostgreSQL, refreshed by changes. */
describe('a table that is refreshed incrementally', () => {
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
      create table events (id int primary key, at timestamptz not null, label text, amount numeric);
      insert into events select i, timestamptz '2024-01-01' + i * interval '1 minute', 'l' || i, i * 1.5 from generate_series(1, 5000) as i;
      create table log (n bigint not null, line text);
      insert into log select i, 'line ' || i from generate_series(1, 10) as i;
      create view seen as select id % 3 as k, at, label from events where id between 101 and 103;
      create table maybe (id int primary key, at timestamp, label text);
      insert into maybe values (1, '2024-01-01', 'a'), (2, null, 'b');
      create table endless (id int primary key, at timestamp);
      insert into endless values (1, 'infinity'), (2, '2024-01-01');
      create table floats (id int primary key, f float8);
      create table priced (price numeric primary key, at int not null);
      insert into priced values (1, 1), (2.25, 2), (-0.1, 3);
      create table misfits (id int primary key, a numeric(9,2), b numeric(9,2), c numeric(9,2));
      insert into misfits values (1, 'NaN', 1, 1), (2, 1, 'NaN', 2.5);
      create table turned (id int primary key, v text);
      insert into turned values (1, '1');
      create table dated (id int primary key, v text);
      insert into dated values (1, '2024-01-01');
      create type mood as enum ('sad', 'ok');
      create table sums (id int primary key, at int not null, n numeric, v numeric(10,2), m mood, j jsonb);
      insert into sums select i, i, i, i, 'ok', '{}' from generate_series(1, 5) as i;
    `);
    const config = connectionConfigOf(source.url);
    ({ connection, database } = await attachSource(api, 'postgres', config));
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await source?.drop();
  });

  const path = (table: string) => `/v1/connections/${connection}/tables/public/${table}/refresh`;
  const set = (table: string, policy: Json) => api.request('PUT', path(table), policy);
  const refresh = async (table: string, more: Json = {}) => {
    const body = {
      connection_id: connection,
      schema_name: 'public',
      table_name: table,
      data: true,
      ...more,
    };
    return api.post('/v1/refresh', body);
  };
  const rows = async (sql: string) => {
    const { status, body } = await api.query(database, sql);
    expect([status, body.error?.message]).toEqual([200, undefined]);
    return body.rows;
  };
  /** Every row of the source and of the lake, in one order. */
  const expectSame = async (table: string, list: string) => {
    const there = await client.query({
      text: `select ${list} from ${table} order by 1`,
      rowMode: 'array',
    });
    const here = await rows(`SELECT ${list} FROM src.public.${table} ORDER BY 1`);
    expect(here).toEqual(there.rows);
  };

  test('reads rows over the cursor, and ties and late ones within the overlap, into those that are here', async () => {
    const made = await set('events', { mode: 'incremental', cursor_column: 'at' });
    expect([made.status, made.body]).toEqual([
      200,
      {
        connection_id: connection,
        schema: 'public',
        table: 'events',
        refresh: {
          ...{ mode: 'incremental', cursor_column: 'at', key: ['id'], overlap: 300 },
          ...{ cron: null, every_s: null, max_age_s: null, when_stale: 'refresh' },
        },
        cursor: null,
        next_refresh_at: null,
      },
    ]);
    expect((await refresh('events')).body).toMatchObject({ rows_synced: 5000, mode: 'full' });
    expect((await api.get(path('events'))).body.cursor).toBe('2024-01-04 11:20:00+00');
    await client.query(`
      insert into events values (5001, '2024-02-01', 'new', 0.5);
      insert into events values (5002, '2024-01-04 11:20:00+00', 'a tie', null);
      insert into events values (5003, '2024-01-04 11:16:00+00', 'late', 1);
      update events set label = 'changed', at = '2024-02-01' where id in (7, 4000);
      update events set label = 'unseen' where id = 8;
    `);
    // The overlap's five minutes have six rows of before.
    const changes = await refresh('events');
    expect(changes.body).toMatchObject({ rows_synced: 6 + 5, mode: 'incremental', warnings: [] });
    expect(
      await rows(
        "SELECT count(*), count(*) FILTER (WHERE label = 'unseen') FROM src.public.events",
      ),
    ).toEqual([[5003, 0]]);
    await client.query("update events set label = 'l8' where id = 8");
    await expectSame('events', 'id, label, amount::float8');
    const listed = await api.get(`/v1/information_schema?connection_id=${connection}&table=events`);
    expect(listed.body.tables[0]).toMatchObject({
      state: 'loaded',
      refresh: { mode: 'incremental', key: ['id'] },
    });
    // Nothing that is there before goes: the snapshots of before are readable.
    expect((await refresh('events')).body).toMatchObject({ mode: 'incremental' });
    await expectSame('events', 'id, label, amount::float8');
  }, 60_000);

  test('removes what is gone at the source when asked to, and fetches all rows when asked to', async () => {
    await client.query(
      "delete from events where id in (1, 2500); update events set label = 'quiet' where id = 9",
    );
    expect((await refresh('events')).body.rows_removed).toBeUndefined();
    expect(await rows('SELECT count(*) FROM src.public.events')).toEqual([[5003]]);
    expect((await refresh('events', { remove_gone: true })).body).toMatchObject({
      mode: 'incremental',
      rows_removed: 2,
    });
    expect(await rows('SELECT count(*), min(id) FROM src.public.events')).toEqual([[5001, 2]]);
    expect((await refresh('events', { remove_gone: true })).body).toMatchObject({
      rows_removed: 0,
    });
    expect((await refresh('events', { full: true })).body).toMatchObject({
      mode: 'full',
      rows_synced: 5001,
    });
    await expectSame('events', 'id, label, amount::float8');
    const all = await api.post('/v1/refresh', { connection_id: connection, data: true });
    expect(all.body).toMatchObject({ tables_refreshed: 1, total_rows: 3 });
  }, 60_000);

  test('takes other columns by fetching all rows, and says so', async () => {
    await client.query(
      "alter table events add column more int default 7; insert into events (id, at) values (6000, '2024-03-01')",
    );
    const { body } = await refresh('events');
    expect(body).toMatchObject({
      mode: 'full',
      rows_synced: 5002,
      warnings: [{ message: expect.stringMatching(/^Its columns are others/) }],
    });
    expect(await rows('SELECT sum(more) FROM src.public.events')).toEqual([[5002 * 7]]);
    expect((await refresh('events')).body).toMatchObject({ mode: 'incremental' });
    // After a purge there are no rows for changes to join.
    await api.delete(`/v1/connections/${connection}/tables/public/events/cache`);
    expect(await rows('SELECT count(*) FROM src.public.events')).toEqual([[5002]]);
    expect((await refresh('events')).body).toMatchObject({ mode: 'incremental' });
    // Another cursor begins anew.
    await set('events', { mode: 'incremental', cursor_column: 'id' });
    expect((await refresh('events')).body).toMatchObject({ mode: 'full' });
    expect((await api.get(path('events'))).body).toMatchObject({
      cursor: '6000',
      refresh: { overlap: 0 },
    });
    await client.query("insert into events (id, at) values (6001, '2020-01-01')");
    expect((await refresh('events')).body).toMatchObject({ mode: 'incremental', rows_synced: 2 });
    await expectSame('events', 'id, more');
  }, 60_000);

  test('puts numerics without a scale among those that are here, whatever each batch has', async () => {
    const changes = { mode: 'incremental', cursor_column: 'at' };
    expect((await set('sums', changes)).status).toBe(200);
    await client.query("insert into sums values (6, 6, 1.25, 1, 'ok', null)");
    expect((await refresh('sums')).body).toMatchObject({ mode: 'full', rows_synced: 6 });
    for (const [at, n] of [
      [7, '2'],
      [8, 'null'],
      [9, '3.5'],
      [10, '4444444444.75'],
    ] as const) {
      await client.query(`insert into sums values (${at}, ${at}, ${n}, 1, 'sad', null)`);
      expect((await refresh('sums')).body).toMatchObject({ mode: 'incremental', warnings: [] });
    }
    await expectSame('sums', 'id, n::float8');
    // A value with more decimals than the column refuses the changes; the next changes go through.
    await client.query("insert into sums values (11, 11, 0.125, 1, 'ok', null)");
    expect((await refresh('sums')).body).toMatchObject({
      mode: 'full',
      warnings: [{ message: expect.stringMatching(/^Column 'n' is DECIMAL\(38,2\) here and/) }],
    });
    await client.query("insert into sums values (12, 12, 0.5, 1, 'ok', null)");
    expect((await refresh('sums')).body).toMatchObject({ mode: 'incremental', warnings: [] });
    await expectSame('sums', 'id, n::float8');
  }, 60_000);

  test('finds rows of a numeric key without a scale again, and those that are gone', async () => {
    const policy = { mode: 'incremental', cursor_column: 'at', key: ['price'] };
    expect((await set('priced', policy)).status).toBe(200);
    expect((await refresh('priced')).body).toMatchObject({ mode: 'full', rows_synced: 3 });
    await client.query(
      'update priced set at = 4 where price = 1; delete from priced where price = 2.25; insert into priced values (3, 5)',
    );
    expect((await refresh('priced', { remove_gone: true })).body).toMatchObject({
      mode: 'incremental',
      rows_removed: 1,
    });
    await expectSame('priced', 'price::float8, at');
    // A key outside the column's type is not rounded to an existing key.
    await client.query('insert into priced values (2.255, 0); delete from priced where price = 3');
    expect((await refresh('priced', { remove_gone: true })).body.error).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/refresh the table in full$/),
    });
    expect((await refresh('priced', { full: true })).body).toMatchObject({ rows_synced: 3 });
    await expectSame('priced', 'price::float8, at');
  }, 60_000);

  test('goes on where a value of a change fits no type: its column is text, and means the same', async () => {
    await client.query("insert into sums values (13, 13, 'NaN', 'NaN', 'ok', null)");
    expect((await refresh('sums')).body).toMatchObject({
      mode: 'full',
      warnings: [
        { message: expect.stringMatching(/^Column 'v': the column is kept as text/) },
        { message: expect.stringMatching(/^Column 'v' has a value that its type does not hold/) },
      ],
    });
    await client.query(
      "insert into sums values (14, 14, 2, 9.5, 'ok', null), (15, 15, 2, 10, 'ok', null)",
    );
    expect((await refresh('sums')).body).toMatchObject({ mode: 'incremental', rows_synced: 3 });
    expect(await rows('SELECT max(v), sum(v) FROM src.public.sums WHERE id > 13')).toEqual([
      [10, 19.5],
    ]);
    expect(await rows('SELECT id FROM src.public.sums WHERE v > 9.75 ORDER BY id')).toEqual([
      [13],
      [15],
    ]);
  }, 60_000);

  test('reads all columns of a kind as text after two that have a value of no other type', async () => {
    const { body } = await refresh('misfits');
    const kept = expect.stringMatching(/the column is kept as text/);
    expect(body).toMatchObject({
      rows_synced: 2,
      warnings: [{ message: kept }, { message: kept }, { message: kept }],
    });
    expect(await rows('SELECT id, c FROM src.public.misfits ORDER BY c DESC')).toEqual([
      [2, 2.5],
      [1, 1],
    ]);
  }, 60_000);

  test.each([
    ['turned', 'numeric(9,2)'],
    ['dated', 'timestamp'],
  ])(
    'refuses a column that was text at the source and is another: %s',
    async (table, type) => {
      expect((await refresh(table)).body).toMatchObject({ rows_synced: 1 });
      await client.query(`alter table ${table} alter column v type ${type} using v::${type}`);
      await api.post('/v1/refresh', { connection_id: connection });
      expect((await refresh(table)).body.error).toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(/Purge the table's cache to take the new type$/),
      });
    },
    60_000,
  );

  test.each(['m', 'j'])(
    'is not read by a column that no value of which is greater: %s',
    async (column) => {
      const refused = await set('sums', { mode: 'incremental', cursor_column: column });
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringMatching(/cannot be a cursor; name a number, date, time or text/),
      ]);
    },
  );

  test('without a key adds what is above the cursor, once', async () => {
    expect((await set('log', { mode: 'incremental', cursor_column: 'n', key: [] })).status).toBe(
      200,
    );
    await refresh('log');
    expect((await refresh('log')).body).toMatchObject({ mode: 'incremental', rows_synced: 0 });
    await client.query("insert into log values (11, 'x'), (12, 'y')");
    expect((await refresh('log')).body).toMatchObject({ mode: 'incremental', rows_synced: 2 });
    expect((await refresh('log')).body).toMatchObject({ mode: 'incremental', rows_synced: 0 });
    await expectSame('log', 'n::int, line');
    const refused = await refresh('log', { remove_gone: true });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringMatching(/without a key/),
    ]);
  }, 60_000);

  test('goes on behind what it read when its schedule alone is changed meanwhile', async () => {
    await client.query("insert into log values (13, 'z')");
    await client.query('begin; lock table log');
    const { body: job } = await refresh('log', { async: true });
    await eventually(async () => {
      const waiting = await client.query(
        "select 1 from pg_locks where relation = 'log'::regclass and not granted",
      );
      expect(waiting.rows).not.toEqual([]);
    }, 20_000);
    const policy = { mode: 'incremental', cursor_column: 'n', key: [], every_s: 86_400 };
    expect((await set('log', policy)).status).toBe(200);
    await client.query('commit');
    await eventually(
      async () =>
        expect((await api.get(`/v1/jobs/${job.id}`)).body).toMatchObject({ status: 'succeeded' }),
      20_000,
    );
    expect((await api.get(path('log'))).body).toMatchObject({
      cursor: '13',
      refresh: { every_s: 86_400 },
    });
    expect((await refresh('log')).body).toMatchObject({ mode: 'incremental', rows_synced: 0 });
    await expectSame('log', 'n::int, line');
  }, 60_000);

  test('whose key tells no rows apart keeps its rows, and says so', async () => {
    expect(
      (await set('seen', { mode: 'incremental', cursor_column: 'at', key: ['k'] })).status,
    ).toBe(200);
    expect((await refresh('seen')).body).toMatchObject({ rows_synced: 3, mode: 'full' });
    await client.query(
      'create or replace view seen as select id % 3 as k, at, label from events where id between 101 and 160',
    );
    const refused = await refresh('seen');
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringMatching(/does not tell its rows apart/),
    ]);
    expect(await rows('SELECT count(*) FROM src.public.seen')).toEqual([[3]]);
  }, 60_000);

  test('sees rows without a value in the cursor, and one that nothing is above', async () => {
    await set('maybe', { mode: 'incremental', cursor_column: 'at' });
    await refresh('maybe');
    await client.query(
      "insert into maybe values (3, null, 'c'); update maybe set label = 'B' where id = 2",
    );
    expect((await refresh('maybe')).body).toMatchObject({ mode: 'incremental', rows_synced: 3 });
    await expectSame('maybe', 'id, label');
    await set('endless', { mode: 'incremental', cursor_column: 'at' });
    for (let time = 0; time < 2; time += 1) {
      const { body } = await refresh('endless');
      expect(body).toMatchObject({
        mode: 'full',
        warnings: [{ message: expect.stringMatching(/no change is above/) }],
      });
    }
  }, 60_000);

  test.each([
    ['a cursor without a name', { mode: 'incremental' }, /needs 'cursor_column'/],
    ['a cursor that is not there', { mode: 'incremental', cursor_column: 'AT' }, /no column 'AT'/],
    [
      'a key that is not there',
      { mode: 'incremental', cursor_column: 'at', key: ['x'] },
      /no column 'x', which 'key'/,
    ],
    [
      'a key twice',
      { mode: 'incremental', cursor_column: 'at', key: ['id', 'id'] },
      /'key' names a column twice/,
    ],
    [
      'a cursor of a full refresh',
      { mode: 'full', cursor_column: 'at' },
      /'cursor_column' goes with/,
    ],
    [
      'an overlap without a key',
      { mode: 'incremental', cursor_column: 'at', key: [], overlap: 1 },
      /'overlap' goes with a key/,
    ],
    [
      'an overlap of a text',
      { mode: 'incremental', cursor_column: 'label', overlap: 1 },
      /'overlap' goes with a number, date or time, and column 'label' is text/,
    ],
    ['two schedules', { mode: 'full', cron: '* * * * *', every_s: 60 }, /exclude each other/],
    ['no schedule of cron', { mode: 'full', cron: 'hourly' }, /is no schedule/],
    ['a day that never comes', { mode: 'full', cron: '0 0 31 2 *' }, /never comes/],
    ['too short a wait', { mode: 'full', every_s: 1 }, /'every_s' must be from 10/],
    ['what is answered of no age', { mode: 'full', when_stale: 'serve' }, /goes with 'max_age_s'/],
    ['a mode that there is not', { mode: 'sometimes' }, /mode/],
  ])('is not made of %s', async (_what, policy, says) => {
    const { status, body } = await set('events', policy);
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(says)]);
  });

  test('is one of a source, by its exact name', async () => {
    expect((await set('EVENTS', { mode: 'full' })).status).toBe(404);
    const nullable = await set('maybe', { mode: 'incremental', cursor_column: 'at', key: [] });
    expect([nullable.status, nullable.body.error.message]).toEqual([
      400,
      expect.stringMatching(/may have no value/),
    ]);
    const float = await set('floats', { mode: 'incremental', cursor_column: 'f' });
    expect([float.status, float.body.error.message]).toEqual([
      400,
      expect.stringMatching(/cannot be a cursor/),
    ]);
    const keyless = await set('seen', { mode: 'incremental', cursor_column: 'at' });
    expect([keyless.status, keyless.body.error.message]).toEqual([
      400,
      expect.stringMatching(/has no primary key/),
    ]);
    const { body: own } = await api.post('/v1/connections', {
      name: 'own',
      source_type: 'managed',
      config: {},
    });
    const managed = await api.request('PUT', `/v1/connections/${own.id}/tables/public/t/refresh`, {
      mode: 'full',
    });
    expect([managed.status, managed.body.error.message]).toEqual([
      400,
      expect.stringMatching(/has no source/),
    ]);
    expect((await set('events', { mode: 'full' })).body.refresh).toMatchObject({
      mode: 'full',
      key: [],
    });
    const listed = await api.get(`/v1/information_schema?connection_id=${connection}&table=events`);
    expect(listed.body.tables[0].refresh ?? null).toBeNull();
  });
});
