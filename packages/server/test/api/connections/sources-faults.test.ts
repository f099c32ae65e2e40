import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import {
  connectionConfigOf,
  createPostgresDatabase,
  type PostgresDatabase,
} from '../../postgres.ts';
import { type Api, type Json, type RunningService, startService } from '../../service.ts';

/** The test's lock blocks every reader of the table, so a fault hits a fetch in the middle. */
describe('while a table is fetched', () => {
  let service: RunningService;
  let api: Api;
  let source: PostgresDatabase;
  let client: pg.Client;
  let connection: string;
  let database: Json;

  beforeAll(async () => {
    [service, source] = await Promise.all([startService(), createPostgresDatabase()]);
    api = service.api();
    client = new pg.Client({ connectionString: source.url });
    await client.connect();
    await client.query('create table t as select i as id from generate_series(1, 1000) as i');
    const config = connectionConfigOf(source.url);
    const made = await api.post('/v1/connections', {
      name: 'src',
      source_type: 'postgres',
      config,
    });
    connection = made.body.id;
    database = await api.createDatabase();
    await api.post(`/v1/databases/${database.id}/catalogs`, { connection_id: connection });
  }, 120_000);
  afterAll(async () => {
    await client?.end();
    await service?.dispose();
    await source?.drop();
  });

  const sql = 'SELECT count(*) FROM src.public.t';
  const waiting = "select pid from pg_locks where not granted and relation = 't'::regclass";
  const refresh = () => ({
    connection_id: connection,
    schema_name: 'public',
    table_name: 't',
    data: true,
  });
  const lock = () => client.query('begin; lock table t in access exclusive mode');
  const waits = () =>
    eventually(async () => {
      const { rows } = await client.query(waiting);
      expect(rows).toHaveLength(1);
      return rows[0].pid as number;
    });
  const purge = async () =>
    expect((await api.delete(`/v1/connections/${connection}/cache`)).status).toBe(204);

  test('its worker may be killed: another one fetches it', async () => {
    await lock();
    const asked = api.query(database.id, sql);
    await waits();
    const [worker] = childrenOf(service.pid, 'source-main');
    if (worker === undefined) throw new Error('there is no source worker');
    process.kill(worker, 'SIGKILL');
    await eventually(() => expect(childrenOf(service.pid, 'source-main')).not.toContain(worker));
    await client.query('rollback');
    const { status, body } = await asked;
    expect([status, body.rows]).toEqual([200, [[1000]]]);
  }, 60_000);

  test('its session may be ended by the server: it is fetched in another one', async () => {
    await purge();
    await lock();
    const asked = api.query(database.id, sql);
    const pid = await waits();
    await client.query(`select pg_terminate_backend(${pid})`);
    await eventually(async () =>
      expect((await client.query(waiting)).rows).not.toContainEqual({ pid }),
    );
    await client.query('rollback');
    const { status, body } = await asked;
    expect([status, body.rows]).toEqual([200, [[1000]]]);
  }, 60_000);

  test('its query may be cancelled: the run says so, and the rows come all the same', async () => {
    await purge();
    await lock();
    const asked = await api.query(database.id, sql, { async: true });
    await waits();
    const scoped = { 'x-database-id': database.id };
    const path = `/v1/query-runs/${asked.body.query_run_id}`;
    expect((await api.post(`${path}/cancel`, {}, scoped)).status).toBe(200);
    await eventually(async () =>
      expect((await api.get(path, scoped)).body.status).toBe('cancelled'),
    );
    await client.query('rollback');
    await eventually(async () =>
      expect((await api.get(`/v1/connections/${connection}`)).body.synced_table_count).toBe(1),
    );
  }, 60_000);

  test('the rows that were fetched before are read, and the connection is well', async () => {
    expect((await api.query(database.id, sql)).body.rows).toEqual([[1000]]);
    await client.query('insert into t values (0)');
    await lock();
    const asked = await api.post('/v1/refresh', { ...refresh(), async: true });
    expect([asked.status, asked.body.status]).toEqual([202, 'pending']);
    await waits();
    const read = await api.query(database.id, sql, {});
    expect(read.body.rows).toEqual([[1000]]);
    expect((await api.get(`/v1/connections/${connection}/health`)).body).toMatchObject({
      healthy: true,
    });
    const { rows } = await client.query(waiting);
    expect(rows).toHaveLength(1);
    await client.query('rollback');
    await eventually(async () => {
      const { body } = await api.get(asked.body.status_url);
      expect([body.status, body.job_type, body.result?.rows_synced]).toEqual([
        'succeeded',
        'data_refresh_table',
        1001,
      ]);
    });
    expect((await api.query(database.id, sql)).body.rows).toEqual([[1001]]);
  }, 60_000);

  test('it may be purged: it is fetched anew', async () => {
    await lock();
    const asked = await api.post('/v1/refresh', { ...refresh(), async: true });
    await waits();
    await purge();
    await client.query('rollback');
    await eventually(async () => {
      const { body } = await api.get(asked.body.status_url);
      expect([body.status, body.result?.rows_synced, body.attempts > 1]).toEqual([
        'succeeded',
        1001,
        true,
      ]);
    }, 15_000);
    expect((await api.query(database.id, sql)).body.rows).toEqual([[1001]]);
  }, 60_000);

  test.each([
    ['of the table', () => refresh()],
    ['of the whole connection', () => ({ connection_id: connection, data: true })],
  ])(
    'a job %s may be cancelled: the source is left alone at once, and the rows stay',
    async (_what, body) => {
      await lock();
      const asked = await api.post('/v1/refresh', { ...body(), async: true });
      await waits();
      expect((await api.post(`${asked.body.status_url}/cancel`, undefined)).status).toBe(200);
      await eventually(async () => expect((await client.query(waiting)).rows).toEqual([]));
      await client.query('rollback');
      const job = (await api.get(asked.body.status_url)).body;
      expect([job.status, job.error_message]).toEqual([
        'failed',
        expect.stringMatching(/cancelled/),
      ]);
      expect((await api.query(database.id, sql)).body.rows).toEqual([[1001]]);
    },
    60_000,
  );

  test('all of the connection is asked for: that waits for its turn, and fails nothing', async () => {
    await lock();
    const first = await api.post('/v1/refresh', { ...refresh(), async: true });
    await waits();
    const whole = await api.post('/v1/refresh', {
      connection_id: connection,
      data: true,
      async: true,
    });
    await eventually(async () =>
      expect((await api.get(whole.body.status_url)).body.status).toBe('running'),
    );
    await client.query('rollback');
    await eventually(async () => {
      expect((await api.get(first.body.status_url)).body.status).toBe('succeeded');
      const { body } = await api.get(whole.body.status_url);
      expect([body.status, body.result]).toMatchObject([
        'succeeded',
        { tables_refreshed: 1, tables_failed: 0 },
      ]);
    }, 15_000);
  }, 60_000);

  test.each([
    ['dropped', 'drop table t', 502, /is no longer in database|'public.t' is not in/],
    [
      'renamed',
      'alter table t rename to elsewhere',
      502,
      /is no longer in database|'public.t' is not in/,
    ],
    [
      'given another type',
      'alter table t alter id type text using id::text',
      409,
      /was INTEGER and is VARCHAR/,
    ],
  ])(
    'it is %s: that is told, and the rows stay',
    async (_what, change, status, says) => {
      await lock();
      const asked = api.post('/v1/refresh', refresh());
      await waits();
      await client.query(`${change}; commit`);
      const answer = await asked;
      expect([answer.status, answer.body.error.message]).toEqual([
        status,
        expect.stringMatching(says),
      ]);
      expect((await api.query(database.id, sql)).body.rows).toEqual([[1001]]);
      await client.query(
        'drop table if exists t, elsewhere; create table t as select i as id from generate_series(0, 1000) as i',
      );
      expect((await api.post('/v1/refresh', refresh())).status).toBe(200);
    },
    60_000,
  );

  test('the connection may be deleted: nothing of it comes back', async () => {
    await api.delete(`/v1/databases/${database.id}/catalogs/${connection}`);
    await lock();
    const asked = await api.post('/v1/refresh', { ...refresh(), async: true });
    await waits();
    expect((await api.delete(`/v1/connections/${connection}`)).status).toBe(204);
    await client.query('rollback');
    await eventually(async () =>
      expect((await api.get(asked.body.status_url)).body.status).toBe('failed'),
    );
    expect((await api.get(`/v1/information_schema?connection_id=${connection}`)).status).toBe(404);
    expect((await api.get('/v1/secrets')).body.secrets).toEqual([]);
  }, 60_000);
});

/** Child processes whose command line contains the text. */
function childrenOf(parent: number, command: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const isChild = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
        return isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(command);
      } catch {
        return false;
      }
    });
}
