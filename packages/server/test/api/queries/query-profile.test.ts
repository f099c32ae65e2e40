import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../../service.ts';
import { occupyWorkers } from '../occupy-workers.ts';

let service: RunningService;
let api: Api;
let database: Json;

/** Two files of people, one with an older shape and a deleted row; and a table loaded whole. */
beforeAll(async () => {
  service = await startService();
  api = service.api();
  database = await api.createDatabase();
  await api.loadCsv(database.id, 'people', 'id,name\n1,Ada\n2,Grace\n3,Edsger\n', { key: ['id'] });
  await api.loadCsv(database.id, 'people', 'id,name,team\n4,Barbara,a\n5,Tony,b\n', {
    mode: 'append',
  });
  await api.loadCsv(database.id, 'people', 'id\n2\n', { mode: 'delete', key: ['id'] });
  await api.loadCsv(database.id, 'teams', 'team,size\na,3\nb,1\n');
});
afterAll(() => service.dispose());

const header = () => ({ 'x-database-id': database.id });
const profileOf = (run: string, databaseId = database.id) =>
  api.get(`/v1/query-runs/${run}/profile`, { 'x-database-id': databaseId });

async function profiled(sql: string, options: Json = {}): Promise<Json> {
  const { status, body } = await api.query(database.id, sql, { profile: true, ...options });
  expect([sql, status, body.error]).toEqual([sql, 200, undefined]);
  const profile = await profileOf(body.query_run_id);
  expect(profile.status).toBe(200);
  expect(profile.body.query_run_id).toBe(body.query_run_id);
  return profile.body;
}

/** Nothing of the machine, of the store or of how a table is put together from files. */
const inner =
  /quern-worker|\.parquet|objects\/|\/tmp|lakes\/|lake\/|hotsql:|@at\d|__internal|file_index|file_row_number|\bc\d+\b|DUCKDB_|Filename|CREATE_TABLE/;

describe('a profile', () => {
  it('is the tree of operators, each before those whose rows it takes', async () => {
    const sql =
      'SELECT t.team, count(*) AS n FROM people p JOIN teams t ON t.team = p.team WHERE p.id > 1 GROUP BY 1 ORDER BY 1';
    const profile = await profiled(sql);
    const { operators } = profile;
    expect(profile.total_ms).toBeGreaterThan(0);
    expect(profile.peak_memory_bytes).toBeGreaterThan(0);
    expect(profile).toMatchObject({ spilled_bytes: 0, truncated: false });
    expect(operators.map((operator: Json) => operator.id)).toEqual(
      operators.map((_: Json, index: number) => index),
    );
    expect(operators[0]).toMatchObject({ name: 'RESULT', parent_id: null });
    for (const { id, parent_id, time_ms, rows, bytes } of operators.slice(1)) {
      expect(parent_id).toBeLessThan(id);
      expect(time_ms).toBeGreaterThanOrEqual(0);
      expect([Number.isInteger(rows), Number.isInteger(bytes)]).toEqual([true, true]);
    }
    const tables = operators.flatMap(({ table }: Json) => (table === null ? [] : [table]));
    expect([...new Set(tables)].sort()).toEqual(['default.main.people', 'default.main.teams']);
    const scan = operators.find(({ table }: Json) => table === 'default.main.teams');
    expect(scan).toMatchObject({ name: 'READ_PARQUET', rows: 2 });
    expect(scan.bytes).toBeGreaterThan(0);
    expect(operators.some(({ name }: Json) => /JOIN/.test(name))).toBe(true);
  });

  it.each<[string, Json]>([
    ['SELECT * FROM people WHERE id > 1', {}],
    ['SELECT name, length(name) AS n FROM people ORDER BY n DESC, name LIMIT 2', {}],
    [
      "SELECT sum(id) AS s, date_trunc('day', TIMESTAMP '2024-01-01 10:00') AS y, round(avg(id), 2) AS r FROM people",
      {},
    ],
    ['SELECT id FROM people AT (VERSION => 2) UNION ALL SELECT id FROM people', {}],
    ['SELECT (SELECT max(id) FROM people b WHERE b.team = a.team) AS m FROM people a', {}],
    ['SELECT table_name FROM information_schema.tables', {}],
    ['SHOW TABLES', {}],
    [
      'WITH RECURSIVE r AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM r WHERE x < 3) SELECT * FROM r',
      {},
    ],
    ['FROM people SELECT name, row_number() OVER (PARTITION BY team) AS n', { dialect: 'duckdb' }],
    ['SELECT 1 AS one', {}],
  ])('shows nothing inner of %s, and EXPLAIN neither', async (sql, options) => {
    const profile = await profiled(sql, options);
    expect(profile.operators.length).toBeGreaterThan(1);
    const explained =
      options.dialect || sql.startsWith('SHOW') ? [] : [`EXPLAIN ${sql}`, `EXPLAIN ANALYZE ${sql}`];
    const plans = await Promise.all(explained.map((text) => api.query(database.id, text)));
    for (const plan of plans) expect(plan.status).toBe(200);
    for (const text of [profile, ...plans.map(({ body }) => body.rows)].map((shown) =>
      JSON.stringify(shown),
    )) {
      expect(text).not.toMatch(inner);
      expect(text).not.toContain(service.dataDir);
    }
  });

  it('names columns as the caller does and counts the looking up of deleted rows as one operator', async () => {
    const { operators } = await profiled("SELECT name FROM people WHERE name > 'B'");
    expect(operators.filter(({ name }: Json) => name === 'DELETED_ROWS')).toMatchObject([
      { rows: 1, details: {} },
    ]);
    const scans = operators.filter(({ table }: Json) => table === 'default.main.people');
    expect(JSON.stringify(scans)).toMatch(/"Projections":"[^"]*name/);
    const text = (await api.query(database.id, 'EXPLAIN ANALYZE SELECT name FROM people')).body
      .rows;
    expect(JSON.stringify(text)).toContain('READ_PARQUET default.main.people  (actual rows=');
    expect(JSON.stringify(text)).toContain('DELETED_ROWS');
  });

  it('comes with an asynchronous query too, and changes nothing of the answer', async () => {
    const plain = (await api.query(database.id, 'SELECT * FROM teams ORDER BY team')).body;
    const shown = (
      await api.query(database.id, 'SELECT * FROM teams ORDER BY team', { profile: true })
    ).body;
    expect([shown.columns, shown.rows, shown.nullable]).toEqual([
      plain.columns,
      plain.rows,
      plain.nullable,
    ]);
    const { body } = await api.query(database.id, 'SELECT * FROM teams', {
      profile: true,
      async: true,
    });
    await eventually(async () => expect((await profileOf(body.query_run_id)).status).toBe(200));
    const run = (await api.get(`/v1/query-runs/${body.query_run_id}`, header())).body;
    expect(run).toMatchObject({ status: 'succeeded', rows_scanned: 2 });
  });
});

