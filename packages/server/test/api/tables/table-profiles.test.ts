import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';

describe('the profile of a table', () => {
  let service: SharedService;
  let api: Api;
  let database: Json;

  beforeAll(async () => {
    service = await sharedService();
    api = service.api();
    database = await api.createDatabase();
  });

  const profile = (table: string) =>
    api.get(`/v1/connections/${database.default_connection_id}/tables/main/${table}/profile`);
  const load = async (table: string, sql: string) => {
    const { body } = await api.query(database.id, sql);
    // A large result is kept a moment after its first rows have come.
    await eventually(async () => {
      const { status } = await api.load(database.id, table, { result_id: body.result_id });
      expect(status).toBe(200);
    });
  };
  const columns = async (table: string) => {
    const { status, body } = await profile(table);
    expect([status, body.error]).toEqual([200, undefined]);
    return new Map<string, Json>(body.columns.map((column: Json) => [column.name, column]));
  };

  test('is no number where a mean is none', async () => {
    await load(
      'odd',
      "SELECT i::float8 AS x FROM generate_series(1, 1000) AS t(i) UNION ALL SELECT 'nan'::float8",
    );
    expect((await columns('odd')).get('x')).toMatchObject({ null_count: 0, profile: null });
  });

  test('tells each column by its kind', async () => {
    await load(
      'mixed',
      `SELECT i AS id, CASE WHEN i % 4 = 0 THEN NULL ELSE 'c' || i % 3 END AS kind, md5(i::text) AS hash, i % 2 = 0 AS flag,
        DATE '2024-01-01' + i AS day, i * 1.25 AS price, ARRAY[i] AS list, NULL::int AS nothing, "it's" FROM
        (SELECT i, i AS "it's" FROM generate_series(1, 1000) AS t(i)) AS s`,
    );
    const found = await columns('mixed');
    expect(found.get('kind')).toEqual({
      name: 'kind',
      data_type: 'Utf8',
      arrow_type: 'Utf8',
      null_count: 250,
      null_percentage: 25,
      cardinality: 3,
      profile: {
        type: 'categorical',
        values: [
          { value: 'c0', count: 250 },
          { value: 'c1', count: 250 },
          { value: 'c2', count: 250 },
        ],
      },
    });
    const details = new Map([...found].map(([name, column]) => [name, column.profile]));
    expect(details.get('hash')).toEqual({
      type: 'text',
      min_length: 32,
      max_length: 32,
      avg_length: 32,
    });
    expect(details.get('id')).toEqual({
      type: 'numeric',
      min: '1',
      max: '1000',
      mean: 500.5,
      quantiles: { p5: 50.95, p25: 250.75, p50: 500.5, p75: 750.25, p95: 950.05 },
    });
    expect(details.get('price')).toEqual({
      type: 'numeric',
      min: '1.25',
      max: '1250.00',
      mean: 625.625,
      quantiles: expect.objectContaining({ p50: 625.625 }),
    });
    expect(details.get('flag')).toEqual({ type: 'boolean', true_count: 500, false_count: 500 });
    expect(details.get('day')).toEqual({ type: 'temporal', min: '2024-01-02', max: '2026-09-27' });
    expect([details.get('list'), details.get('nothing')]).toEqual([null, null]);
    expect(found.get('nothing')).toMatchObject({
      null_count: 1000,
      null_percentage: 100,
      cardinality: 0,
    });
    expect(details.get("it's").max).toBe('1000');
    expect(found.get('hash').cardinality).toBe(1000);
    const { body } = await profile('MIXED');
    expect([body.connection, body.schema, body.table, body.row_count]).toEqual([
      `__db_${database.id}`,
      'main',
      'mixed',
      1000,
    ]);
  });

  test('counts as categories 200 values and not 201', async () => {
    await load(
      'edge',
      `SELECT i % 200 AS many, i % 201 AS more FROM generate_series(0, 9999) AS t(i)`,
    );
    const found = await columns('edge');
    expect(found.get('many')).toMatchObject({ cardinality: 200, profile: { type: 'categorical' } });
    expect(found.get('more').profile).toMatchObject({ type: 'numeric', min: '0', max: '200' });
  });

  test('names its estimates, which are of tables of over a million rows alone', async () => {
    const sql = (rows: number) =>
      `SELECT i AS id, i % 229 AS code, i % 7 AS day, 'k' || i % 260 AS name, i % 5000 AS far, i * 0.5 AS price FROM generate_series(1, ${rows}) AS t(i)`;
    await load('exact', sql(1_000_000));
    const exact = await columns('exact');
    for (const column of exact.values()) expect(column).not.toHaveProperty('estimates');
    const counts = (found: Map<string, Json>) =>
      Object.fromEntries([...found].map(([name, { cardinality }]) => [name, cardinality]));
    expect(counts(exact)).toEqual({
      id: 1_000_000,
      code: 229,
      day: 7,
      name: 260,
      far: 5000,
      price: 1_000_000,
    });
    expect(exact.get('far').profile.quantiles.p50).toBe(2499.5);
    expect(exact.get('id').profile.quantiles.p50).toBe(500_000.5);
    await load('large', sql(1_000_001));
    const large = await columns('large');
    const estimates = Object.fromEntries([...large].map(([name, one]) => [name, one.estimates]));
    expect(estimates).toEqual({
      id: ['cardinality', 'quantiles'],
      code: ['quantiles'],
      day: undefined,
      name: undefined,
      far: ['cardinality', 'quantiles'],
      price: ['cardinality', 'quantiles'],
    });
    expect(counts(large)).toMatchObject({ code: 229, day: 7, name: 260 });
    expect(large.get('id').cardinality).toBeLessThanOrEqual(1_000_001);
  });

  test('follows the rows, and is none of a table without', async () => {
    await api.loadCsv(database.id, 'turning', 'a\n1\n');
    expect((await columns('turning')).get('a').profile.values).toEqual([{ value: '1', count: 1 }]);
    await api.loadCsv(database.id, 'turning', 'a\n2\n2\n');
    expect((await columns('turning')).get('a').profile.values).toEqual([{ value: '2', count: 2 }]);
    await load('empty', 'SELECT 1 AS a WHERE false');
    expect((await columns('empty')).get('a')).toMatchObject({
      null_count: 0,
      null_percentage: 0,
      profile: null,
    });
    await api.post(`/v1/databases/${database.id}/schemas/main/tables`, { name: 'declared' });
    for (const [table, says] of [
      ['declared', /has no profile yet/],
      ['none', /not found/],
    ] as const) {
      const { status, body } = await profile(table);
      expect([status, body.error.message]).toEqual([404, expect.stringMatching(says)]);
    }
  });
});
