import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

let service: SharedService;
let api: Api;
let database: Json;

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  database = await api.createDatabase();
  await api.loadCsv(database.id, 'big', 'i,f\n999999999999999999,0.5\n');
});

const query = (sql: string, options: Record<string, unknown> = {}) =>
  api.query(database.id, sql, options);
const scoped = () => api.with({ 'x-database-id': database.id });
const runOf = async (id: string): Promise<Json> =>
  (await scoped().get(`/v1/query-runs/${id}`)).body;

describe('aggregates of doubles of a table', () => {
  const of = (values: string, n: number) =>
    `SELECT sum(x)::text AS s, avg(x)::text AS a, ${n} AS n FROM (SELECT ${values} AS x FROM big, generate_series(1, 3) g) t`;

  it('are infinite where a value was, in one run', async () => {
    const before = (await scoped().get('/v1/query-runs?limit=100')).body.query_runs.length;
    const { status, body } = await query(
      of(`CASE WHEN g = 2 THEN 'Infinity'::float8 ELSE f END`, 1),
    );
    expect([status, body.rows]).toEqual([200, [['Infinity', 'Infinity', 1]]]);
    const { query_runs: runs } = (await scoped().get('/v1/query-runs?limit=100')).body;
    expect(runs.length).toBe(before + 1);
    const finite = await query(of('f * g', 2));
    expect(finite.body.rows).toEqual([['3', '1', 2]]);
  });

  it('raise where they overflow', async () => {
    const { status, body } = await query(of('1e308::float8 + f', 3));
    expect([status, body.error.message]).toEqual([400, 'value out of range: overflow']);
    const average = await query(
      'SELECT avg(x) FROM (SELECT 1e200::float8 * g AS x FROM big, generate_series(1, 3) g) t',
    );
    expect([average.status, average.body.error.message]).toEqual([
      400,
      'HotSQL does not support averages of doubles beyond 1e154',
    ]);
  });
});

describe('numerics that need more than 18 digits', () => {
  const wide = (number: number) =>
    `SELECT x * x AS product, ${number} AS n FROM (SELECT i::numeric(18,0) AS x FROM big) t`;
  const product = '999999999999999998000000000000000001';
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
    expect(await runOf(body.query_run_id)).toMatchObject({
      status: 'succeeded',
      row_count: 1,
      error_message: null,
    });
    expect((await scoped().get('/v1/query-runs?limit=100')).body.query_runs.length).toBe(
      before + 1,
    );
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

  it('are computed exactly where 38 digits are too few, and as written under duckdb', async () => {
    const { status, body } = await query(wide(4).replace('x * x', 'x * x * x'));
    expect(status).toBe(200);
    expect(await productOf(body.result_id)).toBe(
      '999999999999999997000000000000000002999999999999999999,4',
    );
    const asWritten = await query(wide(5).replaceAll('::numeric', '::decimal'), {
      dialect: 'duckdb',
    });
    expect([asWritten.status, asWritten.body.error.message]).toEqual([
      400,
      expect.stringMatching(/^Overflow in mul/),
    ]);
  });

  it('go from fewer digits to more and never back, whatever a text raises by its values', async () => {
    // Equal where the quotient is a double, and not where it is exact.
    const raised = (equal: string, unequal: string) =>
      `SELECT CASE WHEN x / 3 * 3 = x THEN error('${equal}') ELSE error('${unequal}') END FROM (SELECT (i * 0 + 1)::numeric(5,2) AS x FROM big) t`;
    const [narrow, inexact] = [
      'Overflow in addition of DECIMAL(18)',
      'Overflow in HUGEINT addition',
    ];
    for (const sql of [
      raised(inexact, narrow),
      raised(narrow, inexact),
      raised(inexact, inexact),
    ]) {
      const { status, body } = await query(sql);
      expect([status, body.error.message]).toEqual([400, 'value overflows numeric format']);
    }
  });

  const typed = async (sql: string): Promise<{ json: string; csv: string[] }> => {
    const { status, body } = await query(sql);
    expect(status).toBe(200);
    const csv: string = (await scoped().get(`/v1/results/${body.result_id}?format=csv`)).body;
    return { json: JSON.stringify(body.rows), csv: csv.trim().split('\n').slice(1) };
  };

  it('are numbers where one DECIMAL holds all of a column, and text where it does not', async () => {
    const values = '(VALUES (1.5::numeric), (2), (1e-7)) t(x)';
    const numbers = await typed(`SELECT x / 4 AS quotient, x FROM ${values} ORDER BY x`);
    expect(numbers.csv).toEqual([
      '0.000000025000000000000000,0.0000001',
      '0.375000000000000000000000,1.5000000',
      '0.500000000000000000000000,2.0000000',
    ]);
    const texts = await typed(
      `SELECT x, 1 / x AS y FROM (VALUES ('NaN'::numeric), ('Infinity'), (3)) t(x) ORDER BY x`,
    );
    expect(texts.csv).toEqual(['3,0.33333333333333333333', 'Infinity,0', 'NaN,NaN']);
    expect([numbers.json, texts.json].map((json) => json.includes('"'))).toEqual([false, true]);
    expect((await query(`EXPLAIN SELECT x / 4 FROM ${values}`)).status).toBe(200);
    expect((await query(`DESCRIBE SELECT x / 4 AS y FROM ${values}`)).status).toBe(200);
    expect((await query(`SUMMARIZE SELECT x / 4 AS y FROM ${values}`)).status).toBe(200);
  });

  it('are exact where a deviation of doubles would lose digits', async () => {
    const rows = (from: string) => `SELECT variance(f + i / 1e8) AS v FROM ${from}`;
    const { csv } = await typed(rows('(SELECT i, f + g AS f FROM big, generate_series(1, 3) g) t'));
    expect(csv).toEqual(['1.0']);
  });
});
