import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, type RunningService, startService } from '../service.ts';

let service: RunningService;
let api: Api;
beforeAll(async () => {
  service = await startService();
  api = service.api();
});
afterAll(() => service.dispose());

test('at', async () => {
  const db = await api.createDatabase({ name: 'src' });
  await api.loadCsv(db.id, 't', 'id\n1\n');
  await api.loadCsv(db.id, 't', 'id,b\n2,x\n', { mode: 'append' });
  await api.delete(`/v1/databases/${db.id}/schemas/main/tables/t`);
  await api.loadCsv(db.id, 't', 'other\n7\n');
  for (const dialect of ['hotsql', 'duckdb'])
    for (const sql of [
      'SELECT t.id FROM t AT (VERSION => 2)',
      'SELECT * FROM main.t AT (version => 3) AS a',
      'SELECT a.id, b.id FROM t AT (VERSION => 3) a JOIN t AT (VERSION => 2) b ON a.id = b.id',
      'SELECT * FROM default.main.t AT (VERSION => 3)',
      'SELECT * FROM "default".main.t x AT (VERSION => 3)',
      'SELECT main.t.id FROM main.t AT (VERSION => 3), t AS n',
      'SELECT * FROM t AT (VERSION => 4)',
      'SELECT * FROM t AT (VERSION => 99)',
      'SELECT * FROM t AT (VERSION => 0)',
      "SELECT * FROM t AT (TIMESTAMP => '2001-01-01')",
      "SELECT * FROM t AT (TIMESTAMP => '2901-01-01')",
      `SELECT * FROM t AT (TIMESTAMP => '${new Date().toISOString()}')`,
      'SELECT * FROM t AT (VERSION => x)',
      'SELECT 1 AT (VERSION => 3)',
      'SELECT id AT (VERSION => 3) FROM t',
      'SELECT 1, id AT (VERSION => 3) FROM t',
      'DESCRIBE t AT (VERSION => 2)',
      'SUMMARIZE t AT (VERSION => 3)',
      'EXPLAIN SELECT * FROM t AT (VERSION => 2)',
      'WITH c AS (SELECT * FROM t AT (VERSION => 2)) SELECT (SELECT count(*) FROM c), (SELECT count(*) FROM t AT (VERSION => 3)), (SELECT sum(other) FROM t)',
      'SELECT * FROM nosuch AT (VERSION => 2)',
      'SELECT * FROM nosuch.main.t AT (VERSION => 2)',
      'SELECT * FROM quern.results.x AT (VERSION => 2)',
      'SELECT * FROM information_schema.tables AT (VERSION => 2)',
      'SELECT nope FROM t AT (VERSION => 2)',
      'SELECT x.y FROM t AT (VERSION => 2)',
      'SELECT at(version => 3)',
      "SELECT 't AT (VERSION => 3)' -- t AT (VERSION => 3)",
      'SELECT default.main.t.id FROM default.main.t AT (VERSION => 2)',
    ]) {
      const { status, body } = await api.query(db.id, sql, { dialect });
      console.log(dialect, sql, '->', status, JSON.stringify(body.rows ?? body.error.message).slice(0, 200));
      if (sql.startsWith('WITH'))
        console.log(
          JSON.stringify((await api.get(`/v1/query-runs/${body.query_run_id}`, { 'x-database-id': db.id })).body),
        );
    }
  expect(1).toBe(1);
});
