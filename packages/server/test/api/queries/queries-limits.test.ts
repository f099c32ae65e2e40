import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import {
  type Api,
  type ApiResponse,
  type Json,
  type RunningService,
  startService,
  testToken,
} from '../../service.ts';
import { endlessSql, engineLoad, occupyWorkers } from '../occupy-workers.ts';

let service: RunningService;
let api: Api;
let database: Json;

beforeAll(async () => {
  service = await startService({
    env: {
      QUERN_WORKERS: '1',
      QUERN_QUEUE_LENGTH: '1',
      QUERN_QUEUE_TIMEOUT_MS: '60000',
      QUERN_QUERY_TIMEOUT: '4',
      QUERN_QUERY_MEMORY: '300MiB',
    },
  });
  api = service.api();
  database = await api.createDatabase();
  await api.loadCsv(database.id, 'people', 'id,name\n1,Ada\n2,Grace\n');
});

let release = async () => {};

afterEach(() => release());
afterAll(() => service.dispose());

const scoped = () => api.with({ 'x-database-id': database.id });
const runs = async (query = ''): Promise<Json[]> =>
  (await scoped().get(`/v1/query-runs?limit=1000${query}`)).body.query_runs;
const duckdb = { dialect: 'duckdb' };

let fillings = 0;

/** The only worker is busy and one query waits, so another query has no room. */
async function fillEngine(): Promise<{ waiting: Promise<ApiResponse> }> {
  release = await occupyWorkers(service, database.id, 1);
  fillings += 1;
  const waiting = api.query(database.id, `SELECT ${fillings} AS waited`);
  await eventually(async () => expect(await engineLoad(service)).toEqual({ busy: 1, queued: 1 }));
  return { waiting };
}

