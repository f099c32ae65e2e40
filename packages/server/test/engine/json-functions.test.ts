import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineFunctions } from '../../src/engine/functions/engine-functions.ts';
import { SqlError } from '../../src/kernel/sql-error.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../postgres.ts';

const documents = [
  'null',
  'true',
  '"a"',
  '""',
  '12',
  '-0',
  '0.0',
  '1.50',
  '1e3',
  '1.5e2',
  '12345678901234567890.123',
  '1E-5',
  '-7.5',
  '[]',
  '{}',
  '[1, 2, 3]',
  '[1,"1",null,true,[1],{"a":1}]',
  '{"a":1,"a":2}',
  '{"bb":1,"a":{"b":[1,2,{"c":"x"}]},"é":3,"aa":null}',
  '{"a":[1,2,3,4,5]}',
  '[{"a":1,"b":[1]},{"a":2},{"b":null},3]',
  '{"a":{"b":{"c":{"d":1}}}}',
  ' [ 1 , 2 ] ',
  '{"k":"line\\nbreak \\u00e9 \\ud83d\\ude00 \\t \\"q\\""}',
  '["abc","ABC","abd","a\\nb","1.5","true"," 7 ","x y"]',
  '[[1,2],[3,4],[]]',
  '[{"x":[2,1]},{"x":[]}]',
  '{"t":"yes","f":"off","n":"12x"}',
  '[0.1,0.2,1e-10]',
  '["\\u0001", "/", "\\/"]',
  '{"1":"one","0":"zero"}',
  '[[[1]]]',
  '[true,false,null]',
  '"12"',
];

const paths = [
  '$',
  'strict $',
  '$.a',
  'strict $.a',
  '$.*',
  'strict $.*',
  '$[*]',
  'strict $[*]',
  '$[0]',
  '$[last]',
  '$[0 to last]',
  'strict $[1]',
  '$[1 to 2, 0]',
  '$[5]',
  '$[-1]',
  '$[last - 1]',
  '$.**',
  '$.**{1}',
  '$.**{2 to last}',
  '$.**{last}',
  'strict $.**.a',
  '$.**.b',
  '$.a.b',
  '$.a[*] ? (@ > 2)',
  '$[*] ? (@ > 1)',
  '$[*].a ? (@ >= 1)',
  '$[*] ? (@.a == 1)',
  '$[*] ? (exists(@.b))',
  '$[*] ? (!exists(@.b))',
  '$ ? (@ == 1.5)',
  '$[*] ? (@ == "abc")',
  '$[*] ? (@ starts with "a")',
  '$[*] ? (@ like_regex "^a.c$")',
  '$[*] ? (@ like_regex "^A" flag "i")',
  '$[*] ? (@ like_regex "a.b")',
  '$[*] ? (@ like_regex "a.b" flag "s")',
  '$[*] ? (@ like_regex "\\\\w \\\\w")',
  '$[*] ? (@ like_regex "[^b]$")',
  '$.type()',
  '$[*].type()',
  '$.size()',
  'strict $.size()',
  '$.keyvalue()',
  '$.double()',
  '$[*].double()',
  '$.abs()',
  '$.floor()',
  '$.ceiling()',
  '$.a.type()',
  '-$',
  '+$[*]',
  '-$[*]',
  '$ + 1',
  '$[0] * 2.5',
  '$[0] / 3',
  '$[0] - $[1]',
  '7 % $',
  '$ / 0',
  '1 / 3',
  '10 / 4',
  '2 / 7.000',
  '1e10 / 3',
  '1.5 * 1.50',
  '$.a > 1',
  '$[*] > 1',
  'strict $[*] > 1',
  '$.a == null',
  '$ == $',
  '($.a > 1) is unknown',
  '$.a < "x"',
  '(1 == 1) && ($.zz == 1)',
  '!(1 == 2)',
  '$ ? (1 == 1)',
  '$.bigint()',
  '$.integer()',
  '$.number()',
  '$.decimal()',
  '$.decimal(4,1)',
  '$.boolean()',
  '$[*].boolean()',
  '$.string()',
  '$[*].string()',
  '$[*].number()',
  '$.t.boolean()',
  '$.f.boolean()',
  '$.n.boolean()',
  '$x',
  '$x + $',
  '$[$i]',
  '$[*] ? (@ == $s)',
  '$."bb"',
  '$.é',
  '$.a.b[*].c',
  '$.x',
  '$[*].x[*] ? (@ > 1)',
  '$[*].x ? (@[0] > 1)',
  '$[*] ? (@.x[*] > 1)',
  '$ ? (exists(@.a ? (@ > 1)))',
  '$[*] ? (@ != null)',
  '$[*] ? (@ <> 1)',
  '"lit"',
  '12.50',
  '0x1F',
  '0b101',
  '1_000',
  '.5',
  '5.',
  'true',
  'null',
  '$[0.9]',
  '$["a"]',
  '$ ? (@ > 1 || @ < 0)',
  '$."a"."b"',
  '$.k.type()',
  '$.k',
  '$[*] ? (@.type() == "number")',
  '$[*].size()',
  '$ ? (@.size() > 2)',
  '(1 + 2) * 3',
  '1 + 2 * 3',
  '-(1 + 2)',
  '(-1).abs()',
  '(1.7).floor()',
  '(-1.2).ceiling()',
  '$.** ? (@ == 1)',
  '$.**.type()',
  'lax $.a.a',
  'strict $.a.a',
  '$[*][*]',
  '$[*][0]',
  'strict $[*][0]',
  // Errors
  '',
  '$.',
  '@',
  'last',
  '$[',
  '$.a ? (@ > 1',
  '1 2',
  '$.foo()',
  '$ ? ($)',
  '1 == 1 == 1',
  '$ like_regex "("',
  '$.a &&',
  '01',
  '1a',
  '$ ? (@ like_regex "a" flag "z")',
  '"\\u0000"',
  'not a path',
  '$.a !',
];

