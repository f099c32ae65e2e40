import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService } from '../../service.ts';
import { SourceColumns } from './source-columns.ts';

/** Types of a DuckDB file that are stored as text keep their meaning. */
let service: RunningService;
let folder: string;
let columns: SourceColumns;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-duckdb-types-')));
  const path = join(folder, 'shop.duckdb');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE kinds (id INTEGER, h HUGEINT, n BIGNUM, i INTERVAL, z TIMETZ, e ENUM('small', 'large', 'Big'), j JSON, b BIT, d DECIMAL(6,2)[]);
    INSERT INTO kinds VALUES
      (1, 9, 9, INTERVAL 2 DAY, '04:00:00+05:30', 'small', '{"a": 1}', '101', [1.5, 2.25]),
      (2, 170141183460469231731687303715884105727, '1234567890123456789012345678901234567890123', INTERVAL 10 DAY, '23:00:00+00', 'large', '{"a": "x"}', '011', []),
      (3, 10, 10, INTERVAL 1 MONTH, '01:00:00-01', 'Big', NULL, '1', NULL)`);
  connection.closeSync();
  instance.closeSync();
  service = await startService({ env: { QUERN_SOURCES_ALLOW: folder } });
  columns = await SourceColumns.attach('duckdb', { path }, 'main', service.api());
}, 120_000);
afterAll(async () => {
  await service?.dispose();
  rmSync(folder, { recursive: true });
});

test.each([
  ['SELECT id FROM t ORDER BY h', [['1'], ['3'], ['2']]],
  ['SELECT max(h) FROM t', [['170141183460469231731687303715884105727']]],
  ['SELECT sum(h) FROM t WHERE id <> 2', [['19']]],
  ['SELECT id FROM t WHERE n > 9.5 ORDER BY n DESC', [['2'], ['3']]],
  ['SELECT id FROM t ORDER BY i', [['1'], ['2'], ['3']]],
  ["SELECT id FROM t WHERE i > '3 days' ORDER BY id", [['2'], ['3']]],
  ['SELECT id FROM t ORDER BY z', [['1'], ['3'], ['2']]],
  ['SELECT id FROM t ORDER BY e', [['1'], ['2'], ['3']]],
  ['SELECT max(e), min(e) FROM t', [['Big', 'small']]],
  ["SELECT id FROM t WHERE e >= 'large' ORDER BY id", [['2'], ['3']]],
  ["SELECT j ->> 'a' FROM t ORDER BY id", [['1'], ['x'], [null]]],
  ["SELECT id FROM t WHERE b = B'101'", [['1']]],
  [
    'SELECT d[1], array_length(d, 1) FROM t ORDER BY id',
    [
      ['1.5', '2'],
      [null, null],
      [null, null],
    ],
  ],
  ['SELECT id, v FROM t, unnest(d) AS v WHERE v > 2 ORDER BY 1, 2', [['1', '2.25']]],
  ['SELECT id FROM t WHERE 2.25 = ANY(d)', [['1']]],
])('a column of a DuckDB file means the same: %s', async (sql, expected) => {
  await columns.purge('kinds');
  expect(await columns.rows(sql, 'kinds')).toEqual(expected);
  expect(await columns.rows(sql, 'kinds')).toEqual(expected);
});
