import { describe, expect, test } from 'vitest';
import { listType, plainNumbers } from './plain-numbers.ts';
import type { PlannedText } from './types.ts';
import { fillTemplate, vectorTemplateOf } from './vector-template.ts';

const numbers = Array.from({ length: 40 }, (_unused, at) => String(Math.sin(at + 1)));
const list = `[${numbers.join(', ')}]`;
const braces = `{${numbers.join()}}`;
const mark = /1\.\d{13}5e-29/;

describe('a text with a long vector', () => {
  test.each([
    ['duckdb', `SELECT id FROM t ORDER BY l2_distance(v, ${list}::FLOAT[]) LIMIT 3`],
    ['duckdb', `SELECT id FROM t ORDER BY array_distance(t.v, ${list}::FLOAT[40]) LIMIT 3`],
    ['duckdb', `SELECT id, cosine_distance(${list}, v) AS d FROM t ORDER BY d LIMIT 3`],
    ['duckdb', `SELECT id FROM t ORDER BY l2_distance(v, '${list}'::FLOAT[]) LIMIT 3`],
    ['duckdb', `SELECT * FROM (SELECT id, l2_distance(v, ${list}) AS d FROM t) WHERE d < 1`],
    ['duckdb', `WITH s AS (SELECT id FROM t ORDER BY l2_distance(v, ${list}) LIMIT 3) FROM s`],
    ['hotsql', `SELECT id, l2_distance(v, ARRAY${list}) FROM t ORDER BY 2 LIMIT 3`],
    ['hotsql', `SELECT id FROM t ORDER BY l2_distance(v, ARRAY${list}::double precision[])`],
    ['hotsql', `SELECT id FROM t ORDER BY list_distance(v, ARRAY${list}::real[])`],
    ['postgres', `SELECT id FROM t ORDER BY v <=> '${list}' LIMIT 3`],
    ['postgres', `WITH s AS (SELECT * FROM t) SELECT id FROM s ORDER BY v <-> '${braces}'::real[]`],
  ] as const)('is one with a short one: %s %s', (dialect, sql) => {
    const template = vectorTemplateOf(sql, dialect);
    expect(template?.sql.length).toBeLessThan(130);
    expect(template?.sql.split(mark)).toHaveLength(2);
    expect(template?.vectors.map(({ text }) => text)).toEqual([`[${numbers.join()}]`]);
  });

  test.each([
    ['a name that shows the vector', 'duckdb', `SELECT l2_distance(v, ${list}) FROM t ORDER BY 1`],
    [
      'an order within a name',
      'duckdb',
      `SELECT list(id ORDER BY l2_distance(v, ${list}) LIMIT 1) FROM t`,
    ],
    ['a value that is shown', 'hotsql', `SELECT ARRAY${list} FROM t`],
    ['another function', 'hotsql', `SELECT id FROM t ORDER BY own.l2_distance(v, ARRAY${list})`],
    ['a comment', 'hotsql', `SELECT id FROM t -- l2_distance(v, ARRAY${list})`],
    ['a text', 'hotsql', `SELECT 'l2_distance(v, ARRAY${list})' FROM t`],
    [
      'a function of each type of float',
      'hotsql',
      `SELECT id FROM t ORDER BY list_distance(v, ARRAY${list})`,
    ],
    ['two casts', 'hotsql', `SELECT id FROM t ORDER BY v <-> ARRAY${list}::float4[]::float8[]`],
    ['another cast', 'hotsql', `SELECT id FROM t ORDER BY v <-> ARRAY${list}::text[]`],
    ['a plan that is shown', 'hotsql', `EXPLAIN SELECT id FROM t ORDER BY v <-> ARRAY${list}`],
    [
      'a value in another query',
      'duckdb',
      `SELECT (SELECT id FROM t ORDER BY l2_distance(v, ${list}) LIMIT 1) FROM u`,
    ],
    [
      'a value in a comparison',
      'duckdb',
      `SELECT 1 IS DISTINCT FROM (SELECT l2_distance(v, ${list}) AS d FROM t LIMIT 1)`,
    ],
    ['a cast', 'duckdb', `SELECT CAST(l2_distance(v, ${list}) AS FLOAT) FROM t`],
    ['a name that is a word', 'duckdb', `SELECT id AS order, l2_distance(v, ${list}) FROM t`],
    [
      'an order of a window',
      'duckdb',
      `SELECT rank() OVER w FROM t WINDOW w AS (ORDER BY l2_distance(v, ${list}))`,
    ],
    ['a word of the marks', 'hotsql', `SELECT quern_vector_0_ FROM t ORDER BY v <-> ARRAY${list}`],
    [
      'odd white space',
      'hotsql',
      `SELECT id FROM t ORDER BY v <-> '${list.replace(' ', '\u00a0')}'`,
    ],
    [
      'a tab of the other kind',
      'duckdb',
      `SELECT id FROM t ORDER BY l2_distance(v, ${list.replace(' ', '\v')})`,
    ],
    [
      'a number that is not plain',
      'hotsql',
      `SELECT id FROM t ORDER BY v <-> ARRAY${list.replace('[', '[-0.0, ')}`,
    ],
  ] as const)('is planned as it stands where it has %s', (_what, dialect, sql) => {
    expect(vectorTemplateOf(sql, dialect)).toBeNull();
  });

  test('has a mark of its own, which no other text has', () => {
    const marks = [3, 4].map(
      (count) =>
        vectorTemplateOf(`SELECT id FROM t ORDER BY v <-> '${list}' LIMIT ${count}`, 'hotsql')
          ?.vectors[0]?.mark,
    );
    expect(new Set([...marks, undefined]).size).toBe(3);
  });

  test('has the numbers in its plan, and nothing else of it may depend on them', () => {
    const template = vectorTemplateOf(
      `SELECT id FROM t ORDER BY l2_distance(v, ${list}::FLOAT[]) LIMIT 3`,
      'duckdb',
    );
    if (!template) throw new Error('it has a template');
    const own = template.vectors[0]?.mark;
    const nearest = { column: 'v', metric: 'l2', vector: [Number(own)], count: 3 } as const;
    const table = { catalog: null, schema: null, table: 't' };
    const planned = (more: object): PlannedText => ({
      translation: {
        statementKind: 'select',
        sql: template.sql,
        tableNames: null,
        usesMacros: false,
      },
      analysis: {
        tables: [{ ...table, nearest: { ...nearest, isTieBroken: false }, ...more }],
        functions: [],
        tableFunctions: [],
        readsInformationSchema: false,
        isFromTree: true,
        classification: 'read',
      } as unknown as PlannedText['analysis'],
    });
    const filled = fillTemplate(template, planned({}));
    expect(filled?.planned.translation.sql).toContain(`CAST('[${own}]' AS DECIMAL(19,18)[])`);
    expect(filled?.planned.analysis.tables[0]?.nearest).toMatchObject({
      vector: numbers.map(Number),
    });
    expect(filled?.vectors).toEqual([{ literal: `'[${own}]'`, text: `[${numbers.join()}]` }]);
    const filtered = { sql: `SELECT 1 WHERE l2_distance(v, [${own}]) < 1`, place: '@place' };
    expect(fillTemplate(template, planned({ filtered }))).toBeNull();
  });
});

describe('the numbers of a list', () => {
  test.each(['.5', '5.', '-0', '-0.0', '1e31', '1e-31', 'NULL', '1_0', '012', '0x1', ' '])(
    'are not plain with %s among them',
    (odd) => {
      expect(plainNumbers(`1, ${odd}`)).toBeUndefined();
    },
  );

  test.each([
    ['1, -2', 'INTEGER'],
    ['1, 2.5', 'DECIMAL(11,1)'],
    ['-100.5, 0.25', 'DECIMAL(5,2)'],
    ['0.5, 1e-3', 'DOUBLE'],
    ['0.1234567890123456, 1e-3', undefined],
    ['3000000000, 1', undefined],
  ])('of %s are %s to DuckDB', (written, type) => {
    expect(listType(plainNumbers(written) ?? [])).toBe(type);
  });
});
