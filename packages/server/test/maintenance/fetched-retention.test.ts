import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTimedService, type TimedService } from '../api/timed-service.ts';
import { eventually } from '../eventually.ts';
import { connectionConfigOf, createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';

const hourMs = 3_600_000;
let running: TimedService;
let source: PostgresDatabase;

beforeEach(async () => {
  [running, source] = await Promise.all([
    startTimedService('sqlite', {
      QUERN_ORPHAN_GRACE: '60',
      QUERN_COLLECT_WAIT: '0',
      QUERN_COLLECT_SHARE: '100',
    }),
    createPostgresDatabase(),
  ]);
}, 60_000);
afterEach(async () => {
  await running?.dispose();
  await source?.drop();
});

test('rows that were fetched go a day after their purge and with their connection, and those of managed tables stay for a week', async () => {
  const client = new pg.Client({ connectionString: source.url });
  await client.connect();
  await client.query('create table t as select i as a from generate_series(1, 10) as i');
  await client.end();
  const { api } = running;
  const config = connectionConfigOf(source.url);
  const { body } = await api.post('/v1/connections', {
    name: 'src',
    source_type: 'postgres',
    config,
  });
  const database = await api.createDatabase();
  await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: body.id });
  const read = await api.query(database.id, 'SELECT count(*) FROM src.public.t');
  expect(read.body.rows).toEqual([[10]]);
  await api.loadCsv(database.id, 'own', 'a\n1\n');
  await api.loadCsv(database.id, 'own', 'a\n2\n');
  const fetched = async () => (await running.objectKeys()).filter((key) => key.includes(body.id));
  expect(await fetched()).toHaveLength(1);
  expect((await api.delete(`/v1/connections/${body.id}/cache`)).status).toBe(204);
  const run = await api.get(`/v1/query-runs/${read.body.query_run_id}`, {
    'x-database-id': database.id,
  });
  const past = `SELECT count(*) FROM src.public.t AT (VERSION => ${run.body.database_snapshots.src})`;
  running.clock.advance(23 * hourMs);
  expect((await api.query(database.id, past)).body.rows).toEqual([[10]]);
  running.clock.advance(2 * hourMs);
  const refused = await api.query(database.id, past);
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    expect.stringMatching(/is not kept/),
  ]);
  await eventually(async () => {
    running.clock.advance(601_000);
    expect(await fetched()).toEqual([]);
  }, 30_000);
  // Deleting the connection deletes all rows.
  const again = await api.query(database.id, 'SELECT count(*) FROM src.public.t');
  expect(again.body.rows).toEqual([[10]]);
  expect(await fetched()).toHaveLength(1);
  await api.delete(`/v1/databases/${database.id}/catalogs/${body.id}`);
  expect((await api.delete(`/v1/connections/${body.id}`)).status).toBe(204);
  await eventually(async () => {
    running.clock.advance(601_000);
    expect(await fetched()).toEqual([]);
  }, 30_000);
  const own = await api.query(database.id, 'SELECT a FROM own AT (VERSION => 2)');
  expect(own.body.rows).toEqual([[1]]);
}, 90_000);
