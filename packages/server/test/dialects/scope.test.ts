import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../service.ts';
import { type SharedService, sharedService } from '../shared-service.ts';

const dialects = ['hotsql', 'postgres', 'duckdb', 'snowflake'] as const;

let service: SharedService;
let api: Api;
let id: string;
let resultId: string;

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  const created = await api.createDatabase({
    default_catalog: 'own',
    schemas: [{ name: 'main', tables: [{ name: 'waiting' }] }, { name: 'sales' }],
  });
  id = created.id;
  await api.loadCsv(id, 'people', 'n\n1\n');
  await api.load(id, 'orders', { data: 'n\n2\n' }, 'sales');
  const other = await api.createDatabase();
  await api.loadCsv(other.id, 'people', 'n\n3\n');
  const attached = await api.post(`/v1/databases/${id}/catalogs`, {
    connection_id: other.default_connection_id,
    alias: 'far',
  });
  expect(attached.status).toBe(204);
  const stranger = await api.createDatabase({ name: 'stranger' });
  await api.loadCsv(stranger.id, 'hidden', 'n\n4\n');
  resultId = (await api.query(id, 'SELECT 5 AS n')).body.result_id;
});

/** The meaning of a name must not depend on the dialect. */
describe.each(dialects)('the scope of a query under %s', (dialect) => {
  const ask = (sql: string, options: Record<string, unknown> = {}) =>
    api.query(id, sql, { dialect, ...options });

  test.each([
    ['people', {}, 1],
    ['main.people', {}, 1],
    ['own.main.people', {}, 1],
    ['default.main.people', {}, 1],
    ['OWN.Main.PEOPLE', {}, 1],
    ['"own"."main"."people"', {}, 1],
    ['sales.orders', {}, 2],
    ['orders', { default_schema: 'sales' }, 2],
    ['main.people', { default_schema: 'sales' }, 1],
    ['far.main.people', {}, 3],
    ['people', { default_catalog: 'far' }, 3],
    ['main.people', { default_catalog: 'far' }, 3],
    ['own.main.people', { default_catalog: 'far' }, 1],
  ])('finds %s with %j', async (name, options, value) => {
    const { body } = await ask(`SELECT n FROM ${name}`, options);
    expect([body.error?.message, body.rows]).toEqual([undefined, [[value]]]);
  });

  test('joins catalogs, and reads a result as a table', async () => {
    const { body } = await ask(
      `SELECT a.n + b.n + c.n AS s FROM people a, far.main.people b, quern.results.${resultId} c`,
    );
    expect(body.rows).toEqual([[9]]);
  });

  test.each([
    ['SELECT * FROM hidden', {}, /^table 'own\.main\.hidden' not found/],
    ['SELECT * FROM stranger.main.hidden', {}, /^table 'stranger\.main\.hidden' not found/],
    [
      'SELECT * FROM peopel',
      {},
      /^table 'own\.main\.peopel' not found; did you mean 'own\.main\.people'\?$/,
    ],
    [
      'SELECT * FROM sale.orders',
      {},
      /^table 'own\.sale\.orders' not found; did you mean 'own\.sales'\?$/,
    ],
    [
      'SELECT * FROM waiting',
      {},
      /^table 'own\.main\.waiting' not found: declared but has no data; load it first$/,
    ],
    [
      'SELECT * FROM people',
      { default_schema: 'nosuch' },
      /^table 'own\.nosuch\.people' not found/,
    ],
    [
      'SELECT * FROM people',
      { default_catalog: 'nosuch' },
      /^default_catalog 'nosuch' is no visible catalog/,
    ],
    ['SELECT * FROM far.people', {}, /^table 'own\.far\.people' not found/],
    ['SELECT * FROM quern.results.nosuch', {}, /nosuch/],
  ])('refuses %s with %j', async (sql, options, message) => {
    const { status, body } = await ask(sql, options);
    expect([status, body.error?.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.message).toMatch(message);
  });

  test('lists what is loaded in the scope and nothing else', async () => {
    const { body } = await ask('SHOW TABLES');
    expect(body.rows.map((row: string[]) => row.slice(0, 3).join('.'))).toEqual([
      'far.main.people',
      'own.main.people',
      'own.sales.orders',
    ]);
    if (dialect === 'duckdb') return;
    const listed = await ask(
      'SELECT table_catalog, table_name FROM information_schema.tables ORDER BY 1, 2',
    );
    expect(listed.body.rows.map(([catalog]: string[]) => catalog)).toEqual(['far', 'own', 'own']);
  });
});

test('a dialect of another name is refused', async () => {
  for (const dialect of ['mysql', 'HotSQL', '', 1]) {
    expect((await api.query(id, 'SELECT 1', { dialect })).status).toBe(400);
  }
});
