import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type Json, type RunningService, startService } from '../../service.ts';
import { occupyWorkers } from '../occupy-workers.ts';

let service: RunningService;
let api: Api;
let database: Json;
/** Ids of the runs of `database`, oldest first. */
const made: string[] = [];

beforeAll(async () => {
  service = await startService();
  api = service.api();
  database = await api.createDatabase();
  for (let index = 0; index < 7; index += 1) {
    const sql = index === 3 ? 'SELECT 1/0' : `SELECT ${index} AS n`;
    const { body } = await api.query(database.id, sql);
    made.push(body.query_run_id ?? (await list('limit=1')).body.query_runs[0].id);
  }
});

afterAll(() => service.dispose());

const list = (query = '', id = database.id) =>
  api.get(`/v1/query-runs?${query}`, { 'x-database-id': id });
const ids = (body: Json): string[] => body.query_runs.map((run: Json) => run.id);
const newestFirst = () => [...made].reverse();

it('lists the runs of the database newest first', async () => {
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(ids(body)).toEqual(newestFirst());
  expect(body).toMatchObject({ count: 7, has_more: false, limit: 100 });
  expect(body.next_cursor ?? null).toBeNull();
  expect(body.query_runs[0]).toMatchObject({
    status: 'succeeded',
    sql_text: 'SELECT 6 AS n',
    row_count: 1,
  });
});

it('tells the dialect that a text was asked for in, whether it ran, was refused or was answered before', async () => {
  const { id } = await api.createDatabase();
  const ask = (sql: string, dialect?: string) =>
    api.post('/v1/query', { sql, dialect }, { 'x-database-id': id });
  const picked = "SELECT IFF(1 = 1, 'so', 'not') AS picked";
  await ask(picked, 'snowflake');
  const again = await ask(picked, 'snowflake');
  expect((await ask(picked)).status).toBe(400);
  await ask('SELECT 1', 'duckdb');
  const { body } = await list('', id);
  expect(body.query_runs.map((run: Json) => [run.dialect, run.status])).toEqual([
    ['duckdb', 'succeeded'],
    ['hotsql', 'failed'],
    ['snowflake', 'succeeded'],
    ['snowflake', 'succeeded'],
  ]);
  const one = await api.get(`/v1/query-runs/${again.body.query_run_id}`, { 'x-database-id': id });
  expect(one.body).toMatchObject({ dialect: 'snowflake' });
});

