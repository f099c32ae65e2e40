import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueryFile, QueryPreview } from '../../src/engine/query/query-request.ts';
import { plainReadOf } from '../../src/plan/duckdb/plain-read.ts';
import { EngineFixture, inDuckdb, tableCatalog } from './engine-fixture.ts';

const scope = { defaultCatalog: 'default', defaultSchema: 'main' };
const fileRows = 60_000;

describe('a text that gives the rows of a table as they are', () => {
  let engine: EngineFixture;
  let files: QueryFile[];
  beforeAll(async () => {
    engine = new EngineFixture();
    await engine.pool.ready();
    const first = await engine.object(
      'first.parquet',
      `SELECT (hash(range) % 1000)::BIGINT AS id, 'n' || range AS name FROM (SELECT range::INTEGER AS range FROM range(${fileRows}))`,
      ', field_ids {id: 1, name: 2}, ROW_GROUP_SIZE 20000',
    );
    // A later file: renamed, narrower and reordered columns.
    const second = await engine.object(
      'second.parquet',
      `SELECT 'm' || range AS called, (range % 100)::SMALLINT AS number FROM range(${fileRows})`,
      ', field_ids {called: 2, number: 1}, ROW_GROUP_SIZE 20000',
    );
    files = [first, second].map((path) => ({ path, rowCount: fileRows }));
  });
  afterAll(() => engine.close());

  const requestOf = (of: readonly QueryFile[]) => ({ catalogs: [tableCatalog(of)], ...scope });

  /** Rows shown before the result was written, and the reply, or the thrown error. */
  async function run(sql: string, of = files) {
    const resultPath = engine.resultPath();
    const shown: QueryPreview[] = [];
    const onPart = (part: unknown) => shown.push(part as QueryPreview);
    const asked = { ...requestOf(of), resultPath, previewRows: 1000, profileFromMs: 0 };
    const ended = await engine.query(sql, asked, { onPart }).then(
      (reply) => ({ reply }),
      (error: unknown) => ({ error }),
    );
    return { resultPath, shown, reply: undefined, error: undefined, ...ended };
  }

  const own = () => {
    const [first, second] = files;
    return `(SELECT id, name FROM '${first?.path}' UNION ALL SELECT number, called FROM '${second?.path}')`;
  };

  it.each([
    ['SELECT * FROM t', 'id, name'],
    ['FROM main.t', 'id, name'],
    [
      'SELECT name AS "the name", id, name FROM "default".main.t AS x -- a comment',
      'name, id, name',
    ],
  ])('gives all of them in their order, the first ones at once: %s', async (sql, columns) => {
    const { reply, shown, resultPath } = await run(sql);
    expect(reply).toMatchObject({
      rowCount: 2 * fileRows,
      rowsScanned: 2 * fileRows,
      bytesScanned: expect.any(Number),
      preview: { text: '', rowCount: 1000, truncated: true },
      sizeBytes: statSync(resultPath).size,
    });
    const storedBytes = files.reduce((sum, { path }) => sum + statSync(path).size, 0);
    expect(reply?.bytesScanned).toBeGreaterThan(storedBytes / 4);
    expect(reply?.bytesScanned).toBeLessThan(storedBytes * 1.2);
    expect(reply?.timings.executeMs).toBeGreaterThanOrEqual(reply?.profile?.total_ms ?? 1e9);
    expect(shown).toMatchObject([{ kind: 'preview', rowCount: 2 * fileRows }]);
    const texts = `SELECT concat_ws(',', *COLUMNS(*)) AS text FROM`;
    const found = await inDuckdb(`${texts} '${resultPath}'`);
    const wanted = await inDuckdb(`${texts} (SELECT ${columns} FROM ${own()})`);
    expect(found.length).toBe(2 * fileRows);
    expect(found.findIndex(([text], row) => text !== wanted[row]?.[0])).toBe(-1);
    const previewed: unknown[][] = JSON.parse(shown[0]?.preview.text ?? '');
    expect(previewed.map((row) => [row.join()])).toEqual(found.slice(0, 1000));
  });

  it.each([
    ['SELECT * FROM t WHERE id >= 0', 'WHERE id >= 0'],
    ['SELECT * FROM t LIMIT 100001', 'LIMIT 100001'],
    ['SELECT * FROM t ORDER BY name, id', 'ORDER BY name, id'],
  ])('counts what another text gives: %s', async (sql, rest) => {
    const { reply, resultPath } = await run(sql);
    const [[count] = []] = await inDuckdb(`SELECT count(*) FROM (FROM ${own()} ${rest})`);
    expect(reply?.rowCount).toBe(Number(count));
    expect(await inDuckdb(`SELECT count(*) FROM '${resultPath}'`)).toEqual([[count]]);
  });

  it.each(['current_timestamp', 'current_date, localtimestamp', 't'])(
    'shows once what is no column of it: %s',
    async (words) => {
      const { reply, shown, resultPath } = await run(`SELECT id, ${words} FROM t`);
      expect(reply?.rowCount).toBe(2 * fileRows);
      const [[, ...kept] = []] = await inDuckdb(`FROM '${resultPath}' LIMIT 1`);
      const [[, ...first]] = JSON.parse(shown[0]?.preview.text ?? '');
      const digits = (value: unknown) => JSON.stringify(value).replace(/\D/g, '').slice(0, 20);
      expect(first.map(digits)).toEqual(kept.map(digits));
    },
  );

  it('counts no row that is gone', async () => {
    const path = await engine.object('gone.parquet', 'SELECT 0::INTEGER AS part, 7::BIGINT AS pos');
    const [first, ...others] = files;
    const dirty = [{ path: '', rowCount: 0, ...first, deletes: { path, part: 0 } }, ...others];
    expect((await run('SELECT * FROM t', dirty)).reply?.rowCount).toBe(2 * fileRows - 1);
  });

  it('fails, and leaves nothing, where a file has other rows than its version says', async () => {
    const said = files.map((file) => ({ ...file, rowCount: file.rowCount + 1 }));
    const { error, resultPath } = await run('SELECT * FROM t', said);
    expect(error).toBeInstanceOf(Error);
    expect(() => statSync(resultPath)).toThrow(/ENOENT/);
    expect(engine.leftFiles().filter((name) => name.startsWith('task-'))).toEqual([]);
    expect((await run('SELECT * FROM t')).reply?.rowCount).toBe(2 * fileRows);
  });

  it('shows the first rows of a file that is damaged behind them, and fails then', async () => {
    const path = await engine.object(
      'damaged.parquet',
      `SELECT range AS id, md5(range::VARCHAR) AS name FROM range(${2 * fileRows})`,
      ', field_ids {id: 1, name: 2}, ROW_GROUP_SIZE 20000, COMPRESSION zstd',
    );
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(200_000, 7), 0, 200_000, Math.floor(statSync(path).size / 2));
    closeSync(file);
    const { shown, error, resultPath } = await run('SELECT * FROM t', [
      { path, rowCount: 2 * fileRows, isCurrent: true } as QueryFile,
    ]);
    expect(shown).toHaveLength(1);
    expect(error).toBeInstanceOf(Error);
    expect(() => statSync(resultPath)).toThrow(/ENOENT/);
  });

  it('is told from every other by its parse tree', async () => {
    const tableOf = async (sql: string) => {
      const [[tree] = []] = await inDuckdb(
        `SELECT json_serialize_sql('${sql.replaceAll("'", "''")}')`,
      );
      return plainReadOf(JSON.parse(String(tree)));
    };
    for (const sql of ['TABLE t', 'SELECT t.* EXCLUDE (a) FROM x.t', 'SELECT (a), b AS c FROM t'])
      expect([sql, (await tableOf(sql))?.table]).toEqual([sql, 't']);
    expect((await tableOf('SELECT x.a, *, current_date FROM t AS x'))?.columns).toEqual([
      'a',
      'current_date',
    ]);
    for (const sql of [
      'SELECT 1',
      'SELECT 1 FROM t',
      'SELECT DISTINCT a FROM t',
      'SELECT a FROM t LIMIT 1',
      'SELECT a FROM t ORDER BY a',
      'SELECT a FROM t WHERE true',
      'SELECT a FROM t GROUP BY a',
      'SELECT a FROM t GROUP BY ALL',
      'SELECT a FROM t HAVING true',
      'SELECT a FROM t QUALIFY true',
      'SELECT a FROM t USING SAMPLE 10',
      'SELECT a FROM t TABLESAMPLE 10 PERCENT',
      'SELECT a FROM t, t AS u',
      'SELECT a FROM (SELECT a FROM t)',
      'SELECT a FROM range(3) AS t(a)',
      'WITH t AS (SELECT 1 AS a) SELECT a FROM t',
      'SELECT a FROM t UNION ALL SELECT a FROM t',
      'SELECT unnest(a) FROM t',
      'SELECT * REPLACE (a + 1 AS a) FROM t',
      'SELECT COLUMNS(*) FROM t',
      "SELECT COLUMNS('a') FROM t",
      'SELECT a.b.c + 1 FROM t',
      'SELECT a FROM t; SELECT a FROM t',
    ])
      expect([sql, await tableOf(sql)]).toEqual([sql, null]);
  });
});
