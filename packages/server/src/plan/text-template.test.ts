import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteLiteral } from '../kernel/quoting.ts';
import { loadParser } from './front-end.ts';
import { planText } from './plan-text.ts';
import { planOfTemplate, planTemplate, templateOf } from './text-template.ts';
import type { PlannedText, TableShape } from './types.ts';

let connection: DuckDBConnection;
beforeAll(async () => {
  await loadParser();
  connection = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(() => connection.closeSync());

const types = {
  id: 'INTEGER',
  big: 'BIGINT',
  tiny: 'SMALLINT',
  price: 'DECIMAL(10,2)',
  ratio: 'DOUBLE',
  name: 'VARCHAR',
  Mixed: 'VARCHAR',
  day: 'DATE',
  key: 'UUID',
  flag: 'BOOLEAN',
};
const shapes: readonly TableShape[] = ['t', 'u'].map((table) => ({
  parts: [{ name: table, quoted: false }],
  qualifiers: ['default', 'main'],
  columns: Object.entries(types).map(([name, type]) => ({ name, type })),
}));
/** The planner's shape for a name without a table. */
const nameless: TableShape = {
  parts: [{ name: 'q', quoted: false }],
  qualifiers: [],
  columns: [],
  error: 'no table',
};

/** Calls the planner as the service does; the engine's tree is read if filters are useful. */
async function planned(sql: string, leavesTree = true): Promise<PlannedText> {
  const parse = async (text: string) => {
    if (leavesTree) throw new Error('no tree is read');
    const tree = await connection.runAndReadAll(`SELECT json_serialize_sql(${quoteLiteral(text)})`);
    return String(tree.getColumns()[0]?.[0]);
  };
  const whole = await planText(
    { sql, dialect: 'hotsql', shapes: [...shapes, nameless], leavesTree },
    parse,
  );
  if ('tables' in whole) throw new Error('the tables are told');
  return whole;
}

const filled = (text: string, values: readonly string[]) =>
  values.reduce((sql, value, index) => sql.replaceAll(`{${index}}`, value), text);

async function madeFrom(text: string, values: readonly string[], leavesTree?: boolean) {
  const sql = filled(text, values);
  const template = templateOf(sql);
  const whole = await planned(sql, leavesTree);
  return template && { template, made: planTemplate(template, whole, shapes) };
}

describe('texts that differ in what they look up', () => {
  it.each<[string, ...(readonly string[])[]]>([
    ['SELECT name FROM t WHERE id = {0}', ['42'], ['0'], ['999999999']],
    ['SELECT name FROM t WHERE id={0};', ['42'], ['7']],
    [
      'select * from t where t.big = {0} and ("name" = {1} or Tiny = {2})',
      ['5', `'a'`, '6'],
      ['1', `'b c; ?'`, '70000'],
    ],
    [
      `SELECT count(*) FROM t WHERE "Mixed" = {0} LIMIT 10`,
      [`'x'`],
      [`''`],
      [`'10'`],
      [`'SELECT'`],
    ],
    [
      `SELECT id, name || '!' FROM t WHERE name = {0} ORDER BY id DESC LIMIT 3`,
      [`'x'`],
      [`'1970-01-01'`],
      [`'!'`],
    ],
    [
      'SELECT t.id FROM t JOIN u ON t.id = u.id WHERE u.big = {0} AND t.big = {1}',
      ['5', '6'],
      ['7', '7'],
    ],
    ['SELECT id, count(*) FROM t WHERE tiny = {0} GROUP BY id HAVING count(*) > 3', ['5'], ['3']],
  ])('are planned as one: %s', async (text, first, ...others) => {
    for (const leavesTree of [true, false]) {
      const one = await madeFrom(text, first ?? [], leavesTree);
      if (!one?.made) throw new Error('it has a template');
      for (const values of [first ?? [], ...others]) {
        const sql = filled(text, values);
        const template = templateOf(sql);
        expect(template?.key).toBe(one.template.key);
        const whole = await planned(sql, leavesTree);
        if (template) expect(planOfTemplate(one.made, template)).toEqual(whole);
      }
    }
  });

  it('have filters of their own where the tree is read', async () => {
    const text = `SELECT name FROM t WHERE id = {0} AND name = {1}`;
    const one = await madeFrom(text, ['5', `'a'`], false);
    const template = templateOf(filled(text, ['6', `'b'`]));
    const made = one?.made && template && planOfTemplate(one.made, template);
    expect(JSON.stringify(made?.analysis.tables[0]?.filters)).toContain('"unscaled":"6"');
    expect(JSON.stringify(made)).not.toMatch(/"unscaled":"5"|"text":"a"/);
  });

  it('are planned each by itself where a value is in no filter, or in two', async () => {
    for (const text of [
      'SELECT id FROM t WHERE id = {0} OR exists (SELECT 1 FROM u WHERE u.id > t.id)',
      'SELECT t.id FROM t LEFT JOIN u ON t.id = u.id WHERE t.id = {0} OR u.big = {0}',
    ]) {
      const one = await madeFrom(text, ['42'], false);
      expect(one?.made, text).toBeNull();
    }
  });

  it.each([
    ['what has no WHERE', 'SELECT id = 5 FROM t'],
    ['a select list', 'SELECT id = 5, name FROM t WHERE id > 3'],
    ['a larger integer', 'SELECT name FROM t WHERE big = 1234567890'],
    ['a decimal', 'SELECT name FROM t WHERE price = 1.5'],
    ['an integer with zeros before it', 'SELECT name FROM t WHERE id = 007'],
    ['a negative one', 'SELECT name FROM t WHERE id = -5'],
    ['an expression', 'SELECT name FROM t WHERE id = 5 + 3'],
    ['a cast', "SELECT name FROM t WHERE name = 'x'::text"],
    ['a column in an expression', 'SELECT name FROM t WHERE 1 + id = 5'],
    ['an inequality', 'SELECT name FROM t WHERE id >= 5'],
    ['a quote in the string', "SELECT name FROM t WHERE name = 'it''s'"],
    ['an escaped string', "SELECT name FROM t WHERE name = E'x'"],
    ['a string in two parts', "SELECT name FROM t WHERE name = 'a'\n'b'"],
    ['a string that is not ASCII', "SELECT name FROM t WHERE name = 'ü'"],
    ['a comment', 'SELECT name FROM t /* WHERE */ WHERE id = 5'],
    ['a dollar quote', 'SELECT $$x$$ FROM t WHERE id = 5'],
    ['a parameter', 'SELECT $1 FROM t WHERE id = 5'],
  ])('are not taken for one: %s', (_what, sql) => {
    expect(templateOf(sql)).toBeNull();
  });

  it.each([
    ['an integer for a string', 'SELECT name FROM t WHERE name = {0}', ['5']],
    ['a string for an integer', 'SELECT name FROM t WHERE id = {0}', [`'5'`]],
    ['a double', 'SELECT name FROM t WHERE ratio = {0}', ['5']],
    ['a decimal column', 'SELECT name FROM t WHERE price = {0}', ['5']],
    ['a date', 'SELECT name FROM t WHERE day = {0}', [`'2024-01-01'`]],
    ['a UUID', 'SELECT name FROM t WHERE key = {0}', [`'00000000-0000-0000-0000-000000000001'`]],
    ['a column that is made', 'SELECT n FROM (SELECT id AS n FROM t) AS q WHERE n = {0}', ['5']],
    [
      'one that is made under the name of another',
      'SELECT id FROM (SELECT id::numeric AS id FROM t) AS q WHERE id = {0}',
      ['5'],
    ],
    ['a constant that the text has twice', 'SELECT name FROM t WHERE id = {0} LIMIT 5', ['5']],
    [
      'one that stands in the text to run besides',
      'SELECT name FROM t WHERE id = {0} ORDER BY name',
      ['1'],
    ],
    [
      'a query within',
      'WITH q AS (SELECT name::name AS name FROM t) SELECT name FROM q WHERE name = {0}',
      [`'a'`],
    ],
    ['a query in FROM', 'SELECT name FROM (SELECT * FROM t) AS q WHERE id = {0}', ['5']],
    ['a function in FROM', 'SELECT id FROM generate_series(1, 9) AS g(id) WHERE id = {0}', ['5']],
    ['a cast elsewhere', 'SELECT name::bit(3) FROM t WHERE name = {0}', [`'10'`]],
  ])('are planned each by itself: %s', async (_what, text, values) => {
    const sql = filled(text, values);
    const template = templateOf(sql);
    // A text that cannot be planned is not cached.
    const whole = await planned(sql).catch(() => null);
    if (template && whole) expect(planTemplate(template, whole, shapes)).toBeNull();
    expect(template).not.toBeNull();
  });
});
