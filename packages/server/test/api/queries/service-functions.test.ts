import { beforeAll, describe, expect, test } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { type SharedService, sharedService } from '../../shared-service.ts';
import { makeParquet } from '../parquet-files.ts';

let service: SharedService;
let api: Api;
let database: Json;

beforeAll(async () => {
  service = await sharedService();
  api = service.api();
  database = await api.createDatabase();
  await load(
    'vectors',
    `SELECT 1 AS id, [1, 0]::FLOAT[] AS f, [1, 0]::DOUBLE[] AS d, [1, 0]::INTEGER[] AS i, [1, 0]::FLOAT[2] AS fixed,
       {'n': 1, 'at': TIMESTAMP '2024-01-02 03:04:05', 'in': [{'x': 0.5::DOUBLE}]} AS s, {'a"b': 'x'} AS odd
     UNION ALL SELECT 2, [3, 4], [3, 4], [3, 4], [3, 4], {'n': NULL, 'at': NULL, 'in': []}, {'a"b': NULL}
     UNION ALL SELECT 3, NULL, NULL, NULL, NULL, NULL, NULL`,
  );
});

async function load(table: string, sql: string): Promise<void> {
  const upload = await api.upload(await makeParquet(sql));
  const { status, body } = await api.load(database.id, table, { upload_id: upload });
  expect([status, body.error]).toEqual([200, undefined]);
}
const ask = async (sql: string, dialect = 'hotsql') =>
  (await api.query(database.id, sql, { dialect })).body;
const rows = async (sql: string, dialect?: string) => {
  const body = await ask(sql, dialect);
  return body.rows ?? body.error.message;
};

describe.each(['hotsql', 'postgres'])(
  "the operators of PostgreSQL's vector extension under %s",
  (dialect) => {
    test.each(['f', 'd', 'fixed'])(
      'are the distances of %s, of arrays and of vectors as the extension writes them',
      async (column) => {
        for (const vector of ["'[0,1]'", 'ARRAY[0.0, 1.0]', "'{0,1}'::float8[]"]) {
          const sql = `SELECT id, ${column} <-> ${vector}, ${column} <=> ${vector}, ${column} <#> ${vector} FROM vectors ORDER BY ${vector} <-> ${column}, id LIMIT 2`;
          expect(await rows(sql, dialect)).toEqual([
            [1, expect.closeTo(Math.SQRT2, 12), expect.closeTo(1, 12), 0],
            [2, expect.closeTo(Math.sqrt(18), 12), expect.closeTo(0.2, 12), -4],
          ]);
        }
      },
    );

    test('are refused of other lengths and of other types', async () => {
      expect(await rows("SELECT f <-> '[1,2,3]' FROM vectors", dialect)).toMatch(/dimensions/);
      expect(await rows("SELECT f <=> '[1,x]' FROM vectors", dialect)).toMatch(
        /invalid input syntax|x/,
      );
      expect(await rows('SELECT 1 <=> 2', dialect)).toMatch(
        /operator does not exist: integer <=> integer/,
      );
    });
  },
);