describe('an engine without room', () => {
  it('answers 429 OVERLOADED with whole seconds in Retry-After before anything is written', async () => {
    const upload = await api.upload(Buffer.from('a\n1\n'));
    const kept = (await api.query(database.id, 'SELECT 5 AS five')).body;
    const { waiting } = await fillEngine();
    const runsBefore = (await runs()).length;
    const resultsBefore = (await scoped().get('/v1/results?limit=1000')).body.count;
    const refusals = [
      await api.query(database.id, 'SELECT 2'),
      await api.query(database.id, 'SELECT name FROM people'),
      await api.query(database.id, 'SELECT 2', { async: true }),
      await api.query(database.id, 'SELECT 2', { async: true, async_after_ms: 1000 }),
      await api.load(database.id, 'late', { upload_id: upload }),
      await api.load(database.id, 'late', { data: 'a\n1\n' }),
      await scoped().get(`/v1/results/${kept.result_id}`),
      await scoped().get(`/v1/results/${kept.result_id}?format=csv`),
      await scoped().get(`/v1/results/${kept.result_id}?format=arrow`),
    ];
    for (const [index, { status, body, headers }] of refusals.entries()) {
      expect([index, status, body.error?.code]).toEqual([index, 429, 'OVERLOADED']);
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    expect(await runs()).toHaveLength(runsBefore);
    expect((await scoped().get('/v1/results?limit=1000')).body.count).toBe(resultsBefore);
    expect((await api.get('/v1/jobs')).body.jobs).toEqual([]);
    await release();
    expect((await waiting).body.rows).toEqual([[1]]);
    expect((await scoped().get(`/v1/results/${kept.result_id}?format=csv`)).body).toBe('five\n5\n');
    expect((await api.load(database.id, 'late', { upload_id: upload })).status).toBe(200);
  });

  it('keeps its word to every asynchronous query that it accepted, of many at the same moment', async () => {
    // A text that was planned before: between the question for room and the queue lies the
    // recording of the run alone.
    await api.query(database.id, 'SELECT name FROM people');
    const answers = await Promise.all(
      Array.from({ length: 24 }, () =>
        api.query(database.id, 'SELECT name FROM people', { async: true }),
      ),
    );
    for (const { status, body } of answers) {
      if (status === 429) continue;
      expect(status).toBe(202);
      await eventually(async () => {
        const run = (await scoped().get(`/v1/query-runs/${body.query_run_id}`)).body;
        expect(run.error_message).toBeNull();
        expect(run.status).toBe('succeeded');
      }, 5000);
    }
    expect(answers.some(({ status }) => status === 202)).toBe(true);
  });

  it('still refuses for the right reason, and serves what needs no worker', async () => {
    const { waiting } = await fillEngine();
    expect((await api.query(database.id, 'SELECT * FROM nothing_there')).status).toBe(400);
    expect((await api.query('dbid_nothing', 'SELECT 1')).status).toBe(404);
    expect((await api.get('/v1/databases')).status).toBe(200);
    expect((await scoped().get('/v1/query-runs')).status).toBe(200);
    await release();
    expect((await waiting).status).toBe(200);
  });

  it('forgets a waiting load whose client goes away: nothing of it is left', async () => {
    release = await occupyWorkers(service, database.id, 1);
    const before = (await runs()).length;
    const leaving = new AbortController();
    const request = fetch(
      `${service.origin}/v1/databases/${database.id}/schemas/main/tables/t/loads`,
      {
        method: 'POST',
        signal: leaving.signal,
        headers: { authorization: `Bearer ${testToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ mode: 'replace', data: 'a\n1\n' }),
      },
    );
    await eventually(async () => expect((await engineLoad(service)).queued).toBe(1));
    leaving.abort();
    await expect(request).rejects.toThrow();
    await eventually(async () => expect((await engineLoad(service)).queued).toBe(0));
    expect(await runs()).toHaveLength(before);
    await release();
    expect((await api.query(database.id, 'SELECT * FROM t')).status).toBe(400);
  });

  it('lets a waiting asynchronous query be cancelled before it starts', async () => {
    release = await occupyWorkers(service, database.id, 1);
    const { body } = await api.query(database.id, 'SELECT 3', { async: true });
    const cancelled = await scoped().post(`/v1/query-runs/${body.query_run_id}/cancel`, undefined);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', result_id: null });
    await eventually(async () => expect((await engineLoad(service)).queued).toBe(0));
    await release();
  });
});

describe('a query over its limits', () => {
  it('of time ends with 400 that names the limit, and a failed run', async () => {
    const { status, body } = await api.query(database.id, endlessSql, duckdb);
    expect(status).toBe(400);
    expect(body.error.message).toMatch(/time limit of 4 s/);
    const [run] = await runs();
    expect(run).toMatchObject({ status: 'failed', error_message: body.error.message });
  });

  it('of time ends also where nothing interrupts it, and the next query runs', async () => {
    const { status, body } = await api.query(
      database.id,
      'SELECT list_sum(range(2000000000))',
      duckdb,
    );
    // The memory limit may end the query first.
    expect([400, 429]).toContain(status);
    expect(body.error.message).toMatch(/time limit of 4 s|memory budget/);
    expect((await api.query(database.id, 'SELECT count(*) FROM people')).body.rows).toEqual([[2]]);
  });

  it('of memory ends with 429 that names the budget, and is not run again when it is repeated', async () => {
    const sql = "SELECT length(string_agg(repeat('x', 1000) || n, '')) FROM range(4000000) t(n)";
    const { status, body, headers } = await api.query(database.id, sql, duckdb);
    expect([status, body.error.code]).toEqual([429, 'OVERLOADED']);
    expect(headers.get('retry-after')).toBe('1');
    expect(body.error.message).toMatch(/memory budget of 300 MiB/);
    const before = await runs();
    expect(before[0]).toMatchObject({ status: 'failed', error_message: body.error.message });
    for (const options of [duckdb, { ...duckdb, async: true }]) {
      const again = await api.query(database.id, sql, options);
      expect([again.status, again.body]).toEqual([429, body]);
      expect(again.headers.get('retry-after')).toBe('1');
    }
    // Another text is another query.
    const other = await api.query(database.id, sql.replace('4000000', '400'), duckdb);
    expect(other.body.rows).toHaveLength(1);
    expect(await runs()).toHaveLength(before.length + 1);
    expect((await api.query(database.id, 'SELECT count(*) FROM people')).body.rows).toEqual([[2]]);
  });

  it('of memory is a failed run where it is asynchronous, with the same words', async () => {
    const sql = "SELECT length(string_agg(repeat('y', 1000) || n, '')) FROM range(4000000) t(n)";
    const { status, body } = await api.query(database.id, sql, { ...duckdb, async: true });
    expect(status).toBe(202);
    const failed = await eventually(async () => {
      const run = (await scoped().get(`/v1/query-runs/${body.query_run_id}`)).body;
      expect(run.status).toBe('failed');
      return run;
    });
    expect(failed.error_message).toMatch(/memory budget of 300 MiB/);
  });

  it('that is asynchronous is a failed run with the same words', async () => {
    const { body } = await api.query(database.id, endlessSql, { ...duckdb, async: true });
    const failed = await eventually(async () => {
      const run = (await scoped().get(`/v1/query-runs/${body.query_run_id}`)).body;
      expect(run.status).toBe('failed');
      return run;
    });
    expect(failed.error_message).toMatch(/time limit of 4 s/);
    expect(failed.completed_at).not.toBeNull();
  });
});
