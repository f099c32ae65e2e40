import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../../service.ts';
import { engineLoad } from '../occupy-workers.ts';

let service: RunningService;
let api: Api;
let database: Json;
/** Ten million rows. */
let table: string;

beforeAll(async () => {
  service = await startService();
  database = await service.api().createDatabase();
  api = service.api().with({ 'x-database-id': database.id });
  const { body } = await api.post('/v1/query', {
    sql: 'SELECT i FROM generate_series(1, 10000000) AS g(i)',
  });
  table = `quern.results.${body.result_id}`;
  await eventually(async () =>
    expect((await api.get(`/v1/results/${body.result_id}?limit=0`)).status).toBe(200),
  );
});
afterAll(() => service.dispose());

const cancel = (run: string) => api.post(`/v1/query-runs/${run}/cancel`, undefined);
const runOf = async (run: string) => (await api.get(`/v1/query-runs/${run}`)).body;

it('answers small queries at once while heavy ones over a large table hold or await the other workers', async () => {
  const sql = `SELECT count(*) FROM ${table} a, range(1000000000) b`;
  const start = async (options: Json = {}) =>
    (await api.post('/v1/query', { sql, dialect: 'duckdb', async: true, ...options })).body;
  const heavy = [await start(), await start()];
  await eventually(async () => expect(await engineLoad(service)).toEqual({ busy: 1, queued: 1 }));
  for (let index = 0; index < 3; index += 1) {
    expect((await api.post('/v1/query', { sql: `SELECT ${index} AS n` })).body.rows).toEqual([
      [index],
    ]);
  }
  const waiting = await start({ async_after_ms: 1000 });
  expect(waiting).toMatchObject({
    status: 'running',
    reason: 'every worker is busy; the query waits for its turn',
  });
  await cancel(waiting.query_run_id);
  await cancel(heavy[0].query_run_id);
  await eventually(async () => expect(await engineLoad(service)).toEqual({ busy: 1, queued: 0 }));
  expect((await runOf(heavy[1].query_run_id)).status).toBe('running');
  const late = await api.post('/v1/query', {
    sql: 'SELECT count(*) FROM range(1000000000000) a, range(1000000) b',
    dialect: 'duckdb',
    async: true,
    async_after_ms: 1000,
  });
  expect(late.status).toBe(202);
  expect(late.body.reason).toBe('the query has not finished within 1000 ms');
  for (const run of [heavy[1], late.body]) {
    expect((await cancel(run.query_run_id)).body).toMatchObject({ status: 'cancelled' });
  }
});

it('answers small queries at once while as many large loads are under way as there are workers', async () => {
  const line = 'some text that makes the line longer than its numbers do';
  const lines = Array.from(
    { length: 500_000 },
    (_, index) => `${index},${index * 7},${line} ${index}`,
  );
  const csv = Buffer.from(`id,other,text\n${lines.join('\n')}\n`);
  const uploads = [await api.upload(csv), await api.upload(csv)];
  let ended = 0;
  const loads = uploads.map((upload_id, index) =>
    api.load(database.id, `large_${index}`, { upload_id }).finally(() => {
      ended += 1;
    }),
  );
  await eventually(async () => expect(await engineLoad(service)).toEqual({ busy: 1, queued: 1 }));
  expect((await api.post('/v1/query', { sql: 'SELECT 1 AS n' })).body.rows).toEqual([[1]]);
  expect(ended).toBe(0);
  for (const load of await Promise.all(loads))
    expect([load.status, load.body.row_count]).toEqual([200, 500_000]);
});
