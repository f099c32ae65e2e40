import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, type Json, type RunningService, startService } from '../../service.ts';
import { attachSource } from '../attach-source.ts';

const setup = `
  CREATE TABLE pets (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, owner TEXT, f DOUBLE NOT NULL, j JSON NOT NULL);
  INSERT INTO pets VALUES (1, 'Rex', 'Ada', 1.5, 'null'), (2, 'Tom', NULL, 'NaN', '1');
`;

/** Nullable flags of the columns, with rows that must agree. */
const queries: readonly (readonly [string, readonly boolean[]])[] = [
  ["SELECT 1 AS a, 'x' AS b, true AS c, NULL AS d, 1.5 AS e", [false, false, false, true, false]],
  ['SELECT count(*) AS n, max(id) AS m FROM notes', [false, true]],
  ['SELECT count(*) AS n, sum(id) AS m FROM notes WHERE false', [false, true]],
  ['SELECT id, body FROM notes', [true, true]],
  [
    "SELECT coalesce(body, '') AS a, CASE WHEN id > 1 THEN 1 ELSE 2 END AS b FROM notes",
    [false, false],
  ],
  ['SELECT body IS NULL AS a, row_number() OVER () AS b FROM notes', [false, false]],
  ['SELECT id, name, owner FROM src.main.pets ORDER BY id', [false, false, true]],
  ['SELECT * FROM src.main.pets', [false, false, true, true, true]],
  ['SELECT f, j FROM src.main.pets WHERE id = 1', [false, true]],
  [
    'SELECT n.id, p.id, p.name, n.id + 1 FROM notes n LEFT JOIN src.main.pets p ON p.id = n.id',
    [true, true, true, true],
  ],
  ['SELECT p.id, n.body FROM src.main.pets p LEFT JOIN notes n ON p.id = n.id', [false, true]],
  [
    'SELECT p.name, count(n.id) FROM src.main.pets p LEFT JOIN notes n ON p.id = n.id GROUP BY 1',
    [false, false],
  ],
  ['SELECT name, count(*) FROM src.main.pets GROUP BY ROLLUP (name)', [true, false]],
  [
    "SELECT 1.5::float8 AS a, 'NaN'::float8 AS b, CAST('Infinity' AS real) AS c",
    [false, true, true],
  ],
  [
    "SELECT 'NaN'::numeric AS a, 'infinity'::date AS b, '-infinity'::timestamp AS c",
    [false, false, false],
  ],
  ["SELECT 2e308::numeric AS a, 1e300 * 1 AS b, '12:00'::time AS c", [false, false, false]],
  ["SELECT 'null'::jsonb AS a, ('null'::jsonb)::text AS b", [true, true]],
  ['SELECT 1 AS a UNION ALL SELECT NULL ORDER BY 1', [true]],
  ['SELECT a FROM (VALUES (1), (2)) AS v(a)', [false]],
];

describe('nullable', () => {
  let folder: string;
  let service: RunningService;
  let api: Api;
  let database: string;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-nullable-')));
    const path = join(folder, 'pets.db');
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run(setup);
    connection.closeSync();
    instance.closeSync();
    service = await startService({
      env: { QUERN_SOURCES_ALLOW: folder, QUERN_PREVIEW_ROWS: '20' },
    });
    api = service.api();
    ({ database } = await attachSource(api, 'duckdb', { path }));
    await api.loadCsv(database, 'notes', 'id,body\n1,one\n2,\n3,three\n');
  });
  afterAll(async () => {
    await service?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const ofResult = async (id: string) => {
    const path = `/v1/results/${id}`;
    await expect
      .poll(async () => (await api.get(path, { 'x-database-id': database })).status)
      .toBe(200);
    return (await api.get(path, { 'x-database-id': database })).body as Json;
  };

  test.each(queries)('of %s', async (sql, expected) => {
    // The same from the remembered first answer.
    for (const _again of [0, 1]) {
      const { status, body } = await api.query(database, sql);
      expect([status, body.nullable, body.error?.message]).toEqual([200, expected, undefined]);
      for (const row of body.rows)
        expect(row.filter((value: Json, at: number) => value === null && !expected[at])).toEqual(
          [],
        );
      expect((await ofResult(body.result_id)).nullable).toEqual(expected);
    }
  });

  test('of floats is true where not all rows are shown, in every answer', async () => {
    const { body } = await api.query(
      database,
      "SELECT CASE WHEN i = 90 THEN 'NaN'::float8 ELSE 1.5::float8 END AS a, 1 AS b FROM generate_series(1, 100) AS g(i)",
    );
    expect([body.truncated, body.nullable]).toEqual([true, [true, false]]);
    const { nullable, rows } = await ofResult(body.result_id);
    expect([nullable, rows[89][0]]).toEqual([[true, false], null]);
  });
});
