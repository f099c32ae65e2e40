import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { quoteIdentifier, quoteLiteral } from '../../src/kernel/quoting.ts';
import type { Api } from '../service.ts';
import { sharedService } from '../shared-service.ts';

/**
 * Statements over a table T with a column C, which may have any name: none that a printer makes up
 * (a lambda's parameter, an alias between two queries) may stand for one of the query's. `@` is
 * where a statement says which names it has.
 */
const snowflake = [
  "select @, f.key, f.value from (select parse_json('[1,2]') as C) T, lateral flatten(input => T.C) f",
  `select @, f.key, f.value, f.this from (select parse_json('{"a":1,"b":[2]}') as C) T, lateral flatten(input => C) f`,
  `select @, f.index, f.value from (select parse_json('{"a":[1,2]}') as C) T, lateral flatten(input => T.C:a, outer => true) f`,
  "select @, f.value, f.this from (select parse_json('[[7,8],[9]]') as C) T, lateral flatten(input => get(C, 0)) f",
  "select @, T.value, T.index from table(flatten(input => parse_json('[3,4]'))) T",
  "select @, array_contains(C::variant, array_construct(1, C)), array_to_string(array_construct(C, 2), ',') from (select 5 as C) T",
  `select @, object_construct('a', C, 'b', T.C), object_keys(object_construct('k', C)) from (select 5 as C) T`,
  "select @, strtok(C, ' ', 2), initcap(C), split_part(C, ' ', 2), charindex('b', C, 2), substr(C, 2, 3) from (select 'ab cb' as C) T",
  "select @, listagg(distinct C, '-') within group (order by C) from (select column1 as C from values ('a'), ('b'), ('a')) T",
  'select @, C / 2 / 3 / 4, div0(C, 2), ratio_to_report(C) over (), avg(T.C) over () from (select 5 as C) T',
  'select @, to_varchar(to_varchar(to_varchar(C)) || C) || concat(C, concat(C, concat(C, 1))) from (select 5 as C) T',
  "select @, add_months(C, 1), dateadd(day, 1, C), last_day(T.C) from (select '2024-01-31'::date as C) T",
];

const hotsql = [
  "SELECT @, array_remove(C, 2), array_positions(C, C[2]), array_to_string(C, ',', C[1]::text) FROM (SELECT array[3, 2, 1] AS C) T",
  'SELECT @, T.C[1] = ANY(T.C), C[2] < ALL(C), C::text[], width_bucket(C[2], C) FROM (SELECT array[3, 2, 1] AS C) T',
  'SELECT @, (C, 1) = ANY(SELECT C, 1 FROM (VALUES (1)) T(C)) FROM (VALUES (1), (2)) T(C)',
  'SELECT @, generate_series(1, T.C), unnest(array[C, 7]) FROM (VALUES (1), (2)) T(C)',
  'SELECT @, C, b2.d2 FROM (VALUES (1), (2)) T(C) FULL JOIN (VALUES (2, 3)) b2(C, d2) USING (C)',
  'SELECT @, b2 FROM (VALUES (1), (2)) T(C) LEFT JOIN (VALUES (2, 3)) b2(q2, d2) ON T.C = b2.q2',
  'SELECT @, to_jsonb(C) FROM (VALUES (1), (1)) T(C) INTERSECT ALL SELECT @, to_jsonb(C) FROM (VALUES (1), (1)) T(C)',
  'SELECT @, coalesce(nullif(random()::int * 0 + C, 5), C), power(C, C), exp(T.C) FROM (VALUES (1)) T(C)',
  "SELECT @, array_agg(DISTINCT C || '$1'), string_agg(C || '$2', '$1'), max('$*' || C) FROM (VALUES ('a'), ('b')) T(C)",
  'SELECT @, percentile_cont(0.5) WITHIN GROUP (ORDER BY T.C), array_agg(DISTINCT C), rank(2) WITHIN GROUP (ORDER BY C) FROM (VALUES (1), (3)) T(C)',
  "SELECT @, made.* FROM (VALUES (1)) T(C), json_table(jsonb_build_array(T.C, 5), '$[*]' COLUMNS (item int PATH '$')) AS made",
];

const duckdb = [
  'SELECT @, l2_distance(C, [1.0, 2.0]), cosine_distance([0.0, 1.0], T.C) FROM (SELECT [3.0, 4.0] AS C) T',
];

const names = [
  ...'abcdefghijklmnopqrstuvwxyz',
  ...['item', 'place', 'key', 'index', 'value', 'this', 'once', 'once1', 'total', 'next', 'rows'],
  ...['others', 'values', 'generator', 'flatten', 'list', 'text', 'hit', '$1', '$2', '$number'],
  ...['$once', '$flatten', 'rows:1', 'list:1', 'subquery:1', 'row:1', 'present:1', 'outer:1'],
];

const neutral = 'plain_name';

const named = (statement: string, name: string) =>
  statement
    .replaceAll('@', () => `${quoteLiteral(name)} AS "which name"`)
    .replaceAll(/\b[TC]\b/g, () => quoteIdentifier(name));

describe('names that a printer makes up', () => {
  let api: Api;
  let databaseId: string;

  beforeAll(async () => {
    api = (await sharedService()).api();
    databaseId = (await api.createDatabase()).id;
  });

  /** The rows of each name, without it. */
  async function rowsByName(dialect: string, statement: string): Promise<Map<string, string>> {
    const asked = [neutral, ...names].map((name) => `(${named(statement, name)})`);
    const { status, body } = await api.query(databaseId, asked.join(' UNION ALL '), { dialect });
    expect({ status, error: body.error }, statement).toEqual({ status: 200, error: undefined });
    const found = new Map<string, string[]>();
    for (const [name, ...values] of body.rows as unknown[][])
      found.set(String(name), [...(found.get(String(name)) ?? []), JSON.stringify(values)]);
    return new Map([...found].map(([name, rows]) => [name, rows.sort().join('\n')]));
  }

  test.each([
    ...snowflake.map((statement) => ['snowflake', statement]),
    ...hotsql.map((statement) => ['hotsql', statement]),
    ...duckdb.map((statement) => ['duckdb', statement]),
  ])('%s: %s', async (dialect = '', statement = '') => {
    const found = await rowsByName(dialect, statement);
    const expected = found.get(neutral);
    expect(expected).toBeTruthy();
    expect(names.filter((name) => found.get(name) !== expected)).toEqual([]);
  });

  test('the prefix of those is no beginning of a name in Snowflake', async () => {
    for (const sql of ['select 1 as "quern:item"', 'select 1 from (select 1 a) "QUERN:x"']) {
      const { status, body } = await api.query(databaseId, sql, { dialect: 'snowflake' });
      expect([status, body.error.message]).toEqual([
        400,
        expect.stringContaining("names that begin with 'quern:'"),
      ]);
    }
  });

  test('no parameter of a lambda in the printer of Snowflake has a plain name', () => {
    const folder = new URL('../../src/plan/snowflake/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const texts = files
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'));
    expect(texts.join('').match(/lambda \$\{/g)?.length).toBeGreaterThan(5);
    expect(texts.join('').match(/lambda [\w"]+[:,].*/g)).toBeNull();
  });
});
