import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  catalogTableNames,
  viewNames,
} from '../../src/plan/hotsql/resolve/catalog/relation-columns.ts';
import { type Api, type RunningService, startService } from '../service.ts';

interface HostileStatement {
  readonly sql: string;
  readonly dialects: readonly string[];
  readonly reason: string;
}

const statements: readonly HostileStatement[] = JSON.parse(
  readFileSync(new URL('statements.json', import.meta.url), 'utf8'),
);

describe('hostile SQL sent to the service', () => {
  let service: RunningService;
  let api: Api;
  let databaseId: string;

  beforeAll(async () => {
    service = await startService({ env: { QUERN_SQL_WRITES: 'off' } });
    api = service.api();
    databaseId = (await api.createDatabase()).id;
    await api.loadCsv(databaseId, 't', 'a\n1\n2\n');
  });
  afterAll(() => service?.dispose());

  const workerPids = () => Number(/quern_engine_deaths\{pool="main"\} (\d+)/.exec(metrics)?.[1]);
  let metrics = '';

  test('is refused, statement by statement, with a sentence that names no path, and none of it ran', async () => {
    const leaky = /\/work|\/tmp|\/root|quern-test|node_modules|root:x:0|BEGIN [A-Z ]*KEY/i;
    const cases = statements.flatMap(({ sql, dialects, reason }) =>
      dialects.map((dialect) => ({ sql, dialect, reason })),
    );
    const refused = async () => {
      for (let next = cases.pop(); next !== undefined; next = cases.pop()) {
        const { sql, dialect, reason } = next;
        const { status, body } = await api.query(databaseId, sql, { dialect });
        const where = `${dialect}: ${sql} (${reason}): ${JSON.stringify(body)}`;
        expect(status, where).toBe(400);
        expect(body.error.code, where).toBe('BAD_REQUEST');
        expect(body.error.message.replaceAll(sql, ''), where).not.toMatch(leaky);
        expect(body.error.message.length, where).toBeGreaterThan(10);
      }
    };
    await Promise.all([refused(), refused(), refused(), refused()]);
    const runs = await api.get('/v1/query-runs', { 'x-database-id': databaseId });
    expect(new Set(runs.body.query_runs.map((run: { status: string }) => run.status))).toEqual(
      new Set(['failed']),
    );
    expect(runs.body.query_runs.every((run: { result_id: null }) => run.result_id === null)).toBe(
      true,
    );
    expect((await api.get('/v1/results', { 'x-database-id': databaseId })).body.results).toEqual(
      [],
    );
  }, 300_000);

  test('leaves the workers serving, none of them lost', async () => {
    metrics = (await api.get('/metrics')).body;
    expect(workerPids()).toBe(0);
    const answer = await api.query(databaseId, 'SELECT sum(a) FROM t');
    expect(answer.body.rows).toEqual([[3]]);
  });

  test("cannot reach another database's tables and results, whatever they are called", async () => {
    const other = (await api.createDatabase({ name: 'other' })).id;
    await api.loadCsv(other, 'secrets', 'word\nhidden\n');
    const kept = await api.query(other, 'SELECT word FROM secrets');
    const attempts = [
      'SELECT * FROM secrets',
      'SELECT * FROM default.main.secrets',
      `SELECT * FROM ${other}.main.secrets`,
      `SELECT * FROM "__db_${other}".main.secrets`,
      `SELECT * FROM quern.results.${kept.body.result_id}`,
      'SELECT * FROM "quern-worker".main.result',
    ];
    for (const sql of attempts) {
      for (const dialect of ['hotsql', 'duckdb']) {
        const { status, body } = await api.query(databaseId, sql, { dialect });
        expect(status, `${dialect}: ${sql}: ${JSON.stringify(body)}`).toBe(400);
        expect(JSON.stringify(body)).not.toContain('hidden');
      }
    }
  });

  test('learns from catalogs and session functions what its own database shows, and nothing of files, workers or others', async () => {
    const other = (await api.createDatabase({ name: 'hidden_database' })).id;
    await api.loadCsv(other, 'hidden_table', 'hidden_column\nhidden\n');
    const beside = ', (SELECT count(*) FROM t) AS own(n)';
    const catalogs = [
      ...catalogTableNames.map((name) => `SELECT c.* FROM pg_catalog.${name} AS c${beside}`),
      ...viewNames.map((name) => `SELECT c.* FROM information_schema.${name} AS c${beside}`),
      'SELECT version(), current_database(), current_schema(), current_user, session_user',
      'SELECT inet_server_addr(), pg_backend_pid()',
      "SELECT current_setting('data_directory', true), current_setting('server_version'), pg_size_pretty(1::bigint)",
      ...['data_directory', 'config_file', 'temp_directory', 'all'].map((name) => `SHOW ${name}`),
    ];
    let answered = 0;
    for (const sql of catalogs) {
      for (const dialect of ['hotsql', 'duckdb']) {
        const { status, body } = await api.query(databaseId, sql, { dialect });
        expect([200, 400], `${dialect}: ${sql}: ${JSON.stringify(body)}`).toContain(status);
        if (status === 200) answered += 1;
        expect(JSON.stringify(body), `${dialect}: ${sql}`).not.toMatch(
          /hidden|read_parquet|\.parquet|quern-worker|hotsql:|\/tmp|\/root|\/home|node_modules/,
        );
      }
    }
    expect(answered).toBeGreaterThan(catalogTableNames.length + viewNames.length);
  });

  test('sees its own tables alone in lists', async () => {
    const listed = await api.query(databaseId, 'SELECT table_name FROM information_schema.tables');
    expect(listed.body.rows).toEqual([['t']]);
    const shown = await api.query(databaseId, 'SHOW TABLES', { dialect: 'duckdb' });
    expect(shown.body.rows).toEqual([['default', 'main', 't', 'BASE TABLE']]);
  });
});
