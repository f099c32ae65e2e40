import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.ts';
import { type Api, type Json, type RunningService, startService } from '../service.ts';

let service: RunningService;
let api: Api;
let database: Json;

beforeAll(async () => {
  service = await startService();
  api = service.api();
  database = await api.createDatabase();
});

afterAll(() => service.dispose());

const query = (sql: string, options: Record<string, unknown> = {}) => api.query(database.id, sql, options);
const scoped = () => api.with({ 'x-database-id': database.id });
const runOf = async (id: string): Promise<Json> => (await scoped().get(`/v1/query-runs/${id}`)).body;

describe('numerics that need more than 18 digits', () => {
  const wide = (number: number) =>
    `SELECT x * x AS product, ${number} AS n FROM (VALUES (99999999999999.9999::numeric(18,4))) t(x)`;
  const product = '9999999999999999980000000000.00000001';
  const productOf = async (id: string) => {
    const csv: string = (await scoped().get(`/v1/results/${id}?format=csv`)).body;
    return csv.split('\n')[1];
  };

  it('are computed all the same, in one run', async () => {
    const before = (await scoped().get('/v1/query-runs?limit=100')).body.query_runs.length;
    const { status, body } = await query(wide(1));
    expect(status).toBe(200);
    expect(body).toMatchObject({ columns: ['product', 'n'], total_row_count: 1 });
    expect(await productOf(body.result_id)).toBe(`${product},1`);
    expect(await runOf(body.query_run_id)).toMatchObject({ status: 'succeeded', row_count: 1, error_message: null });
    expect((await scoped().get('/v1/query-runs?limit=100')).body.query_runs.length).toBe(before + 1);
  });

  it('are computed asynchronously and explained too', async () => {
    const accepted = await query(wide(2), { async: true });
    expect(accepted.status).toBe(202);
    const run = await eventually(async () => {
      const polled = await runOf(accepted.body.query_run_id);
      expect(polled.status).toBe('succeeded');
      return polled;
    });
    expect(await productOf(run.result_id)).toBe(`${product},2`);
    expect((await query(`EXPLAIN ANALYZE ${wide(3)}`)).status).toBe(200);
  });

  it('are 400 where 38 digits are too few, and as written under duckdb', async () => {
    const tooWide = await query(wide(4).replace('x * x', 'x * x * x'));
    expect([tooWide.status, tooWide.body.error.message]).toEqual([400, expect.stringContaining('DECIMAL')]);
    const asWritten = await query(wide(5), { dialect: 'duckdb' });
    expect([asWritten.status, asWritten.body.error.message]).toEqual([400, expect.stringMatching(/^Overflow in mul/)]);
  });
});
