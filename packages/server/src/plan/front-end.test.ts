import { beforeAll, describe, expect, it } from 'vitest';
import { loadParser, translate } from './front-end.ts';
import { loadSnowflakeParser } from './snowflake/parse.ts';
import type { Translation } from './types.ts';

beforeAll(loadParser);

const columns = ['a', 'b', 'c', 'foobar', 'FooBar', 'default.y'].map((name) => ({
  name,
  type: 'INTEGER',
}));

/** Translates in two steps like the planner: first the table names, then with their columns. */
function hotsql(sql: string): Translation {
  const first = translate({ sql, dialect: 'hotsql' });
  if (!('tables' in first)) return first;
  const shapes = first.tables.map(({ parts }) => ({
    parts,
    qualifiers: ['default', 'main'],
    columns,
  }));
  const translated = translate({ sql, dialect: 'hotsql', shapes });
  if ('tables' in translated) throw new Error('the tables are told');
  return translated;
}

describe('the front end', () => {
  it('quotes default before a dot and leaves the word alone elsewhere', () => {
    expect(hotsql('SELECT default.main.t.a FROM Default . main.t').sql).toBe(
      'SELECT "t"."a" AS "a" FROM "default"."main"."t"',
    );
    expect(
      hotsql(`SELECT 'default.x', "default.y" /* default.z */ FROM "default".t -- default.q`).sql,
    ).toBe(`SELECT 'default.x' AS "?column?", "t"."default.y" AS "default.y" FROM "default"."t"`);
    expect(
      translate({ sql: 'SELECT $a$default.x$a$ FROM default.t', dialect: 'duckdb' }),
    ).toMatchObject({
      sql: 'SELECT $a$default.x$a$ FROM "default".t',
    });
  });

  it('keeps statements apart that differ in their first word alone, also between its two questions', () => {
    const asked = [
      'SELECT a FROM t',
      'DESCRIBE SELECT a FROM t',
      'SUMMARIZE SELECT a FROM t',
      'EXPLAIN SELECT a FROM t',
    ];
    for (const sql of asked) expect(translate({ sql, dialect: 'hotsql' })).toHaveProperty('tables');
    expect(asked.map((sql) => hotsql(sql).statementKind)).toEqual([
      'select',
      'describe',
      'summarize',
      'explain',
    ]);
  });

  it('keeps names apart that are quoted in one text and not in another', () => {
    const quoted = (sql: string) =>
      hotsql(sql).tableNames?.map(({ parts }) => parts.map((part) => part.quoted));
    expect(quoted('SELECT a FROM default.t')).toEqual([[false, false]]);
    expect(quoted('SELECT a FROM "default".t')).toEqual([[true, false]]);
  });

  it('heeds nothing of tables that the text does not name', () => {
    const tell = (...tables: string[]) =>
      translate({
        sql: 'WITH v AS (SELECT a FROM t) SELECT a FROM t',
        dialect: 'hotsql',
        shapes: tables.map((name) => ({
          parts: [{ name, quoted: false }],
          qualifiers: [],
          columns,
        })),
      });
    expect(tell('t', 'v')).toEqual(tell('t'));
  });

  it('asks for the tables that it was not told', () => {
    const [shape] = [{ parts: [{ name: 'u', quoted: false }], qualifiers: [], columns }];
    expect(
      translate({ sql: 'SELECT a FROM t', dialect: 'hotsql', shapes: [shape] }),
    ).toHaveProperty('tables');
  });

  it('names the place of a refusal in the text as written', () => {
    expect(() => hotsql('SELECT 1\nFROM default.t WHERE a -> 1')).toThrow(
      'operator does not exist: integer -> integer (line 2, column 24)',
    );
    expect(() => hotsql("SELECT 'é',\n 'é' || x FROM t")).toThrow(
      /^column 'x' does not exist.* \(line 2, column 9\)$/,
    );
    expect(() => hotsql("SELECT 'é', nosuch(1)")).toThrow(
      "function 'nosuch' does not exist (line 1, column 13)",
    );
    expect(() => hotsql('SELECT uper(1)')).toThrow("did you mean 'upper'?");
  });

  it('keeps which table names were quoted', () => {
    const written = hotsql('SELECT * FROM People, "People", default."T x".u, "é".v').tableNames;
    expect(
      written?.map(({ parts }) =>
        parts.map(({ name, quoted }) => (quoted ? `"${name}"` : name)).join('.'),
      ),
    ).toEqual(['people', '"People"', 'default."T x".u', '"é".v']);
  });

  it('folds unquoted names and keeps quoted ones', () => {
    expect(hotsql('SELECT FooBar, "FooBar" FROM t').sql).toBe(
      'SELECT "t"."foobar" AS "foobar", "t"."FooBar" AS "FooBar" FROM "t"',
    );
  });

  it('names the kind of a statement that is no query', () => {
    expect(() => hotsql('DELETE FROM t')).toThrow(
      'HotSQL does not support DELETE; queries are read-only',
    );
    expect(() => hotsql('SELECT 1; SELECT 2')).toThrow('more than one statement');
    expect(() => hotsql('')).toThrow('empty');
    expect(() => hotsql('SHOW weather')).toThrow(
      'SHOW TABLES, SHOW COLUMNS FROM table, SHOW FUNCTIONS, SHOW ALL',
    );
  });

  it('tells kinds of statements apart', () => {
    const kind = (sql: string) => hotsql(sql).statementKind;
    expect(kind('SELECT 1')).toBe('select');
    expect(kind('-- a comment\nDESCRIBE t')).toBe('describe');
    expect(kind('describe table t')).toBe('describe');
    expect(kind('SUMMARIZE SELECT 1')).toBe('summarize');
    expect(kind('SHOW COLUMNS FROM t')).toBe('show_columns');
    expect(kind('EXPLAIN SELECT 1')).toBe('explain');
    expect(kind('EXPLAIN ANALYZE SELECT 1')).toBe('explain_analyze');
    expect(kind('show tables;')).toBe('show_tables');
  });

  it("translates Snowflake's SQL and refuses by name what it has no rule for", async () => {
    await loadSnowflakeParser();
    const snowflake = (sql: string) => translate({ sql, dialect: 'snowflake' });
    expect(snowflake('SELECT IFF(a, 1, "B") AS x FROM S.T')).toMatchObject({
      sql: 'SELECT CASE WHEN "a" THEN 1 ELSE "B" END AS "x" FROM "s"."t"',
    });
    expect(snowflake('SELECT 1 FROM S."T"')).toMatchObject({
      tableNames: [
        {
          parts: [
            { name: 's', quoted: false },
            { name: 'T', quoted: true },
          ],
        },
      ],
    });
    expect(() => snowflake('SELECT SOUNDEX(a) FROM t')).toThrow(
      "dialect 'snowflake' does not take the function SOUNDEX",
    );
  });

  it('writes nested divisors in text that grows with their number, and does not double it', () => {
    const written = (depth: number) =>
      hotsql(`SELECT ${'a/('.repeat(depth)}b${')'.repeat(depth)} FROM (VALUES (1,2)) t(a,b)`).sql
        .length;
    expect(written(32) - written(16)).toBeLessThan(2.5 * (written(16) - written(8)));
  });
});
