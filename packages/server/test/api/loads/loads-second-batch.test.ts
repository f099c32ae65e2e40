import { beforeAll, describe, expect, test } from 'vitest';
import type { Api, Json } from '../../service.ts';
import { sharedService } from '../../shared-service.ts';
import { makeParquet } from '../parquet-files.ts';

let api: Api;
let database: Json;
beforeAll(async () => {
  api = (await sharedService()).organization();
  database = await api.createDatabase();
});

let tables = 0;

/** Appends the files to a new table; gives the answer of a SELECT over it, or a refusal. */
async function answered(
  files: readonly (string | Uint8Array)[],
  select: string,
): Promise<{ readonly rows: unknown[][]; readonly warnings: unknown[] } | string> {
  tables += 1;
  const table = `second_${tables}`;
  const warnings: unknown[] = [];
  for (const file of files) {
    const upload = await api.upload(typeof file === 'string' ? Buffer.from(file) : file);
    const { status, body } = await api.load(database.id, table, {
      mode: 'append',
      upload_id: upload,
    });
    if (status !== 200) return `${status} ${body.error.message}`;
    warnings.push(...(body.warnings ?? []));
  }
  const { body } = await api.query(database.id, `SELECT ${select} FROM ${table}`);
  return { rows: body.rows, warnings };
}

/** The type and the values of the column. */
async function appended(...files: readonly (string | Uint8Array)[]): Promise<unknown> {
  const answer = await answered(files, 'a, pg_typeof(a)');
  if (typeof answer === 'string') return answer;
  return [answer.rows[0]?.[1], ...answer.rows.map(([value]) => value)];
}

/** Every digit of the column's numbers, and the warnings. */
async function digits(...files: readonly (string | Uint8Array)[]): Promise<unknown> {
  const answer = await answered(files, 'trim_scale(a::numeric)::text');
  if (typeof answer === 'string') return answer;
  return [...answer.rows.map(([value]) => value), ...answer.warnings];
}

const json = (value: string) => `{"id":1,"a":${value}}\n`;
const parquet = (value: string) => makeParquet(`SELECT 1 AS id, ${value} AS a`);

