import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import {
  connectionConfigOf,
  createPostgresDatabase,
  type PostgresDatabase,
} from '../../postgres.ts';
import type { Json } from '../../service.ts';
import { attachSource } from '../attach-source.ts';
import { startTimedService, type TimedService } from '../timed-service.ts';

/** Tables of a real PostgreSQL, and a clock that the test moves. */
describe('a table with a schedule or an age', () => {
  let running: TimedService;
  let source: PostgresDatabase;
  let client: pg.Client;
  let connection: string;
  let database: string;

  beforeAll(async () => {
    [running, source] = await Promise.all([
      startTimedService('sqlite', {}),
      createPostgresDatabase(),
    ]);
    const { api } = running;
    client = new pg.Client({ connectionString: source.url });
    await client.connect();
    for (const name of ['timed', 'aged', 'served', 'slow']) {
      await client.query(
        `create table ${name} (id int primary key); insert into ${name} values (1)`,
      );
    }
    const config = connectionConfigOf(source.url);
    ({ connection, database } = await attachSource(api, 'postgres', config));
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await running?.dispose();
    await source?.drop();
  });

  const path = (table: string) => `/v1/connections/${connection}/tables/public/${table}/refresh`;
  const set = async (table: string, policy: Json) => {
    const { status, body } = await running.api.request('PUT', path(table), {
      mode: 'full',
      ...policy,
    });
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const count = async (table: string) =>
    (await running.api.query(database, `SELECT count(*) FROM src.public.${table}`)).body
      .rows?.[0]?.[0];
  const jobs = async () =>
    (await running.api.get('/v1/jobs?job_type=data_refresh_table&limit=500')).body.jobs;

  test('is refreshed by a query that finds it too old, before or behind the answer', async () => {
    const { api, clock } = running;
    await set('aged', { max_age_s: 60 });
    await set('served', { max_age_s: 60, when_stale: 'serve' });
    expect([await count('aged'), await count('served')]).toEqual([1, 1]);
    await client.query('insert into aged values (2); insert into served values (2)');
    clock.advance(50_000);
    expect([await count('aged'), await count('served')]).toEqual([1, 1]);
    clock.advance(11_000);
    const sql = 'SELECT count(*) FROM src.public.aged';
    const refreshed = await api.query(database, sql);
    expect(refreshed.body.rows).toEqual([[2]]);
    expect(await count('served')).toBe(1);
    await eventually(async () => expect(await count('served')).toBe(2));
    // A refresh of a missing source fails with the reason; a working source continues.
    await client.query(
      'alter table aged rename to aged_away; alter table served rename to served_away',
    );
    clock.advance(61_000);
    const gone = await api.query(database, sql);
    expect([gone.status, gone.body.error.message]).toEqual([
      502,
      expect.stringMatching(/'public.aged' is not in/),
    ]);
    expect(await count('served')).toBe(2);
    expect((await api.query(database, sql, { async: true })).status).toBe(202);
    // A read of a snapshot has no age.
    const run = await api.get(`/v1/query-runs/${refreshed.body.query_run_id}`, {
      'x-database-id': database,
    });
    const past = await api.query(
      database,
      `${sql} AT (VERSION => ${run.body.database_snapshots.src})`,
    );
    expect([past.body.error?.message, past.body.rows]).toEqual([undefined, [[2]]]);
  }, 60_000);

  test('is refreshed when its schedule is due, once after a long time, and never waits for a clock that was set back', async () => {
    const { api, clock } = running;
    const start = clock.now();
    const every = await set('timed', { every_s: 600 });
    expect(every.next_refresh_at).toBe(new Date(start + 600_000).toISOString());
    const cron = await set('timed', { cron: '*/10 * * * *' });
    const tenMinutes = 600_000;
    expect(Date.parse(cron.next_refresh_at)).toBe(Math.floor(start / tenMinutes + 1) * tenMinutes);
    await set('timed', { every_s: 600 });
    expect(await count('timed')).toBe(1);
    const before = (await jobs()).length;
    await client.query('insert into timed values (2)');
    // A thousand turns have passed.
    clock.advance(600_000_000);
    await eventually(async () => expect(await count('timed')).toBe(2), 20_000);
    const { body } = await api.get(path('timed'));
    expect(Date.parse(body.next_refresh_at)).toBe(clock.now() + tenMinutes);
    expect((await jobs()).length).toBe(before + 1);
    clock.advance(-300_000_000);
    await eventually(async () => {
      clock.advance(5_000);
      const next = Date.parse((await api.get(path('timed'))).body.next_refresh_at);
      expect(next).toBeLessThanOrEqual(clock.now() + tenMinutes);
    }, 20_000);
    await client.query('insert into timed values (3)');
    clock.advance(tenMinutes);
    await eventually(async () => expect(await count('timed')).toBe(3), 20_000);
    expect((await set('timed', {})).next_refresh_at).toBeNull();
  }, 90_000);

  test('whose refresh takes longer than its schedule is refreshed once, to its end, and then by its next turn', async () => {
    const { api, clock } = running;
    expect(await count('slow')).toBe(1);
    await set('slow', { every_s: 10 });
    const before = (await jobs()).length;
    await client.query('insert into slow values (2)');
    await client.query('begin; lock table slow in access exclusive mode');
    const waiting = "select 1 from pg_locks where not granted and relation = 'slow'::regclass";
    const next = async () => Date.parse((await api.get(path('slow'))).body.next_refresh_at);
    /** Waits for real time: leases are renewed by real time, not by the test's clock. */
    const renewed = (now: number) =>
      eventually(async () => {
        const locks = (await running.rows()).get('locks') ?? [];
        const ofTable = locks.map((row) => JSON.parse(row)).filter(({ name }) => /slow/.test(name));
        expect(ofTable.map(({ expires_at }) => expires_at > now + 10_000)).toEqual([true]);
      }, 15_000);
    for (let turn = 0; turn < 3; turn += 1) {
      clock.advance(10_000);
      await eventually(async () => expect(await next()).toBe(clock.now() + 10_000), 15_000);
      await eventually(async () => expect((await client.query(waiting)).rowCount).toBe(1));
      await renewed(clock.now());
    }
    expect((await jobs()).length).toBe(before + 1);
    await client.query('rollback');
    await eventually(async () => expect(await count('slow')).toBe(2), 15_000);
    const of = (await jobs()).filter(({ result }: Json) => result?.table_name === 'slow');
    expect(of.map(({ status, attempts }: Json) => [status, attempts])).toEqual([
      ['succeeded', 1],
      ['succeeded', 1],
    ]);
    await client.query('insert into slow values (3)');
    clock.advance(10_000);
    await eventually(async () => expect(await count('slow')).toBe(3), 15_000);
    expect((await jobs()).length).toBe(before + 2);
    await set('slow', {});
  }, 90_000);
});
