import { beforeAll, describe, expect, it } from 'vitest';
import { createTestPlanner, type TestPlanner } from './planner.ts';

describe('analysis', () => {
  let planner: TestPlanner;
  beforeAll(async () => {
    planner = await createTestPlanner();
  });
  const tablesOf = async (sql: string) =>
    (await planner.analyze(sql)).tables
      .map(({ catalog, schema, table }) =>
        [catalog, schema, table].filter((part) => part !== null).join('.'),
      )
      .sort();

  it('finds tables in every place of a statement', async () => {
    expect(await tablesOf('SELECT * FROM a, b.c JOIN d.e.f ON true')).toEqual([
      'a',
      'b.c',
      'd.e.f',
    ]);
    expect(
      await tablesOf(
        'SELECT (SELECT 1 FROM a) FROM b WHERE EXISTS (FROM c) ORDER BY (SELECT 1 FROM d) LIMIT (SELECT 1 FROM e)',
      ),
    ).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(
      await tablesOf('SELECT 1 FROM a UNION SELECT 2 FROM b EXCEPT (SELECT 3 FROM c)'),
    ).toEqual(['a', 'b', 'c']);
    expect(
      await tablesOf(
        'SELECT sum(x) FILTER (WHERE x IN (FROM a)) OVER (ORDER BY (SELECT 1 FROM b)) FROM c',
      ),
    ).toEqual(['a', 'b', 'c']);
    expect(await tablesOf('FROM a PIVOT (sum(x) FOR y IN (1, 2))')).toEqual(['a']);
    expect(await tablesOf('UNPIVOT a ON x, y INTO NAME n VALUE v')).toEqual(['a']);
    expect(await tablesOf('SELECT * FROM (SUMMARIZE a), (DESCRIBE b)')).toEqual(['a', 'b']);
    expect(
      await tablesOf(
        "SELECT list_transform([1], lambda x: (SELECT x FROM a)), {'k': (SELECT 1 FROM b)}, [(SELECT 1 FROM c)]",
      ),
    ).toEqual(['a', 'b', 'c']);
    expect(
      await tablesOf(
        'SELECT * REPLACE ((SELECT 1 FROM a) AS x) FROM b QUALIFY (SELECT true FROM c)',
      ),
    ).toEqual(['a', 'b', 'c']);
    expect(await tablesOf('SELECT * FROM unnest((SELECT x FROM a))')).toEqual(['a']);
    expect(await tablesOf('VALUES ((SELECT 1 FROM a))')).toEqual(['a']);
    expect(await tablesOf("SELECT * FROM 'x.parquet'")).toEqual(['x.parquet']);
  });

  it('tells CTEs from tables by their scope', async () => {
    expect(await tablesOf('WITH a AS (SELECT 1) SELECT * FROM A')).toEqual([]);
    expect(await tablesOf('WITH a AS (SELECT 1) SELECT * FROM s.a')).toEqual(['s.a']);
    expect(await tablesOf('WITH a AS (FROM b), b AS (SELECT 1) FROM a, b')).toEqual(['b']);
    expect(await tablesOf('WITH b AS (SELECT 1), a AS (FROM b) FROM a')).toEqual([]);
    expect(await tablesOf('WITH a AS (FROM a) FROM a')).toEqual(['a']);
    expect(
      await tablesOf(
        'WITH RECURSIVE a AS (SELECT 1 AS x UNION ALL SELECT x + 1 FROM a WHERE x < 3) FROM a',
      ),
    ).toEqual([]);
    expect(await tablesOf('SELECT * FROM (WITH a AS (SELECT 1) FROM a) x, a')).toEqual(['a']);
    expect(
      await tablesOf(
        'WITH a AS (SELECT 1) SELECT (SELECT count(*) FROM a), (WITH b AS (FROM a) SELECT 1 FROM b) FROM b',
      ),
    ).toEqual(['b']);
    expect(await tablesOf('WITH a AS (SELECT 1) FROM a UNION ALL FROM a')).toEqual([]);
  });

  it('classifies', async () => {
    const of = async (sql: string) => (await planner.analyze(sql)).classification;
    expect(await of('SELECT 1')).toEqual({
      numTables: 0,
      hasAggregation: false,
      hasGroupBy: false,
      hasJoin: false,
      hasLimit: false,
      hasOrderBy: false,
      hasPredicate: false,
      hasProjection: true,
      limitsToOne: false,
    });
    expect(
      await of('SELECT a, sum(b) FROM t JOIN u USING (k) WHERE c GROUP BY a ORDER BY a LIMIT 3'),
    ).toEqual({
      numTables: 2,
      hasAggregation: true,
      hasGroupBy: true,
      hasJoin: true,
      hasLimit: true,
      hasOrderBy: true,
      hasPredicate: true,
      hasProjection: true,
      limitsToOne: false,
    });
    expect(await of('FROM t LIMIT 1')).toMatchObject({
      hasProjection: false,
      limitsToOne: true,
      hasLimit: true,
    });
    expect(await of('SELECT t.* FROM t LIMIT 10')).toMatchObject({
      hasProjection: false,
      limitsToOne: false,
    });
    expect(await of('SELECT * EXCLUDE (a) FROM t')).toMatchObject({ hasProjection: true });
    expect(await of('SELECT * FROM (SELECT a FROM t)')).toMatchObject({ hasProjection: true });
    expect(await of('SELECT string_agg(a ORDER BY b) FROM t')).toMatchObject({
      hasAggregation: true,
      hasOrderBy: false,
    });
    expect(await of('SELECT sum(a) OVER () FROM t, t')).toMatchObject({
      hasAggregation: false,
      hasJoin: true,
      numTables: 1,
    });
    expect(await of('SELECT a FROM t GROUP BY ALL')).toMatchObject({ hasGroupBy: true });
  });

  it('flags the catalogue views and lists no table for them', async () => {
    expect(
      await planner.analyze('SELECT * FROM information_schema.tables', 'hotsql'),
    ).toMatchObject({
      readsInformationSchema: true,
      tables: [],
    });
    expect(
      await planner.analyze('SELECT * FROM Information_Schema.COLUMNS, t', 'hotsql'),
    ).toMatchObject({
      readsInformationSchema: true,
    });
    await expect(
      planner.analyze('SELECT * FROM information_schema.tables', 'duckdb'),
    ).rejects.toThrow("information_schema can be read under dialect 'hotsql'");
    expect(await planner.analyze('SELECT * FROM t')).toMatchObject({
      readsInformationSchema: false,
    });
  });

  it('names the nearest function', async () => {
    await expect(planner.analyze('SELECT uper(x) FROM t')).rejects.toThrow(
      "function 'uper' is not available; did you mean 'upper'?",
    );
    await expect(planner.analyze("SELECT * FROM read_csv('x')")).rejects.toThrow(
      "table function 'read_csv' is not available: it reads files",
    );
  });

  it('reads a tree of 50,000 conditions without recursion', async () => {
    const sql = `SELECT * FROM t WHERE ${Array.from({ length: 50_000 }, (_, index) => `a = ${index}`).join(' OR ')}`;
    expect((await planner.analyze(sql)).tables).toHaveLength(1);
  });
});