const variables = '{"x":10,"i":1,"s":"abc"}';

describe('json beside PostgreSQL', () => {
  let database: PostgresDatabase;
  let postgres: pg.Client;

  const ask = async (sql: string, args: readonly unknown[]): Promise<unknown> => {
    try {
      const result = await postgres.query({
        text: sql,
        values: [...args],
        rowMode: 'array',
        types: { getTypeParser: () => (value: string) => value },
      });
      return result.rows.length === 1
        ? (result.rows[0]?.[0] ?? null)
        : result.rows.map((row: unknown[]) => row[0]);
    } catch (thrown) {
      return `error ${(thrown as { code?: string }).code?.slice(0, 2)}`;
    }
  };
  const call = (name: string, ...args: unknown[]): unknown => {
    const found = engineFunctions.find((definition) => definition.name === name);
    if (found === undefined) throw new Error(`no function ${name}`);
    try {
      return (found.evaluate as (...args: unknown[]) => unknown)(...args) ?? null;
    } catch (thrown) {
      if (!(thrown instanceof SqlError)) throw thrown;
      return thrown.sqlState === '0A000' ? 'refused' : `error ${thrown.sqlState.slice(0, 2)}`;
    }
  };
  const arrayText = (items: unknown) => (Array.isArray(items) ? `[${items.join(', ')}]` : items);

  beforeAll(async () => {
    database = await createPostgresDatabase();
    postgres = new pg.Client({ connectionString: database.url });
    await postgres.connect();
  });
  afterAll(async () => {
    await postgres.end();
    await database.drop();
  });

  it('evaluates paths to the same items', async () => {
    const differing: string[] = [];
    let refused = 0;
    for (const path of paths) {
      const asked = documents.map(async (json) => {
        const expected = await ask(
          'SELECT jsonb_path_query_array($1::jsonb, $2::jsonpath, $3::jsonb)',
          [json, path, variables],
        );
        const actual = arrayText(call('hotsql_jsonpath_query', json, path, variables, false));
        if (actual === 'refused') refused++;
        else if (actual !== expected) differing.push(`${json} ${path}: ${expected} | ${actual}`);
      });
      await Promise.all(asked);
    }
    expect(differing).toEqual([]);
    expect(refused / (paths.length * documents.length)).toBeLessThan(0.03);
  });

  it.each([
    ['SELECT $1::jsonb::text', 'hotsql_jsonb_in'],
    ['SELECT jsonb_pretty($1::jsonb)', 'hotsql_jsonb_pretty'],
    ['SELECT json_typeof($1::json)', 'hotsql_json_typeof'],
    ['SELECT json_strip_nulls($1::json)', 'hotsql_json_strip_nulls', false],
    ['SELECT jsonb_strip_nulls($1::jsonb)', 'hotsql_jsonb_strip_nulls', false],
    ['SELECT jsonb_strip_nulls($1::jsonb, true)', 'hotsql_jsonb_strip_nulls', true],
  ])('%s', async (sql, name, ...more) => {
    const differing: string[] = [];
    for (const json of [
      ...documents,
      '',
      '{',
      '[1,]',
      '{"a"}',
      "'x'",
      'nul',
      '01',
      '1.',
      '.1',
      '+1',
      '"\\x"',
      '"\u0001"',
      '[1 2]',
      '{"a":1,}',
      'truex',
      '"\\ud800"',
      '1e400',
      '1e-20000',
      'NaN',
      '{1:2}',
      '[] []',
      '-',
      '--1',
    ]) {
      const expected = await ask(sql, [json]);
      const actual = call(name, json, ...more);
      if (actual !== expected) differing.push(`${json}: ${expected} | ${actual}`);
    }
    expect(differing).toEqual([]);
  });

  it('orders and contains values alike', async () => {
    const differing: string[] = [];
    const key = (json: string) => Buffer.from(String(call('hotsql_jsonb_key', json)));
    for (const a of documents) {
      const asked = documents.map(async (b) => {
        const order = Number(
          await ask(
            'SELECT CASE WHEN a < b THEN -1 WHEN a > b THEN 1 ELSE 0 END FROM (SELECT $1::jsonb a, $2::jsonb b) x',
            [a, b],
          ),
        );
        if (Buffer.compare(key(a), key(b)) !== order) differing.push(`${a} <=> ${b}: ${order}`);
        const contains = (await ask('SELECT $1::jsonb @> $2::jsonb', [a, b])) === 't';
        if (call('hotsql_jsonb_contains', a, b) !== contains)
          differing.push(`${a} @> ${b}: ${contains}`);
        const concat = await ask('SELECT $1::jsonb || $2::jsonb', [a, b]);
        if (call('hotsql_jsonb_concat', a, b) !== concat) differing.push(`${a} || ${b}: ${concat}`);
      });
      await Promise.all(asked);
    }
    expect(differing).toEqual([]);
  });

  it('reads and changes by path alike', async () => {
    const differing: string[] = [];
    const steps: (string | null)[][] = [
      [],
      ['a'],
      ['0'],
      ['1'],
      ['-1'],
      ['-9'],
      ['9'],
      ['a', 'b'],
      ['a', '0'],
      ['a', 'b', '2', 'c'],
      ['0', 'a'],
      ['x'],
      [' 1'],
      ['1x'],
      [null],
      ['a', null],
      ['zz', 'y'],
    ];
    for (const json of documents) {
      const asked = steps.map(async (path) => {
        const same = async (sql: string, name: string, ...args: unknown[]) => {
          const expected = await ask(sql, [json, path]);
          const shown = expected === 't' ? true : expected === 'f' ? false : expected;
          const actual = call(name, json, path, ...args);
          if (actual !== shown)
            differing.push(`${sql} ${json} ${JSON.stringify(path)}: ${expected} | ${actual}`);
        };
        await same('SELECT $1::json #> $2::text[]', 'hotsql_json_at');
        await same('SELECT $1::json #>> $2::text[]', 'hotsql_json_at_text');
        await same('SELECT $1::jsonb #- $2::text[]', 'hotsql_jsonb_without_path');
        await same('SELECT $1::jsonb - $2::text[]', 'hotsql_jsonb_without_keys');
        await same('SELECT $1::jsonb ?| $2::text[]', 'hotsql_jsonb_has_any');
        await same('SELECT $1::jsonb ?& $2::text[]', 'hotsql_jsonb_has_all');
        await same(
          `SELECT jsonb_set($1::jsonb, $2::text[], '{"n":1}')`,
          'hotsql_jsonb_set',
          '{"n": 1}',
          true,
        );
        await same(
          `SELECT jsonb_set($1::jsonb, $2::text[], '9', false)`,
          'hotsql_jsonb_set',
          '9',
          false,
        );
        await same(
          `SELECT jsonb_insert($1::jsonb, $2::text[], '9')`,
          'hotsql_jsonb_insert',
          '9',
          false,
        );
        await same(
          `SELECT jsonb_insert($1::jsonb, $2::text[], '9', true)`,
          'hotsql_jsonb_insert',
          '9',
          true,
        );
      });
      await Promise.all(asked);
    }
    expect(differing).toEqual([]);
  });

  it('looks into json without changing its text', async () => {
    const differing: string[] = [];
    for (const json of documents) {
      for (const key of ['a', 'bb', 'k', '1', '', 'é']) {
        const [member, text] = [
          await ask('SELECT $1::json -> $2', [json, key]),
          await ask('SELECT $1::json ->> $2', [json, key]),
        ];
        if (call('hotsql_json_member', json, key) !== member)
          differing.push(`${json} -> ${key}: ${member}`);
        if (call('hotsql_json_member_text', json, key) !== text)
          differing.push(`${json} ->> ${key}: ${text}`);
      }
      for (const index of [0, 1, -1, -2, 9]) {
        const element = await ask('SELECT $1::json -> $2::int', [json, index]);
        if (call('hotsql_json_element', json, index) !== element)
          differing.push(`${json} -> ${index}: ${element}`);
        const without = await ask('SELECT $1::jsonb - $2::int', [json, index]);
        if (call('hotsql_jsonb_without_index', json, index) !== without)
          differing.push(`${json} - ${index}: ${without}`);
      }
      for (const kind of ['value', 'scalar', 'array', 'object']) {
        const is = await ask(`SELECT $1::text IS JSON ${kind} WITH UNIQUE KEYS`, [json]);
        if (call('hotsql_json_is', json, kind, true) !== (is === 't'))
          differing.push(`${json} is ${kind}: ${is}`);
      }
    }
    expect(differing).toEqual([]);
  });
});
