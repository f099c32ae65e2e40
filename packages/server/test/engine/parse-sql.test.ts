import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mebibyte, PlannerFixture } from './engine-fixture.ts';

describe('parsing a text', () => {
  let engine: PlannerFixture;
  beforeAll(async () => {
    engine = new PlannerFixture();
    await engine.pool.ready();
  });
  afterAll(() => engine.close());

  const parse = (sql: string) =>
    engine.pool.run(
      'parseSql',
      { sql },
      { workspaceId: 'w', memoryBytes: 512 * mebibyte, threads: 1, deadlineMs: 30_000 },
    );

  it('gives the tree verbatim, with every digit of its numbers', async () => {
    const { tree, error, statements } = await parse(
      `SELECT 9007199254740993, 'it''s' FROM a.b."C d"`,
    );
    expect(error).toBeNull();
    expect(statements).toEqual(['SELECT']);
    expect(tree).toContain('9007199254740993');
    expect(tree).toContain('"C d"');
  });

  it('says where a text does not parse', async () => {
    const { tree, error } = await parse('SELECT 1 FROM WHERE');
    expect(tree).toBeNull();
    expect(error).toMatchObject({
      isSyntax: true,
      message: expect.stringContaining('syntax error'),
    });
    expect(error?.position).toBe(14);
  });

  it.each([
    ['INSERT INTO t VALUES (1)', ['INSERT']],
    ['WITH x AS (SELECT 1) DELETE FROM t', ['DELETE']],
    ["ATTACH '/tmp/x.db'", ['ATTACH']],
    ['SELECT 1; /* ; */ DROP TABLE t; -- ; x', ['SELECT', 'DROP']],
    ["COPY t TO '/tmp/x'", ['COPY']],
    ['PRAGMA database_list', ['PRAGMA']],
    ["IMPORT DATABASE '/tmp'", ['IMPORT']],
  ])('names the kind of %s and does nothing', async (sql, statements) => {
    const before = readdirSync(engine.spoolDir);
    expect(await parse(sql)).toMatchObject({
      tree: null,
      statements,
      error: { message: expect.any(String) },
    });
    expect(readdirSync(engine.spoolDir)).toEqual(before);
    expect(engine.pool.stats().deaths).toBe(0);
  });

  it('refuses a NUL character', async () => {
    await expect(parse('SELECT \0')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
