import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { vectorTemplateOf } from '../../src/plan/vector-template.ts';
import type { QueryText } from '../../src/querying/understand/query-text.ts';
import { startTimedService, type TimedService } from '../api/timed-service.ts';
import type { Json } from '../service.ts';

/** Longer than a text that is planned unchanged. */
const vector = `[${Array.from({ length: 24 }, (_one, at) => Math.sin(at + 1)).join(', ')}]`;
const signal = AbortSignal.timeout(60_000);

let timed: TimedService;
let database: Json;
beforeAll(async () => {
  timed = await startTimedService('sqlite');
  database = await timed.api.createDatabase();
});
afterAll(() => timed.dispose());

async function plan(sql: string) {
  expect(vectorTemplateOf(sql, 'hotsql')).not.toBeNull();
  const { metadata, queryPlans } = timed.service.services;
  const row = await metadata.db
    .selectFrom('databases')
    .selectAll()
    .where('id', '=', database.id)
    .executeTakeFirstOrThrow();
  const text: QueryText = { sql, dialect: 'hotsql', defaultCatalog: null, defaultSchema: null };
  return queryPlans.plan(row, text, signal);
}

async function loadVectors(table: string, columns: string) {
  const sql = `SELECT ${columns}, list_transform(range(24), x -> (i + x)::FLOAT) AS v FROM range(3) t(i)`;
  const { body } = await timed.api.query(database.id, sql, { dialect: 'duckdb' });
  const load = { mode: 'replace', result_id: body.result_id };
  expect((await timed.api.load(database.id, table, load)).status).toBe(200);
}

test('a query with a long vector is computed at more digits over the tables that it began with', async () => {
  await loadVectors('changing', 'i AS id, (i + 0.5)::DECIMAL(10, 2) AS price');
  const planned = await plan(
    `SELECT *, price * price AS squared FROM changing ORDER BY v <-> '${vector}' LIMIT 3`,
  );
  await loadVectors('changing', "'other' AS id, 'text' AS price, 7 AS more");
  const wider = await planned.widen('wide', signal);
  const columns = (sql: string) =>
    [...sql.slice(0, sql.indexOf(' FROM ')).matchAll(/ AS "(\w+)"/g)].map(([, name]) => name);
  expect(columns(planned.plan.sql)).toEqual(['id', 'price', 'v', 'squared']);
  expect(columns(wider.sql)).toEqual(['id', 'price', 'v', 'squared']);
  expect(wider.sql).not.toBe(planned.plan.sql);
  expect(wider.tables).toEqual(planned.plan.tables);
  expect(wider.vectors).toEqual(planned.plan.vectors);
});

test('a text whose long vectors stand in a condition too is planned once, where one like it was', async () => {
  await loadVectors('asked', 'i AS id');
  const near = (first: number) => `l2_distance(v, ARRAY[${first}, ${vector.slice(1)}::float4[])`;
  const textOf = (first: number) =>
    `SELECT id FROM asked WHERE ${near(first)} > 1 ORDER BY ${near(first)} LIMIT 3`;
  expect((await plan(textOf(1))).plan.vectors).toBeUndefined();
  const { planner, lakes } = timed.service.services;
  const spies = [vi.spyOn(planner, 'run'), vi.spyOn(lakes, 'readAt')];
  try {
    const planned = await plan(textOf(2));
    expect(planned.plan.sql).toContain("CAST('2' AS FLOAT)");
    expect(spies.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});
