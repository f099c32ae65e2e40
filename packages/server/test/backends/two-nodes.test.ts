import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allMigrations } from '../../src/metadata/migrations/all-migrations.ts';
import { endlessSql, engineLoad } from '../api/occupy-workers.ts';
import { eventually } from '../eventually.ts';
import { connectionConfigOf, createPostgresDatabase } from '../postgres.ts';
import { canRunS3Server, installTimeoutMs } from '../s3-server.ts';
import { type Api, type Json, put, type RunningService, testToken } from '../service.ts';
import { createSharedBackends, type SharedBackends } from './shared-backends.ts';

/** The first rows are out long before all rows are stored. */
const wide = (rows: number) => `SELECT range AS n, md5(range::varchar) AS text FROM range(${rows})`;

describe('two nodes on one PostgreSQL and one bucket', () => {
  if (!canRunS3Server()) {
    it.skip('have no S3 server to run on (needs Go)');
    return;
  }
  let backends: SharedBackends;
  let nodes: readonly [RunningService, RunningService];
  let one: Api;
  let other: Api;

  beforeAll(async () => {
    backends = await createSharedBackends({
      QUERN_SWEEP_INTERVAL: '1',
      QUERN_PREVIEW_ROWS: '10',
      // The sources of the tests are on the server of the metadata.
      QUERN_SOURCES_ALLOW: '127.0.0.0/8',
    });
    nodes = await Promise.all([backends.startNode('a'), backends.startNode('b')]);
    one = nodes[0].api();
    other = nodes[1].api();
  }, installTimeoutMs);
  afterAll(() => backends?.remove());

  it('bootstrap once when both start on an empty database at the same moment', async () => {
    for (const api of [one, other]) {
      expect((await api.get('/v1/workspaces')).body.workspaces).toHaveLength(1);
      expect((await api.get('/v1/tokens')).body.tokens).toHaveLength(1);
    }
    expect(await backends.metadata('SELECT version FROM schema_versions')).toHaveLength(
      allMigrations.length,
    );
    expect(await backends.metadata('SELECT id FROM nodes')).toHaveLength(2);
  });

  it('share an upload: begun on one, finalized on the other, loaded on the first, read on both', async () => {
    const { id } = await one.createDatabase({ name: 'shared' });
    const bytes = Buffer.from('n,t\n1,a\n2,b\n');
    const session = (await one.post('/v1/uploads', { part_size: 5 * 2 ** 20 })).body;
    const token = { 'x-upload-finalize-token': session.finalize_token };
    const minted = await other.post(
      `/v1/uploads/${session.upload_id}/parts`,
      { part_numbers: [1] },
      token,
    );
    const e_tag = await put(minted.body.parts[0].url, bytes);
    const finalize = () =>
      Promise.all(
        [one, other, one, other].map((api) =>
          api.post(
            `/v1/uploads/${session.upload_id}/finalize`,
            { parts: [{ part_number: 1, e_tag }] },
            token,
          ),
        ),
      );
    const statuses = (await finalize()).map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => ![200, 400, 409].includes(status))).toEqual([]);
    const loads = await Promise.all(
      [one, other].map((api) => api.load(id, 't', { upload_id: session.upload_id })),
    );
    expect(loads.map(({ status }) => status)).toContain(200);
    for (const api of [one, other])
      expect((await api.query(id, 'SELECT sum(n) FROM t')).body.rows).toEqual([[3]]);
  });

  it('search by indexes that the other built, and see each change of a table at once', async () => {
    const database = await one.createDatabase();
    const { id } = database;
    const lines = Array.from({ length: 60_000 }, (_unused, row) => `${row},word${row % 100} all`);
    await one.loadCsv(id, 'docs', `id,note\n${lines.join('\n')}\n`);
    const path = `/v1/databases/${id}/schemas/main/tables/docs/indexes`;
    for (const [index_type, column] of [
      ['bm25', 'note'],
      ['sorted', 'id'],
    ]) {
      const index = { index_name: index_type, index_type, columns: [column] };
      expect((await one.post(path, index)).status).toBe(201);
    }
    const found = async (api: Api, text: string) => {
      const sql = `SELECT count(*) FROM bm25_search('docs', 'note', '${text}')`;
      return (await api.query(id, sql)).body.rows;
    };
    const plan = async (api: Api) =>
      JSON.stringify((await api.query(id, 'EXPLAIN SELECT * FROM docs WHERE id = 7')).body.rows);
    for (const api of [one, other]) {
      expect(await found(api, 'word7')).toEqual([[600]]);
      await eventually(async () => expect(await plan(api)).toContain('sorted'));
      const looked = await api.query(id, 'SELECT note FROM docs WHERE id = 107');
      expect(looked.body.rows).toEqual([['word7 all']]);
      const listed = await api.get(
        `/v1/information_schema?connection_id=${database.default_connection_id}`,
      );
      const [{ indexes = [] }] = listed.body.tables;
      const shown = indexes.map((index: Json) => [index.index_name, index.status]);
      expect(shown).toEqual([
        ['bm25', 'ready'],
        ['sorted', 'ready'],
      ]);
    }
    await other.load(id, 'docs', { mode: 'append', data: 'id,note\n60000,word7 new\n' });
    for (const api of [one, other]) {
      expect(await found(api, 'word7')).toEqual([[601]]);
      const looked = await api.query(id, 'SELECT note FROM docs WHERE id = 60000');
      expect(looked.body.rows).toEqual([['word7 new']]);
    }
    expect((await other.delete(`${path}/bm25`)).status).toBe(204);
    for (const api of [one, other]) {
      await eventually(async () => {
        const { status, body } = await api.query(
          id,
          "SELECT count(*) FROM bm25_search('docs', 'note', 'word7')",
        );
        expect([status, body.error?.message]).toEqual([400, expect.stringContaining('bm25')]);
      });
    }
  });

  it('fetch a table of a source once, whichever of them is asked for it', async () => {
    const source = await createPostgresDatabase();
    const client = new pg.Client({ connectionString: source.url });
    await client.connect();
    try {
      await client.query('create table t as select i as id from generate_series(1, 100) as i');
      const config = connectionConfigOf(source.url);
      const made = await one.post('/v1/connections', {
        name: 'src',
        source_type: 'postgres',
        config,
      });
      expect(made.body.discovery_error).toBeNull();
      const { id } = await one.createDatabase();
      await one.post(`/v1/databases/${id}/catalogs`, { connection_id: made.body.id });
      await client.query('begin; lock table t in access exclusive mode');
      const asked = [one, other, one, other].map((api) =>
        api.query(id, 'SELECT count(*) FROM src.public.t'),
      );
      const waiting = "select 1 from pg_locks where not granted and relation = 't'::regclass";
      await eventually(async () => expect((await client.query(waiting)).rowCount).toBe(1));
      await client.query('rollback');
      for (const { body } of await Promise.all(asked)) expect(body.rows).toEqual([[100]]);
      const path = '/v1/jobs?job_type=data_refresh_table';
      expect((await other.get(path)).body.jobs).toMatchObject([
        { status: 'succeeded', attempts: 1 },
      ]);
      // Refreshes of one table wait for each other, on both nodes.
      await client.query('insert into t values (0)');
      const body = {
        connection_id: made.body.id,
        schema_name: 'public',
        table_name: 't',
        data: true,
      };
      const refreshed = await Promise.all([one, other].map((api) => api.post('/v1/refresh', body)));
      for (const { status, body: answer } of refreshed)
        expect([status, answer.rows_synced]).toEqual([200, 101]);
    } finally {
      await client.end();
      await source.drop();
    }
  });

  it('let one of many concurrent loads of a table through at a time, and lose none', async () => {
    const { id } = await one.createDatabase();
    await one.loadCsv(id, 't', 'n\n0\n');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? one : other).load(id, 't', {
          mode: 'append',
          data: `n\n${2 ** index}\n`,
        }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, body, headers } of refused) {
      expect([status, body.error.code]).toEqual([409, 'RESOURCE_LOCKED']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const loaded = answers.reduce(
      (sum, { status }, index) => sum + (status === 200 ? 2 ** index : 0),
      0,
    );
    for (const api of [one, other])
      expect((await api.query(id, 'SELECT sum(n) FROM t')).body.rows).toEqual([[loaded]]);
  });

  it('load different tables of one database at a time without refusing or losing any', async () => {
    const { id } = await one.createDatabase();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? one : other).load(id, `t${index}`, { data: `n\n${index}\n` }),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body.error ?? null])).toEqual(
      Array(10).fill([200, null]),
    );
    const union = Array.from({ length: 10 }, (_, index) => `SELECT n FROM t${index}`).join(
      ' UNION ALL ',
    );
    expect(
      (await other.query(id, `SELECT sum(n), count(*) FROM (${union}) AS u`)).body.rows,
    ).toEqual([[45, 10]]);
  });

  it('make one database for twenty callers who ask for one name, and one of a schema and a table', async () => {
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).post('/v1/databases', {
          name: 'Raced',
          if_not_exists: true,
        }),
      ),
    );
    expect(asked.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    const id = asked[0]?.body.id;
    const declared = await Promise.all(
      [one, other, one, other].map((api) =>
        api.post(`/v1/databases/${id}/schemas/main/tables`, { name: 't' }),
      ),
    );
    expect(declared.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it('attach a connection or delete it, whichever comes first, and never both', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await one.createDatabase();
      const wanted = { name: `raced ${round}`, source_type: 'managed', config: {} };
      const { id: connection } = (await other.post('/v1/connections', wanted)).body;
      const [attached, deleted] = await Promise.all([
        one.post(`/v1/databases/${id}/catalogs`, { connection_id: connection, alias: 'raced' }),
        other.delete(`/v1/connections/${connection}`),
      ]);
      const isAttached = attached.status === 204;
      expect([attached.status, deleted.status]).toEqual(isAttached ? [204, 409] : [404, 204]);
      const { attachments } = (await other.get(`/v1/databases/${id}`)).body;
      expect(attachments).toEqual(
        isAttached ? [{ connection_id: connection, alias: 'raced' }] : [],
      );
      expect((await one.get(`/v1/connections/${connection}`)).status).toBe(isAttached ? 200 : 404);
    }
  });

  it('fill a batch that one accepted on either, see it on both, and stop it by way of the other', async () => {
    const { body: batch } = await one.post('/v1/databases/bulk', {
      count: 250,
      idempotency_key: 'shared',
    });
    for (const api of [other, one]) {
      await eventually(async () => {
        expect((await api.get(`/v1/databases/bulk/${batch.batch_id}`)).body.created_count).toBe(
          250,
        );
        expect((await api.get(`/v1/jobs/${batch.job_id}`)).body.status).toBe('succeeded');
      });
      expect((await api.get(`/v1/databases/count?batch=${batch.batch_id}`)).body.total).toBe(250);
    }
    const again = await other.post('/v1/databases/bulk', { count: 1, idempotency_key: 'shared' });
    expect(again.body.batch_id).toBe(batch.batch_id);
    const { body: large } = await one.post('/v1/databases/bulk', { count: 10_000 });
    await eventually(async () =>
      expect(
        (await other.get(`/v1/databases/bulk/${large.batch_id}`)).body.created_count,
      ).toBeGreaterThan(0),
    );
    const removed = await other.delete(`/v1/databases/bulk/${large.batch_id}`);
    expect(removed.status).toBe(200);
    await eventually(async () => {
      const { body: job } = await one.get(`/v1/jobs/${large.job_id}`);
      expect(job.result).toMatchObject({ created: removed.body.deleted_count, cancelled: true });
    });
    expect((await one.get(`/v1/databases/count?batch=${large.batch_id}`)).body.total).toBe(0);
  });

  it('run a job of one on either, and tell its end on both', async () => {
    const { id } = await one.createDatabase();
    const jobs = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const { body } = await one.load(id, `t${index}`, { data: `n\n${index}\n`, async: true });
        return body.id as string;
      }),
    );
    for (const job of jobs) {
      await eventually(async () =>
        expect((await other.get(`/v1/jobs/${job}`)).body.status).toBe('succeeded'),
      );
    }
    const waited = await other.load(id, 'waited', {
      data: 'n\n1\n',
      async: true,
      async_after_ms: 30_000,
    });
    expect([waited.status, waited.body.row_count]).toEqual([200, 1]);
  });

  it('give out results of each other, whole and still being kept', async () => {
    const { id } = await one.createDatabase();
    const whole = await one.query(id, 'SELECT 1 AS a');
    const scoped = other.with({ 'x-database-id': id });
    expect((await scoped.get(`/v1/results/${whole.body.result_id}`)).body.rows).toEqual([[1]]);
    const { body } = await one.query(id, wide(300_000), { dialect: 'duckdb' });
    expect(body.truncated).toBe(true);
    const answer = await eventually(async () => {
      const result = await scoped.get(`/v1/results/${body.result_id}?offset=299999&limit=5`);
      expect([200, 202]).toContain(result.status);
      expect(result.status).toBe(200);
      return result.body;
    });
    expect(answer.rows.map(([n]: [number]) => n)).toEqual([299_999]);
    expect((await other.load(id, 'copy', { result_id: body.result_id })).body.row_count).toBe(
      300_000,
    );
    expect((await one.query(id, 'SELECT count(*) FROM copy')).body.rows).toEqual([[300_000]]);
  });

  it('cancel what the other runs: final at once, and its worker is free soon after', async () => {
    const { id } = await one.createDatabase();
    const scoped = other.with({ 'x-database-id': id });
    const asynchronous = await one.query(id, endlessSql, { dialect: 'duckdb', async: true });
    const run = asynchronous.body.query_run_id;
    await eventually(async () => expect((await engineLoad(nodes[0])).busy).toBe(1));
    const cancelled = await scoped.post(`/v1/query-runs/${run}/cancel`, undefined);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    expect(cancelled.body.server_processing_ms).toBeGreaterThanOrEqual(0);
    expect((await one.get(`/v1/query-runs/${run}`, { 'x-database-id': id })).body.status).toBe(
      'cancelled',
    );
    await eventually(async () => expect((await engineLoad(nodes[0])).busy).toBe(0));
  });

  it('cancel a query of the other whose first rows are out: its result has failed on both', async () => {
    const { id } = await one.createDatabase();
    const truncated = await one.query(id, wide(8_000_000), { dialect: 'duckdb' });
    expect([truncated.status, truncated.body.truncated]).toEqual([200, true]);
    const { query_run_id: run, result_id: result } = truncated.body;
    const cancelled = await other.post(`/v1/query-runs/${run}/cancel`, undefined, {
      'x-database-id': id,
    });
    expect(cancelled.body.status).toBe('cancelled');
    for (const api of [one, other]) {
      expect((await api.get(`/v1/results/${result}`, { 'x-database-id': id })).status).toBe(409);
    }
    await eventually(async () => expect((await engineLoad(nodes[0])).busy).toBe(0));
  });

  it('refuse a token that the other has revoked, and a database that the other has deleted', async () => {
    const made = await one.post('/v1/tokens', { kind: 'workspace', name: 'short' });
    const { id, token } = made.body;
    expect((await nodes[1].api(token).get('/v1/databases')).status).toBe(200);
    expect((await one.delete(`/v1/tokens/${id}`)).status).toBe(204);
    expect((await nodes[1].api(token).get('/v1/databases')).status).toBe(401);
    expect((await nodes[1].api(testToken).get('/v1/databases')).status).toBe(200);
    const database = await one.createDatabase();
    await other.loadCsv(database.id, 't', 'a\n1\n');
    expect((await one.delete(`/v1/databases/${database.id}`)).status).toBe(204);
    expect((await other.query(database.id, 'SELECT * FROM t')).status).toBe(404);
    expect((await other.load(database.id, 't', { data: 'a\n1\n' })).status).toBe(404);
  });
});
