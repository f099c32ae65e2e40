import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expireResults } from '../../../src/maintenance/expire-results.ts';
import type { MetadataKind } from '../../../src/metadata/open-metadata.ts';
import { eventually } from '../../eventually.ts';
import type { Api, Json } from '../../service.ts';
import { startTimedService, type TimedService } from '../timed-service.ts';

const dayMs = 86_400_000;

describe.each(['sqlite', 'postgres'] satisfies MetadataKind[])(
  'an answer is given again on %s',
  (kind) => {
    let timed: TimedService;
    let databaseId: string;
    let api: Api;
    beforeAll(async () => {
      timed = await startTimedService(kind, { QUERN_RESULT_RETENTION_DAYS: '2' });
      databaseId = (await timed.api.createDatabase()).id;
      api = timed.api.with({ 'x-database-id': databaseId });
      await load('t', 'id,name\n1,a\n2,b\n');
    });
    afterAll(() => timed.dispose());

    const load = (table: string, data: string, into = databaseId) =>
      timed.api.loadCsv(into, table, data);
    const query = async (sql: string, by = api, more: object = {}) => {
      const { status, body } = await by.post('/v1/query', { sql, ...more });
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const runOf = async (body: Json, by = api) =>
      (await by.get(`/v1/query-runs/${body.query_run_id}`)).body;
    const isReused = async (sql: string, by = api, more: object = {}) =>
      (await runOf(await query(sql, by, more), by)).reused_result_id !== null;
    /** The answer as text, without its id. */
    const bytes = async (id: string, format: string) => {
      const { status, body } = await api.get(`/v1/results/${id}?format=${format}`);
      expect(status).toBe(200);
      return (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll(id, 'id');
    };

    test('with a run and a result of its own, which say whose rows they share', async () => {
      const sql = 'SELECT id, name, 1.50 AS price FROM t ORDER BY id';
      const first = await query(sql);
      const second = await query(sql);
      const same = ({ query_run_id, result_id, execution_time_ms, ...rest }: Json) => rest;
      expect(same(second)).toEqual(same(first));
      expect(second.query_run_id).not.toBe(first.query_run_id);
      expect(second.result_id).not.toBe(first.result_id);
      expect((await runOf(first)).reused_result_id).toBeNull();
      expect(await runOf(second)).toMatchObject({
        status: 'succeeded',
        reused_result_id: first.result_id,
        result_id: second.result_id,
        row_count: 2,
        rows_scanned: 2,
        bytes_scanned: 0,
        execution_time_ms: 0,
        database_snapshots: (await runOf(first)).database_snapshots,
      });
      for (const format of ['json', 'md', 'csv', 'arrow', 'parquet']) {
        expect(await bytes(second.result_id, format), format).toBe(
          await bytes(first.result_id, format),
        );
      }
      expect(await isReused(`SELECT count(*) FROM quern.results."${second.result_id}"`)).toBe(
        false,
      );
    });

    test('of an empty table, of which no byte was read either time', async () => {
      await load('nothing', 'x\n');
      const sql = 'SELECT count(*) FROM nothing';
      const [first, second] = [await query(sql), await query(sql)];
      expect(await runOf(first)).toMatchObject({ bytes_scanned: 0, reused_result_id: null });
      const again = await runOf(second);
      expect(again).toMatchObject({ bytes_scanned: 0, reused_result_id: first.result_id });
      const constant = [await query('SELECT 12345'), await query('SELECT 12345')];
      for (const one of constant) expect((await runOf(one)).bytes_scanned).toBeNull();
    });

    test('of a result that is larger than its preview', async () => {
      const sql = 'SELECT i, md5(i::text) FROM generate_series(1, 40000) g(i)';
      const first = await query(sql);
      // The answer is remembered a moment after the run succeeded.
      await eventually(() => expect(timed.service.services.runningQueries.size).toBe(0));
      const second = await query(sql);
      expect(second).toMatchObject({
        truncated: true,
        total_row_count: 40_000,
        row_count: first.row_count,
      });
      expect(second.rows).toEqual(first.rows);
      expect((await runOf(second)).reused_result_id).toBe(first.result_id);
      expect(await bytes(second.result_id, 'csv')).toBe(await bytes(first.result_id, 'csv'));
    });

    test('while the table is as it was, in the same database', async () => {
      await load('changing', 'x\n1\n');
      const sql = 'SELECT sum(x) FROM changing';
      expect((await query(sql)).rows).toEqual([[1]]);
      expect(await isReused(sql)).toBe(true);
      await load('changing', 'x\n5\n');
      expect((await query(sql)).rows).toEqual([[5]]);
      const { body: fork } = await timed.api.post(`/v1/databases/${databaseId}/fork`, {
        name: 'f',
      });
      const inFork = timed.api.with({ 'x-database-id': fork.id });
      expect((await query(sql, inFork)).rows).toEqual([[5]]);
      expect(await isReused(sql)).toBe(true);
      await load('changing', 'x\n6\n', fork.id);
      expect((await query(sql, inFork)).rows).toEqual([[6]]);
      expect((await query(sql)).rows).toEqual([[5]]);
      const other = timed.api.with({ 'x-database-id': (await timed.api.createDatabase()).id });
      await query('SELECT 17', api);
      expect(await isReused('SELECT 17', api)).toBe(true);
      expect(await isReused('SELECT 17', other)).toBe(false);
    });

    test('not of what may differ, nor of what shows the catalog, nor of plans', async () => {
      for (const sql of [
        'SELECT now()',
        'SELECT random()',
        "SELECT 'today'::date",
        'SELECT gen_random_uuid() FROM t',
        'SELECT table_name FROM information_schema.tables',
        'SHOW TABLES',
        'EXPLAIN SELECT * FROM t',
        'EXPLAIN ANALYZE SELECT * FROM t',
      ]) {
        await query(sql);
        expect(await isReused(sql), sql).toBe(false);
      }
      const sample = 'SELECT * FROM t USING SAMPLE 1';
      await query(sample, api, { dialect: 'duckdb' });
      expect(await isReused(sample, api, { dialect: 'duckdb' })).toBe(false);
    });

    test('not where it is asked for anew, nor where its profile is', async () => {
      const sql = 'SELECT name FROM t';
      await query(sql);
      for (const value of ['no-cache', 'max-age=0, No-Store']) {
        expect(await isReused(sql, api.with({ 'cache-control': value })), value).toBe(false);
      }
      expect(await isReused(sql, api, { profile: true })).toBe(false);
      expect(await isReused(sql, api.with({ 'cache-control': 'max-age=0' }))).toBe(true);
    });

    test('by the schema that bare names stand for', async () => {
      const sql = 'SELECT name FROM t WHERE id = 2';
      await query(sql);
      const { status } = await api.post('/v1/query', { sql, default_schema: 'elsewhere' });
      expect(status).toBe(400);
      expect(await isReused(sql)).toBe(true);
    });

    test('asynchronously too', async () => {
      const sql = 'SELECT id + 1 FROM t';
      const first = await query(sql);
      const within = await query(sql, api, { async: true, async_after_ms: 5000 });
      expect((await runOf(within)).reused_result_id).toBe(first.result_id);
      const { status, body } = await api.post('/v1/query', { sql, async: true });
      expect(status).toBe(202);
      expect(body.status).toBe('succeeded');
      const run = await runOf(body);
      expect(run).toMatchObject({
        status: 'succeeded',
        reused_result_id: within.result_id ? first.result_id : null,
      });
      expect(await bytes(run.result_id, 'csv')).toBe(await bytes(first.result_id, 'csv'));
    });

    test('until the earlier result goes, whose object stays as long as one that shares it', async () => {
      const sql = 'SELECT i, md5(i::text) AS m FROM generate_series(1, 30000) g(i)';
      const first = await query(sql);
      // The answer is remembered a moment after the run succeeded.
      await eventually(() => expect(timed.service.services.runningQueries.size).toBe(0));
      timed.clock.advance(dayMs);
      const second = await query(sql);
      expect((await runOf(second)).reused_result_id).toBe(first.result_id);
      timed.clock.advance(dayMs - 1_800_000);
      // Half an hour is left of the first.
      const third = await query(sql);
      expect((await runOf(third)).reused_result_id).toBeNull();
      timed.clock.advance(3_600_000);
      const { services } = timed.service;
      await expireResults(services, timed.clock.now(), AbortSignal.timeout(60_000));
      expect((await api.get(`/v1/results/${first.result_id}`)).status).toBe(404);
      expect(await bytes(second.result_id, 'csv')).toBe(await bytes(third.result_id, 'csv'));
      const before = await timed.objectKeys();
      timed.clock.advance(3 * dayMs);
      await expireResults(services, timed.clock.now(), AbortSignal.timeout(60_000));
      const left = await timed.objectKeys();
      expect(before.filter((key) => !left.includes(key)).length).toBeGreaterThanOrEqual(2);
      expect(left.filter((key) => key.startsWith('results/'))).toEqual([]);
    });

    // This test runs last: with several workspaces each request has to name a workspace.
    test('never in another workspace', async () => {
      const texts = ['SELECT 18', 'SELECT name FROM t WHERE id > 0'];
      for (const sql of texts) {
        await query(sql);
        expect(await isReused(sql), sql).toBe(true);
      }
      const { body } = await timed.api.post('/v1/workspaces', { name: 'other' });
      const other = timed.api.with({ 'x-workspace-id': body.workspace.public_id });
      const { id } = await other.createDatabase();
      await other.loadCsv(id, 't', 'id,name\n1,a\n2,b\n');
      const stranger = other.with({ 'x-database-id': id });
      for (const sql of texts) {
        expect(await isReused(sql, stranger), sql).toBe(false);
        expect(await isReused(sql, stranger), sql).toBe(true);
      }
    });
  },
);

test('QUERN_REUSE_BYTES=0 runs every query', async () => {
  const timed = await startTimedService('sqlite', { QUERN_REUSE_BYTES: '0' });
  try {
    const api = timed.api.with({ 'x-database-id': (await timed.api.createDatabase()).id });
    for (let time = 0; time < 2; time++) {
      const { body } = await api.post('/v1/query', { sql: 'SELECT 1' });
      expect(
        (await api.get(`/v1/query-runs/${body.query_run_id}`)).body.reused_result_id,
      ).toBeNull();
    }
  } finally {
    await timed.dispose();
  }
});