describe.each(['hotsql', 'postgres', 'duckdb'])('distances under %s', (dialect) => {
  test.each([
    ['three vectors', 'cosine_distance(f, f, f)'],
    ['one vector', 'l2_distance(f)'],
    ['a number', 'negative_dot_product(f, 1)'],
    ['a text that is no vector', "cosine_distance(f, 'x')"],
  ])('refuse %s', async (_what, call) => {
    const { status, body } = await api.query(database.id, `SELECT ${call} FROM vectors`, {
      dialect,
    });
    expect([status, body.error?.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.message).not.toMatch(/hotsql|INTEGER_LITERAL|quern/);
  });

  test('refuse vectors of two lengths, and nulls within', async () => {
    for (const name of ['cosine_distance', 'l2_distance', 'negative_dot_product']) {
      expect(await rows(`SELECT ${name}(f, ARRAY[1.0]) FROM vectors`, dialect)).toMatch(
        /dimensions/,
      );
      expect(await rows(`SELECT ${name}(f, ARRAY[1.0, NULL]) FROM vectors`, dialect)).toMatch(
        /null/i,
      );
    }
  });

  test.each(['f', 'd', 'i', 'fixed'])(
    'are those of %s, as clients ask for them, and null of no vector',
    async (column) => {
      const sql = `SELECT id, cosine_distance(${column}, ARRAY[0.0, 1.0]) AS c, l2_distance(${column}, ARRAY[0.0, 1.0]) AS l,
      negative_dot_product(${column}, ARRAY[0.0, 1.0]) AS n FROM "default"."main"."vectors" ORDER BY c ASC, id LIMIT 5`;
      const found = (await rows(sql, dialect)) as number[][];
      expect(found.map(([id]) => id)).toEqual([2, 1, 3]);
      expect(found[0]?.[1]).toBeCloseTo(0.2, 14);
      expect(found[0]?.slice(2)).toEqual([18, -4]);
      expect(found.slice(1)).toEqual([
        [1, 1, 2, 0],
        [3, null, null, null],
      ]);
    },
  );

  test('of vectors without a length, of opposite ones, and of very large and small numbers are right', async () => {
    const cosine = async (one: string, other: string) =>
      (
        await rows(
          `SELECT cosine_distance(ARRAY[${one}]::double precision[], ARRAY[${other}]::double precision[]) AS c`,
          dialect,
        )
      )[0][0];
    // NaN is null in JSON.
    expect(await cosine('0, 0', '1, 1')).toBeNull();
    expect(await cosine('1, 0', '-1, 0')).toBe(2);
    expect(await cosine('1, 0', '1, 0')).toBe(0);
    expect(await cosine('1, 0', '0, 1')).toBe(1);
    expect(await cosine('1e300, 1e300', '1e300, 1e300')).toBeCloseTo(0, 14);
    expect(await cosine('1e-200, 0', '1, 1')).toBeCloseTo(1 - Math.SQRT1_2, 14);
    expect(await cosine('1e200, 0', '1, 1')).toBeCloseTo(1 - Math.SQRT1_2, 14);
    const empty = "'{}'::double precision[]";
    const list = dialect === 'duckdb' ? '[]::DOUBLE[]' : empty;
    const call = (name: string) => `${name}(${list}, ${list})`;
    const sql = `SELECT ${call('cosine_distance')} AS c, ${call('l2_distance')} AS l, ${call('negative_dot_product')} AS n`;
    expect(await rows(sql, dialect)).toEqual([[null, 0, 0]]);
  });
});

test('distances to a vector of a subquery are computed, and Snowflake’s dialect has them too', async () => {
  const nearest =
    'SELECT id FROM vectors ORDER BY l2_distance(f, (SELECT f FROM vectors WHERE id = 2)), id LIMIT 1';
  for (const dialect of ['hotsql', 'duckdb', 'snowflake'])
    expect(await rows(nearest, dialect)).toEqual([[2]]);
});

describe('what other tools send', () => {
  test('date_bin groups times in every dialect', async () => {
    const bin = (rest: string) =>
      `SELECT CAST(date_bin(INTERVAL '5 minutes', TIMESTAMP '2024-01-02 03:04:05'${rest}) AS VARCHAR) AS t`;
    const answers: Json = {};
    for (const dialect of ['hotsql', 'duckdb', 'snowflake']) {
      answers[dialect] = [
        await rows(bin(''), dialect),
        await rows(bin(", TIMESTAMP '1970-01-01 00:02:00'"), dialect),
      ];
    }
    const expected = [[['2024-01-02 03:00:00']], [['2024-01-02 03:02:00']]];
    expect(answers.hotsql).toEqual(expected);
    expect(answers.duckdb).toEqual(expected);
    expect(answers.snowflake.flat(2).map((text: string) => text.slice(0, 19))).toEqual(
      expected.flat(2),
    );
  });

  test('to_local_time gives the wall clock of a time zone', async () => {
    const convert = (zone: string, to: string) =>
      `SELECT to_local_time((cast('2024-07-01 12:00:00' as timestamp) at time zone '${zone}') at time zone '${to}') AS t`;
    expect(await rows(convert('UTC', 'Europe/Berlin'))).toEqual([['2024-07-01T14:00:00']]);
    expect(await rows(convert('America/New_York', 'UTC'))).toEqual([['2024-07-01T16:00:00']]);
    expect(await rows("SELECT to_local_time(timestamptz '2024-07-01 12:00:00+02') AS t")).toEqual([
      ['2024-07-01T10:00:00'],
    ]);
    expect(await rows('SELECT to_local_time(1, 2)')).toMatch(/takes one timestamp/);
    expect(await rows('SELECT to_local_time(true)')).toMatch(/cannot|does not/);
  });

  test('to_json and to_jsonb show structs as rows, and lists of them', async () => {
    expect(
      await rows(
        'SELECT to_json(s)::text, to_jsonb(s)::text, to_json(odd)::text FROM vectors ORDER BY id',
      ),
    ).toEqual([
      [
        '{"n":1,"at":"2024-01-02T03:04:05","in":[{"x":0.5}]}',
        '{"n": 1, "at": "2024-01-02T03:04:05", "in": [{"x": 0.5}]}'.replace(
          '"n": 1, "at"',
          '"n": 1, "at"',
        ),
        '{"a\\"b":"x"}',
      ],
      ['{"n":null,"at":null,"in":[]}', expect.any(String), '{"a\\"b":null}'],
      [null, null, null],
    ]);
  });

  test('a struct that is cast to JSON is JSON, not the text of the engine', async () => {
    expect(
      await rows('SELECT CAST(s AS json)::text, s::jsonb::text FROM vectors WHERE id = 2'),
    ).toEqual([['{"n":null,"at":null,"in":[]}', expect.stringContaining('"n": null')]]);
  });

  test('no message has a word for what only the engine knows', async () => {
    for (const dialect of ['hotsql', 'duckdb', 'snowflake']) {
      for (const sql of [
        "SELECT date_trunc(1, 'x')",
        'SELECT upper(1, 2, 3)',
        "SELECT strftime(1, 'a', 2)",
      ]) {
        expect(await rows(sql, dialect)).not.toMatch(/_LITERAL/);
      }
    }
  });
});