describe('a second batch of JSON, in either order', () => {
  test.each([
    ['[1]', '[]', 'bigint[]', [1], []],
    ['{"b":1}', '{"b":null}', null, { b: 1 }, { b: null }],
    ['{"b":1}', 'null', null, { b: 1 }, null],
    ['{"b":[{"c":"x"}]}', '{"b":[]}', null, { b: [{ c: 'x' }] }, { b: [] }],
    ['{"b":{"c":[1.5]}}', '{"b":null}', null, { b: { c: [1.5] } }, { b: null }],
    ['{"b":1}', '{"c":"x"}', null, { b: 1, c: null }, { b: null, c: 'x' }],
    ['[[1]]', '[[]]', null, [[1]], [[]]],
    ['["x"]', '[null]', 'text[]', ['x'], [null]],
    ['5', '5.99', 'double precision', 5, 5.99],
    ['5', 'null', 'bigint', 5, null],
    ['[1]', '[1.5]', 'double precision[]', [1], [1.5]],
    ['{"b":1}', '{"b":2.5}', null, { b: 1 }, { b: 2.5 }],
    ['"2024-01-01"', 'null', 'date', '2024-01-01', null],
    ['true', 'null', 'boolean', true, null],
  ])('%s and %s', async (left, right, type, first, second) => {
    const typed = type ?? expect.any(String);
    const fields = (value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? expect.objectContaining(value)
        : value;
    const both = [fields(first), fields(second)];
    expect(await appended(json(left), json(right))).toEqual([typed, ...both]);
    expect(await appended(json(right), json(left))).toEqual([typed, ...both.reverse()]);
  });

  test('of objects without fields is of nulls in a table of objects, and text in one of text', async () => {
    expect(await appended(json('{"b":1}'), json('{}'))).toEqual([
      expect.any(String),
      { b: 1 },
      { b: null },
    ]);
    expect(await appended(json('{"b":{"c":1}}'), json('{"b":{}}') + json('{"b":{"d":2}}'))).toEqual(
      [
        expect.any(String),
        { b: { c: 1, d: null } },
        { b: { c: null, d: null } },
        { b: { c: null, d: 2 } },
      ],
    );
    expect(await appended(json('{}'), json('{"b":1}'))).toEqual(['text', '{}', '{"b":1}']);
  });

  test('is the text that it is where the column was of several kinds', async () => {
    expect(
      await appended(json('"x"') + json('{"k":1}'), json('{"k": 2.50}'), json('[1, 2]')),
    ).toEqual(['text', '"x"', '{"k":1}', '{"k":2.5}', '[1,2]']);
  });

  test.each([
    ['{"b":1}', '[1]', 'text', '{"b":1}', '[1]'],
    ['{"b":1}', '"x"', 'text', '{"b":1}', 'x'],
    ['["x","y"]', '5', 'text', '["x","y"]', '5'],
    ['{"b":[1,2]}', '{"b":{"c":0.5}}', 'text', '{"b":[1,2]}', '{"b":{"c":0.5}}'],
    ['[{"b":1}]', '[{"b":[null,"x"]}]', 'text', '[{"b":1}]', '[{"b":[null,"x"]}]'],
    ['[{"b":12345678901234567}]', '[1,[]]', 'text', '[{"b":12345678901234567}]', '[1,[]]'],
  ])('of shapes that meet is the JSON of both: %s and %s', async (left, right, ...expected) => {
    expect(await appended(json(left), json(right))).toEqual(expected);
    // Later values stay text.
    const third = await appended(json(left), json(right), json(left));
    expect(third).toEqual([...expected, expected[1]]);
  });

  test('of objects without fields in lists is of objects in a table of objects', async () => {
    const array = { b: 1, c: 'x' };
    const empty = { b: null, c: null };
    const table = json('[{"b":1,"c":"x"}]');
    expect(await appended(table, json('[{}]'))).toEqual([expect.any(String), [array], [empty]]);
    expect(await appended(table, json('[ { } ,{"c":"{}"}, {}]'))).toEqual([
      expect.any(String),
      [array],
      [empty, { b: null, c: '{}' }, empty],
    ]);
    // No value is an object.
    expect(await appended(json('[1]'), json('[{}]'))).toEqual(['text', '[1]', '[{}]']);
    expect(await appended(table, json('[{},1]'))).toEqual(['text', '[{"b":1,"c":"x"}]', '[{},1]']);
    expect(await appended(json('[{}]'), table)).toEqual(['text', '[{}]', '[{"b":1,"c":"x"}]']);
  });

  test('of digits past 64 bits takes fractions as far as the digits leave room', async () => {
    const [whole, more] = ['12345678901234567890', '0.25'];
    const csv = (value: string) => `id,a\n1,${value}\n`;
    expect(await digits(json(whole), json(more))).toEqual([whole, more]);
    expect(await digits(csv(whole), csv(more))).toEqual([whole, more]);
    expect(await digits(json(whole), await parquet('0.25::DOUBLE'))).toEqual([whole, more]);
    expect(await digits(json('9'.repeat(38)), json(more))).toContain(
      "Column 'a' is DECIMAL(38,0), and the file (DOUBLE) has a value that it cannot hold exactly",
    );
  });

  test('keeps digits that no double holds, or says that it does not', async () => {
    const [long, longer] = ['1234567890123456.78', '0.1234567890123456789'];
    expect(await digits(json(long), json(longer))).toEqual([long, longer]);
    expect(await digits(json(longer) + json('5'), json('7.5'))).toEqual([longer, '5', '7.5']);
    const said = "'a' in the JSON file has numbers of more digits than a double keeps";
    const rounded = expect.stringContaining(said);
    const exponent = `${longer}e3`;
    expect(await digits(json(exponent))).toEqual([expect.any(String), rounded]);
    expect(await answered([json(`[${long}]`)], '1')).toMatchObject({ warnings: [rounded] });
  });

  test('of another kind stays refused', async () => {
    const only = 'columns are only widened';
    expect(await appended(json('{"b":1}'), json('{"b":"x"}'))).toContain(only);
    expect(await appended(json('5'), json('[5]'))).toContain(only);
    expect(await appended(json('5'), json('"x"'))).toContain(only);
  });
});

describe('a second batch of Parquet', () => {
  test.each([
    '5',
    "'x'",
    "DATE '2024-01-01'",
    '[1, 2]',
    "{'b': 1}",
    "map{'k': 1}",
    '1.5::DECIMAL(4,2)',
    'true',
  ])('with %s for nulls, and nulls for it', async (value) => {
    const [nulls, values] = [await parquet('NULL'), await parquet(value)];
    const types = new Set<unknown>();
    for (const files of [
      [nulls, values, nulls],
      [values, nulls, nulls],
      // Nulls do not decide the type.
      [await parquet('NULL::BLOB'), values],
      [values, await parquet('NULL::UUID')],
    ]) {
      const found = await appended(...files);
      expect(found).toEqual(expect.any(Array));
      const [type, ...rest] = Array.isArray(found) ? found : [];
      types.add(type);
      expect(rest.filter((one) => one !== null)).toHaveLength(1);
      expect(rest).toHaveLength(files.length);
    }
    expect(types.size).toBe(1);
  });

  test('of whole numbers for doubles, and doubles for whole numbers', async () => {
    const [whole, fraction] = [await parquet('5::BIGINT'), await parquet('5.5::DOUBLE')];
    expect(await appended(whole, fraction, whole)).toEqual(['double precision', 5, 5.5, 5]);
    expect(await appended(fraction, whole)).toEqual(['double precision', 5.5, 5]);
    const beyond = await parquet('9007199254740993::BIGINT');
    const said = 'a whole number beyond 2^53 that a double would change';
    expect(await appended(fraction, beyond)).toContain(said);
    expect(await appended(beyond, await parquet('7::DOUBLE'))).toEqual([
      'bigint',
      expect.anything(),
      7,
    ]);
    expect(await appended(beyond, fraction)).toContain('a value that it cannot hold exactly');
  });

  test('of decimals and doubles keeps what either can hold', async () => {
    const [decimal, double] = [await parquet('1.25::DECIMAL(10,2)'), await parquet('2.5::DOUBLE')];
    expect(await appended(decimal, double)).toEqual(['numeric', 1.25, 2.5]);
    expect(await appended(double, decimal)).toEqual(['double precision', 2.5, 1.25]);
    expect(await appended(decimal, await parquet('2.555::DOUBLE'))).toContain(
      "Column 'a' is DECIMAL(10,2), and the file (DOUBLE) has a value that it cannot hold exactly",
    );
  });
});

describe('a second batch of CSV', () => {
  const csv = (value: string) => `id,a\n1,${value}\n`;

  test('of whole numbers, then decimals, and of more decimals than before', async () => {
    expect(await appended(csv('5'), csv('5.99'), csv(''))).toEqual([
      'double precision',
      5,
      5.99,
      null,
    ]);
    expect(
      await appended(
        csv('3.3333333333333333'),
        csv('12.5000000000000000'),
        csv('1.66666666666666666667'),
      ),
    ).toEqual(['numeric', expect.anything(), 12.5, expect.anything()]);
  });

  test('after one without any value has the type of its own', async () => {
    expect(await appended(csv(''), csv('5'))).toEqual(['bigint', null, 5]);
    expect(await appended(csv(''), csv('2024-01-01'))).toEqual(['date', null, '2024-01-01']);
    expect(await appended(csv(''), csv('007'))).toEqual(['text', null, '007']);
  });
});
