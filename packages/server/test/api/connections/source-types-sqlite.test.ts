import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../../service.ts';
import { ofTable, plainRows, SourceColumns } from './source-columns.ts';

/** A column of an SQLite file keeps its meaning in HotSQL, also by the first query. */
const setup = `
  CREATE TABLE amounts (id INTEGER PRIMARY KEY, price DECIMAL(10,2), n NUMERIC, free, r REAL, flag BOOLEAN, word NUMERIC, odd INTEGER);
  CREATE TABLE broken (id INTEGER PRIMARY KEY, t TEXT, n INTEGER);
  INSERT INTO broken VALUES (1, 'a', 5), (2, CAST(x'ff41' AS TEXT), 6);
  INSERT INTO amounts VALUES (1, 9.5, 9.5, 9.5, 1, 1, 1, 1), (2, 10, 10, 10, 2.5, 0, 'n/a', 'x'), (3, 100, 1e300, 7, NULL, 2, 3, 2.5),
    (4, NULL, 0.1, NULL, 0.1, NULL, NULL, NULL);
  CREATE VIEW shown AS SELECT id, price * 2 AS twice, n + 1 AS more, 'v' || id AS label, count(*) OVER () AS c FROM amounts;
`;

const queries: readonly (readonly ['amounts' | 'shown', string])[] = [
  ['amounts', 'SELECT sum(price), max(price), min(price), avg(price) FROM t'],
  ['amounts', 'SELECT id FROM t WHERE price > 9.75 ORDER BY price'],
  ['amounts', 'SELECT id FROM t WHERE n > 9.75 ORDER BY n'],
  ['amounts', 'SELECT max(n) > 1000, min(n) FROM t'],
  ['amounts', 'SELECT sum(free), max(free) FROM t'],
  ['amounts', 'SELECT id FROM t WHERE free > 8 ORDER BY free'],
  ['amounts', 'SELECT sum(flag), max(flag) FROM t'],
  ['amounts', 'SELECT id FROM t WHERE flag = 2'],
  ['amounts', 'SELECT sum(r), max(r) FROM t'],
  ['amounts', 'SELECT id, word, odd FROM t ORDER BY id'],
  ['amounts', 'SELECT count(word), count(odd) FROM t'],
  ['shown', 'SELECT sum(twice), max(twice) FROM t'],
  ['shown', 'SELECT id FROM t WHERE more > 10 ORDER BY more'],
  ['shown', "SELECT id FROM t WHERE label LIKE 'v%' AND c = 4 ORDER BY label"],
];

describe('a column of SQLite', () => {
  let service: RunningService;
  let folder: string;
  let file: Database.Database;
  let columns: SourceColumns;

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'quern-sqlite-types-')));
    file = new Database(join(folder, 'shop.db'));
    file.exec(setup);
    service = await startService({ env: { QUERN_SOURCES_ALLOW: folder } });
    const config = { path: join(folder, 'shop.db') };
    columns = await SourceColumns.attach('sqlite', config, 'main', service.api());
  }, 120_000);
  afterAll(async () => {
    await service?.dispose();
    file?.close();
    rmSync(folder, { recursive: true });
  });

  test.each(queries)('of %s means the same: %s', async (table, sql) => {
    const expected = plainRows(file.prepare(ofTable(sql, table)).raw().all() as never);
    const told = (rows: unknown) => JSON.stringify(rows).replaceAll('"t"', '"1"');
    await columns.purge(table);
    expect(told(await columns.rows(sql, table))).toEqual(told(expected));
    expect(told(await columns.rows(sql, table))).toEqual(told(expected));
  });

  test('one text that is none makes its column bytes, and the others are read', async () => {
    expect(await columns.rows('SELECT sum(n), count(t) FROM t', 'broken')).toEqual([['11', '2']]);
    expect(await columns.rows('SELECT t FROM t ORDER BY id', 'broken')).toEqual([['61'], ['ff41']]);
  });

  test.each([
    ['SELECT sum(word) FROM t', 'function sum(numbers and texts) does not exist'],
    ['SELECT max(odd) FROM t', 'function max(numbers and texts) does not exist'],
    ["SELECT id FROM t WHERE odd > '2'", 'are not compared, sorted or grouped here'],
    ['SELECT id FROM t ORDER BY odd', 'are not compared, sorted or grouped here'],
    ['SELECT lower(price) FROM t', 'function lower(numeric) does not exist'],
  ])('that holds what its type does not is refused: %s', async (sql, words) => {
    await columns.purge('amounts');
    expect(await columns.refusal(sql, 'amounts')).toContain(words);
    expect(await columns.refusal(sql, 'amounts')).toContain(words);
  });
});
