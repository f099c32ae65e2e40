import { beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../service.ts';
import { type SharedService, sharedService } from '../shared-service.ts';

/** Errors of failed HotSQL statements: PostgreSQL's words, never the engine's. */
describe('the words of a refused statement', () => {
  let service: SharedService;
  let api: Api;
  let databaseId: string;

  beforeAll(async () => {
    service = await sharedService();
    api = service.api();
    databaseId = (await api.createDatabase()).id;
    await api.loadCsv(databaseId, 't', 'i,x\n1,a\n2,b\n');
  });

  async function messageOf(sql: string): Promise<string> {
    const { status, body } = await api.query(databaseId, sql);
    expect(status, JSON.stringify(body).slice(0, 300)).toBe(400);
    return body.error.message;
  }

  test.each([
    ["SELECT list_sum(ROW(i, 'a')) FROM t", /^function list_\w+\(record, unknown\) does not exist/],
    [
      'SELECT list_resize() FROM t',
      'function list_resize() does not exist; its arguments may need explicit casts',
    ],
    ['SELECT (i + 40000)::int2 FROM t', 'smallint out of range'],
    ['SELECT i::int8 * 9223372036854775807 FROM t', 'bigint out of range'],
    [
      'SELECT 1 FROM t WHERE i = (SELECT i FROM t)',
      'more than one row returned by a subquery used as an expression',
    ],
    ['SELECT x::uuid FROM t', 'invalid input syntax for type uuid: "a"'],
    ['SELECT struct_keys(x) FROM t', 'struct_keys() expects a record argument'],
  ])('%s', async (sql, words) => {
    const message = await messageOf(sql);
    if (typeof words === 'string') expect(message).toBe(words);
    else expect(message).toMatch(words);
  });

  test.each([
    ['levels of parentheses', '(', '1', ')'],
    ['levels of function calls', 'abs(', '1', ')'],
    ['levels of subqueries', '(SELECT ', '1', ')'],
    ['levels of arrays', 'ARRAY[', '1', ']'],
    ['levels of CASE', 'CASE WHEN true THEN ', '1', ' END'],
  ])('a statement that nests too deeply says of what: %s', async (what, open, inner, close) => {
    const message = await messageOf(`SELECT ${open.repeat(20_000)}${inner}${close.repeat(20_000)}`);
    expect(message).toBe(`the statement is nested too deeply; use fewer ${what}`);
  });

  test.each(['json', 'jsonb'])(
    'a constant of %s of 10,000 levels is refused as PostgreSQL does of more',
    async (type) => {
      for (const [open, close] of brackets) {
        const message = await messageOf(`SELECT '${nested(open, 10_000, close)}'::${type}`);
        expect(message).toBe(
          'the JSON value is nested too deeply; use fewer levels of arrays and objects',
        );
      }
    },
  );

  test('JSON of 2,000 levels is read, printed and compared, at each of its levels', async () => {
    const levels = 2000;
    for (const [open, close] of brackets) {
      const value = `'${nested(open, levels, close)}'`;
      const { body } = await api.query(
        databaseId,
        `SELECT ${value}::jsonb::text = ${value}, json_strip_nulls(${value})::text = replace(${value}, ' ', ''),
           jsonb_strip_nulls(${value})::text = ${value}, ${value}::jsonb @> ${value}::jsonb,
           length(jsonb_pretty(${value})) > 1000000, (SELECT count(*) FROM jsonb_path_query(${value}, 'strict $.**')),
           (SELECT min(length(v::text)) FROM jsonb_path_query(${value}, 'strict $.**') AS v)`,
      );
      expect(body.rows ?? body).toEqual([[true, true, true, true, true, levels + 1, 1]]);
    }
  });

  test('what a jsonpath gives of every level is bounded by its size', async () => {
    const inner = `"${'x'.repeat(100_000)}"`;
    const value = `${'['.repeat(2000)}${inner}${']'.repeat(2000)}`;
    expect(
      await messageOf(`SELECT count(*) FROM jsonb_path_query('${value}', 'strict $.**')`),
    ).toBe('the items of the jsonpath are larger than 128 MiB together; select fewer of them');
  });
});

const brackets: readonly (readonly [open: string, close: string])[] = [
  ['[', ']'],
  ['{"a": ', '}'],
];
const nested = (open: string, levels: number, close: string) =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;