describe('no profile', () => {
  it('is there of a run that did not ask and was quick, that failed, or that still runs', async () => {
    const plain = (await api.query(database.id, 'SELECT * FROM teams')).body.query_run_id;
    const unasked = (await api.query(database.id, 'SELECT 1', { profile: false })).body
      .query_run_id;
    await api.query(database.id, 'SELECT 1 / (size - size) FROM teams', { profile: true });
    const failed = (await api.get('/v1/query-runs?limit=1', header())).body.query_runs[0];
    expect(failed.status).toBe('failed');
    const release = await occupyWorkers(service, database.id, 1);
    const running = (await api.get('/v1/query-runs?status=running', header())).body.query_runs[0]
      .id;
    for (const run of [plain, unasked, failed.id, running]) {
      const { status, body } = await profileOf(run);
      expect([status, body.error]).toEqual([
        404,
        {
          code: 'NOT_FOUND',
          message: `Query run '${run}' has no profile; run the query with 'profile': true, and ask when it has succeeded`,
        },
      ]);
    }
    await release();
    expect((await profileOf(running)).status).toBe(404);
  });

  it('is found for other databases, unknown runs and without the header', async () => {
    const run = (await api.query(database.id, 'SELECT * FROM teams', { profile: true })).body
      .query_run_id;
    const other = await api.createDatabase();
    expect((await profileOf(run, other.id)).body.error.message).toBe(
      `Query run '${run}' not found`,
    );
    expect((await profileOf('qrun_none')).body.error.message).toBe(
      "Query run 'qrun_none' not found",
    );
    expect((await profileOf(run, 'dbid_none')).status).toBe(404);
    expect((await api.get(`/v1/query-runs/${run}/profile`)).status).toBe(400);
    expect((await api.query(database.id, 'SELECT 1', { profile: 'yes' })).status).toBe(400);
    expect((await profileOf(run)).status).toBe(200);
  });
});