it('pages by cursor through all of them once, whatever comes in meanwhile', async () => {
  const fresh = await api.createDatabase();
  const expected: string[] = [];
  for (let index = 0; index < 5; index += 1)
    expected.unshift((await api.query(fresh.id, 'SELECT 1')).body.query_run_id);
  const seen: string[] = [];
  let cursor = '';
  for (let page = 0; page < 10; page += 1) {
    const { body } = await list(`limit=2${cursor}`, fresh.id);
    expect(body.limit).toBe(2);
    expect(body.count).toBe(body.query_runs.length);
    seen.push(...ids(body));
    if (!body.has_more) {
      expect(body.next_cursor ?? null).toBeNull();
      break;
    }
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`;
    await api.query(fresh.id, 'SELECT 2');
  }
  expect(seen).toEqual(expected);
});

it('clamps the limit into 1 to 1000', async () => {
  expect((await list('limit=0')).body).toMatchObject({ limit: 1, count: 1, has_more: true });
  expect((await list('limit=5000')).body).toMatchObject({ limit: 1000, count: 7 });
});

it.each([
  ['limit=-1'],
  ['limit=x'],
  ['limit=1.5'],
  ['cursor=x'],
  ['cursor='],
  [`cursor=${Buffer.from('[1]').toString('base64url')}`],
  [`cursor=${Buffer.from('{"a":1}').toString('base64url')}`],
  [`cursor=${'A'.repeat(5000)}`],
  ['status=running&status=failed'],
  ['offset=1'],
])('refuses %s with 400', async (query) => {
  const { status, body } = await list(query);
  expect(status).toBe(400);
  expect(body.error.code).toBe('BAD_REQUEST');
});

it('filters by one status and by several', async () => {
  expect(ids((await list('status=failed')).body)).toEqual([made[3]]);
  expect(ids((await list('status=failed,succeeded')).body)).toEqual(newestFirst());
  expect(ids((await list('status=failed,%20succeeded')).body)).toEqual(newestFirst());
  expect(ids((await list('status=running,cancelled,interrupted')).body)).toEqual([]);
  // The vocabulary is open: of a status of another release there are no runs.
  expect((await list('status=queued')).body).toMatchObject({
    query_runs: [],
    count: 0,
    has_more: false,
  });
  expect(ids((await list('status=failed,queued')).body)).toEqual([made[3]]);
  expect((await list('status=succeeded&limit=4')).body).toMatchObject({ count: 4, has_more: true });
  const release = await occupyWorkers(service, database.id, 1);
  const running = (await list('status=running')).body;
  expect(running.count).toBe(1);
  expect(running.query_runs[0]).toMatchObject({
    completed_at: null,
    result_id: null,
    row_count: null,
  });
  await release();
  const cancelled = (await list('status=cancelled')).body;
  expect(ids(cancelled)).toEqual(ids(running));
  made.push(...ids(cancelled));
});

it('filters by saved query, of which there is none', async () => {
  expect((await list('saved_query_id=svqr_nothing')).body).toMatchObject({
    count: 0,
    query_runs: [],
  });
});

it('gives one run by its id, the same as in the list', async () => {
  const [listed] = (await list('limit=1')).body.query_runs;
  const { status, body } = await api.get(`/v1/query-runs/${listed.id}`, {
    'x-database-id': database.id,
  });
  expect(status).toBe(200);
  expect(body).toEqual(listed);
});

it('shows how a run ended that a list has shown while it ran, and the same from then on', async () => {
  const fresh = await api.createDatabase();
  const header = { 'x-database-id': fresh.id };
  const sql = 'SELECT count(*) FROM range(100000) a, range(100000) b, range(1000) c';
  const accepted = await api.query(fresh.id, sql, { dialect: 'duckdb', async: true });
  const id = accepted.body.query_run_id;
  expect((await list('', fresh.id)).body.query_runs).toMatchObject([{ id, status: 'running' }]);
  const { body } = await api.post(`/v1/query-runs/${id}/cancel`, undefined, header);
  for (let time = 0; time < 2; time += 1)
    expect((await list('', fresh.id)).body.query_runs).toEqual([body]);
  expect(body.status).toBe('cancelled');
  expect((await list('')).body.query_runs).not.toContainEqual(body);
});

it('is 404 for an unknown run and for a run of another database, and cancel with it', async () => {
  const other = await api.createDatabase();
  for (const [id, scope] of [
    ['qrun_nothing', database.id],
    [made[0], other.id],
  ]) {
    const header = { 'x-database-id': String(scope) };
    for (const answer of [
      await api.get(`/v1/query-runs/${id}`, header),
      await api.post(`/v1/query-runs/${id}/cancel`, undefined, header),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body.error.message).toBe(`Query run '${id}' not found`);
    }
  }
  expect((await list('', other.id)).body).toMatchObject({ count: 0, query_runs: [] });
});

it('leaves a run that has ended as it is when it is cancelled', async () => {
  const header = { 'x-database-id': database.id };
  const before = (await api.get(`/v1/query-runs/${made[0]}`, header)).body;
  const { status, body } = await api.post(`/v1/query-runs/${made[0]}/cancel`, undefined, header);
  expect(status).toBe(200);
  expect(body).toEqual(before);
});

it('says interrupted of a run that the service was killed in, once it is back', async () => {
  const killed = await startService();
  const mine = await killed.api().createDatabase();
  await occupyWorkers(killed, mine.id, 1);
  await killed.kill();
  const back = await startService({ dataDir: killed.dataDir });
  try {
    const { body } = await back.api().get('/v1/query-runs', { 'x-database-id': mine.id });
    expect(body.query_runs).toHaveLength(1);
    expect(body.query_runs[0]).toMatchObject({ status: 'interrupted', result_id: null });
    const {
      completed_at: end,
      created_at: start,
      server_processing_ms: elapsed,
    } = body.query_runs[0];
    expect(elapsed).toBe(Date.parse(end) - Date.parse(start));
    expect(body.query_runs[0].error_message).toMatch(/safe to run it again/);
  } finally {
    await back.dispose();
  }
});

it('lists those of all databases of a workspace, with their databases, to who may see them all', async () => {
  const [home] = (await api.get('/v1/me')).body.workspaces;
  const workspace = (await api.post('/v1/workspaces', { name: 'two databases' })).body.workspace;
  const mine = api.with({ 'x-workspace-id': workspace.public_id });
  const all = (query = '') => mine.get(`/v1/query-runs/all?${query}`);
  expect((await all()).body).toMatchObject({ query_runs: [], count: 0, has_more: false });
  const [one, other] = [
    await mine.createDatabase({ name: 'one' }),
    await mine.createDatabase({ name: 'other' }),
  ];
  const expected: string[] = [];
  for (const { id } of [one, other, one])
    expected.unshift((await mine.query(id, 'SELECT 7 AS n')).body.query_run_id);
  await mine.query(other.id, 'SELECT 1/0');
  const { body } = await all('status=succeeded');
  expect(ids(body)).toEqual(expected);
  expect(body.query_runs.map((run: Json) => run.database_name)).toEqual(['one', 'other', 'one']);
  const failed = (await all('limit=1')).body;
  expect(failed).toMatchObject({ count: 1, has_more: true, query_runs: [{ status: 'failed' }] });
  expect(ids((await all(`cursor=${failed.next_cursor}`)).body)).toEqual(expected);
  expect(ids((await all('slower_than_ms=3600000')).body)).toEqual([]);
  expect((await all('slower_than_ms=0&status=succeeded')).body.count).toBeLessThanOrEqual(3);
  expect((await all('slower_than_ms=-1')).status).toBe(400);
  expect((await all('cursor=x')).status).toBe(400);
  await mine.delete(`/v1/databases/${other.id}`);
  expect((await all('status=failed')).body.query_runs).toMatchObject([
    { database_id: other.id, database_name: null },
  ]);
  const { body: limited } = await mine.post('/v1/tokens', {
    kind: 'database',
    database_id: one.id,
    workspace_id: workspace.public_id,
  });
  expect((await service.api(limited.token).get('/v1/query-runs/all')).status).toBe(403);
  const elsewhere = await api.with({ 'x-workspace-id': home.id }).get('/v1/query-runs/all');
  expect(ids(elsewhere.body)).toContain(made[0]);
  expect(ids(elsewhere.body)).not.toContain(expected[0]);
});
