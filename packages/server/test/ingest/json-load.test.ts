import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QuernError } from '../../src/kernel/errors.ts';
import { IngestFixture } from './ingest-fixture.ts';

let fixture: IngestFixture;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

const lines = (...values: unknown[]) =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
const typesOf = async (text: string) =>
  Object.fromEntries(
    (await fixture.inspect(text, { format: 'json' })).columns.map(({ name, type }) => [name, type]),
  );

describe('types of JSON keys', () => {
  it.each([
    ['{"a":1}\n{"a":-9223372036854775808}\n', 'BIGINT'],
    ['{"a":1}\n{"a":null}\n{}\n', 'BIGINT'],
    ['{"a":9223372036854775808}\n{"a":-5}\n', 'DECIMAL(38,0)'],
    [`{"a":${'9'.repeat(38)}}\n`, 'DECIMAL(38,0)'],
    [`{"a":${'9'.repeat(39)}}\n`, 'VARCHAR'],
    ['{"a":1}\n{"a":1.5}\n', 'DOUBLE'],
    ['{"a":9007199254740993}\n{"a":1.5}\n', 'VARCHAR'],
    ['{"a":1e5}\n', 'DOUBLE'],
    ['{"a":1e400}\n', 'VARCHAR'],
    ['{"a":true}\n', 'BOOLEAN'],
    ['{"a":null}\n', 'VARCHAR'],
    ['{"a":"x"}\n{"a":1}\n', 'VARCHAR'],
    ['{"a":"1"}\n', 'VARCHAR'],
    ['{"a":"2024-01-01"}\n{"a":"2024-02-29"}\n', 'DATE'],
    ['{"a":"2024-01-01"}\n{"a":"2023-02-29"}\n', 'VARCHAR'],
    ['{"a":"2024-01-01T10:00:00.5"}\n', 'TIMESTAMP'],
    ['{"a":"2024-01-01T10:00:00Z"}\n', 'TIMESTAMP WITH TIME ZONE'],
    ['{"a":"2024-01-01T10:00:00.1234567Z"}\n', 'VARCHAR'],
    ['{"a":[1,2]}\n{"a":[1.5]}\n', 'DOUBLE[]'],
    ['{"a":[1,-2]}\n', 'BIGINT[]'],
    ['{"a":[1,-2]}\n{"a":[1.5]}\n', 'DOUBLE[]'],
    ['{"a":[[1],[-2,0.5]]}\n', 'DOUBLE[][]'],
    ['{"a":[{"x":1},{"x":-1}]}\n', 'STRUCT("x" BIGINT)[]'],
    ['{"a":[18446744073709551615,-1]}\n', 'VARCHAR'],
    ['{"a":{"x":1,"y":"2024-01-01"}}\n', 'STRUCT("x" BIGINT, "y" VARCHAR)'],
    ['{"a":{"x":1,"X":2}}\n', 'VARCHAR'],
    ['{"a":{"":1}}\n', 'VARCHAR'],
    ['{"a":{}}\n', 'VARCHAR'],
    ['{"a":{}}\n{"a":{"x":1}}\n', 'VARCHAR'],
    ['{"a":[]}\n{"a":[{"x":1}]}\n{"a":[null,{"y":[]}]}\n', 'STRUCT("x" BIGINT, "y" VARCHAR[])[]'],
    ['{"a":{"__proto__":1}}\n', 'STRUCT("__proto__" BIGINT)'],
    ['{"a":[1,"x"]}\n', 'VARCHAR'],
    ['{"a":[123456789012345678901]}\n', 'VARCHAR'],
    ['{"a":{"x":1e400}}\n', 'VARCHAR'],
  ])('%j: %s', async (text, type) => {
    expect(await typesOf(text)).toEqual({ a: type });
  });

  it('are decided by the last of many rows', async () => {
    const text = `${'{"a":1,"when":"2024-01-01"}\n'.repeat(100_000)}{"a":"end","when":"later"}\n`;
    const { rows, rowCount } = await fixture.load(text);
    expect(rowCount).toBe(100_001);
    expect(rows.at(-1)).toEqual({ a: '"end"', when: 'later' });
  });
});

describe('JSON values', () => {
  it('come in the order of rows, with keys in the order in which rows first bring them', async () => {
    const { rows, columns } = await fixture.load('{"z":1,"1":2}\n{"a":3,"z":4}\n{"0":5,"a":6}\n');
    expect(columns.map(({ name }) => name)).toEqual(['z', '1', 'a', '0']);
    expect(rows[2]).toEqual({ z: null, '1': null, a: '6', '0': '5' });
  });

  it('of newline-delimited objects, one array, and objects over several lines are the same', async () => {
    const values = [
      { a: 1, b: { c: [1, 2], d: 'x' } },
      { a: 2, b: null },
    ];
    const delimited = await fixture.load(lines(...values));
    const array = await fixture.load(JSON.stringify(values, null, 2));
    const pretty = await fixture.load(
      values.map((value) => JSON.stringify(value, null, 2)).join('\n'),
    );
    expect(delimited.rows).toEqual([
      { a: '1', b: { c: ['1', '2'], d: 'x' } },
      { a: '2', b: null },
    ]);
    expect(array.rows).toEqual(delimited.rows);
    expect(pretty.rows).toEqual(delimited.rows);
  });

  it('keep every digit and every kind', async () => {
    const { rows } = await fixture.load(
      '{"big":123456789012345678901234567890,"mixed":{"x":[1,"s"]},"text":"1.50","nan":NaN}\n{"big":1,"mixed":"s"}\n',
    );
    expect(rows).toEqual([
      { big: '123456789012345678901234567890', mixed: '{"x":[1,"s"]}', text: '1.50', nan: 'NaN' },
      { big: '1', mixed: '"s"', text: null, nan: null },
    ]);
  });

  it('of a nested number that no double holds stay text', async () => {
    const { rows } = await fixture.load('{"a":{"id":12345678901234567890}}\n{"a":{"id":1}}\n');
    expect(rows.map(({ a }) => a)).toEqual(['{"id":12345678901234567890}', '{"id":1}']);
  });

  it('survive quotes, dots and other scripts in keys, and empty lines between rows', async () => {
    const { rows } = await fixture.load(
      '{"it\'s":1,"a\\"b":2,"a.b":3,"日本":4}\r\n\r\n{"it\'s":5}\n\n',
    );
    expect(rows).toEqual([
      { "it's": '1', 'a"b': '2', 'a.b': '3', 日本: '4' },
      { "it's": '5', 'a"b': null, 'a.b': null, 日本: null },
    ]);
  });
});

describe('a negative zero of a number with a point', () => {
  it.each([
    ['{"a":-0.0}\n{"a":1.5}\n', 'DOUBLE', [-0, 1.5]],
    ['{"a":-0.0}\n{"a":"x"}\n', 'VARCHAR', ['-0.0', '"x"']],
    ['{"a":{"b":-0.0}}\n{"a":[1]}\n', 'VARCHAR', ['{"b":-0.0}', '[1]']],
  ])('is kept as it is written: %j', async (text, type, values) => {
    const { rows, inspected } = await fixture.load(text);
    expect(inspected.columns).toMatchObject([{ name: 'a', type }]);
    expect(rows.map(({ a }) => a)).toEqual(values);
  });
});

describe('JSON that breaks the rules', () => {
  it.each([
    ['no bytes', '', 'The JSON file is empty'],
    ['text', 'hello', 'The file is not JSON objects'],
    ['an empty array', '[]', 'holds no object'],
    ['objects without keys', '{}\n{}\n', 'have no keys'],
    [
      'numbers',
      '[1,2]',
      '2 of the 2 JSON values in the file are not objects; every row must be an object; the first other value is at line 1, column 2, in element 1 of its array',
    ],
    ['an object and a null', '{"a":1}\nnull\n', 'the first other value is at line 2, column 1'],
    [
      'a broken line',
      '{"a":1}\n{"a":\n{"a":2}\n',
      /^Line 2 of the JSON file is not valid JSON: .* \(at column 6\)$/,
    ],
    [
      'a broken first line',
      '{"a":1}x\n{"a":2}\n',
      /^Line 1 of the JSON file is not valid JSON.* \(at column 9\)$/,
    ],
    [
      'a broken only line',
      '{"a":1,"b":[1,2,}]}',
      /^Line 1 of the JSON file is not valid JSON.* \(at column 17\)$/,
    ],
    [
      'an array cut off',
      '[{"a":1},\n{"a":2}',
      /^Line 2 of the JSON file is not valid JSON.* \(at column 8, in element 2 of its array\)$/,
    ],
    [
      'an array with a fault within',
      `[\n${'{"a":1},\n'.repeat(70_000)}{"a":tru},\n{"a":1}]`,
      /^Line 70002 of the JSON file is not valid JSON.* \(at column 9, in element 70001 of its array\)$/,
    ],
    [
      'text after the array',
      '[{"a":1}] x',
      /^Line 1 of the JSON file is not valid JSON.*column 11/,
    ],
    [
      'a byte that is not UTF-8 in an array',
      Buffer.concat([
        Buffer.from('[{"a":"é"},\n {"a":"é'),
        Buffer.from([0xe9, 0x22]),
        Buffer.from('}]'),
      ]),
      'Line 2 of the JSON file is not UTF-8; save the file as UTF-8 (at column 10, in element 2 of its array)',
    ],
    [
      'a byte that is not UTF-8 in a line',
      Buffer.from('{"a":"x"}\n{"a":"\xff"}\n', 'latin1'),
      'Line 2 of the JSON file is not UTF-8; save the file as UTF-8 (at column 7)',
    ],
    ['a comment', '// c\n{"a":1}\n', 'The file is not JSON objects'],
    [
      'a key twice',
      '{"a":1}\n{"a":1,"a":2}\n',
      "Line 2 of the JSON file has the key 'a' twice in one object (at column 10)",
    ],
    [
      'a nested key twice',
      '[{"a":{"x":1}},\n {"a":{"x":1,"x":2}}]\n',
      "Line 2 of the JSON file has the key 'x' twice in one object (at column 16, in element 2 of its array)",
    ],
    [
      'keys that differ by case',
      '{"a":1}\n{"A":2}\n',
      "The column names 'a' and 'A' differ only by case",
    ],
    ['an empty key', '{"":1}\n', 'Column 1 has no name'],
    ['a byte order mark', '\uFEFF{"a":1}\n', 'begins with a byte order mark'],
    [
      'Latin-1',
      Buffer.from('{"a":1}\n{"a":"caf\xe9"}\n', 'latin1'),
      'Line 2 of the JSON file is not UTF-8',
    ],
    ['Parquet', 'PAR1', 'The file is Parquet, not JSON'],
  ])('(%s) is refused', async (_what, content, message) => {
    const failure = await fixture
      .load(content, { format: 'json' })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(QuernError);
    expect(failure).toMatchObject({
      code: 'BAD_REQUEST',
      message:
        typeof message === 'string'
          ? expect.stringContaining(message)
          : expect.stringMatching(message),
    });
  });

  it('with an object of more than 16 MiB is refused', async () => {
    const text = `{"a":1}\n{"a":"${'x'.repeat(40 * 1024 * 1024)}"}\n`;
    await expect(fixture.inspect(text)).rejects.toThrow(
      'An object of the JSON file is larger than 16 MiB',
    );
  });

  it('far into a large file is refused with its line', async () => {
    const text = `${'{"a":"x"}\n'.repeat(300_000)}{"a":\n${'{"a":"x"}\n'.repeat(300_000)}`;
    await expect(fixture.inspect(text)).rejects.toThrow(
      'Line 300001 of the JSON file is not valid JSON',
    );
  });
});

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('2024-01-01', '2024-01-01T00:00:00Z', 'null', ''),
);
const kind = fc.constantFrom(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'grapheme' }),
  fc.boolean(),
  scalar,
  fc.array(fc.integer()),
  fc.record({ x: fc.integer(), y: fc.string() }, { requiredKeys: ['x'] }),
  fc.array(fc.record({ k: fc.option(fc.boolean()) })),
);

describe('any objects', () => {
  it('that are printed as newline-delimited JSON load with equal values', async () => {
    const tables = fc
      .tuple(kind, kind, kind)
      .chain(([a, b, c]) =>
        fc.array(fc.record({ a, b, c }, { requiredKeys: ['a'] }), { minLength: 1, maxLength: 15 }),
      );
    await fc.assert(
      fc.asyncProperty(tables, async (table) => {
        const { rows, inspected } = await fixture.load(lines(...table));
        expect(rows).toHaveLength(table.length);
        for (const { name, type } of inspected.columns) {
          const values = table.map((row) => (row as Record<string, unknown>)[name]);
          const isJsonText =
            type === 'VARCHAR' &&
            values.some((value) => value != null && typeof value !== 'string');
          rows.forEach((row, index) => {
            expect(loadedValue(row[name], type, isJsonText)).toEqual(
              expectedValue(values[index], isJsonText),
            );
          });
        }
      }),
      { numRuns: 150 },
    );
  });
});

/** Both sides in one form: numbers as numbers, absent keys and nulls as null. */
function expectedValue(value: unknown, isJsonText: boolean): unknown {
  if (value === undefined || value === null) return null;
  // Printed form: JavaScript prints -0 as 0.
  if (isJsonText) return JSON.parse(JSON.stringify(value));
  if (Array.isArray(value)) return value.map((item) => expectedValue(item, false));
  if (typeof value !== 'object') return Object.is(value, -0) ? 0 : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, expectedValue(item, false)]),
  );
}

function loadedValue(value: unknown, type: string, isJsonText: boolean): unknown {
  if (value === null) return null;
  if (isJsonText) return JSON.parse(String(value));
  if (type === 'TIMESTAMP WITH TIME ZONE')
    return String(value).replace(' ', 'T').replace('+00', 'Z');
  return asNumbers(value, type);
}

function asNumbers(value: unknown, type: string): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item) => asNumbers(item, type));
  if (typeof value === 'object') {
    const present = Object.entries(value).filter(([key, item]) => item !== null || key === 'k');
    return Object.fromEntries(
      present.map(([key, item]) => [key, key === 'y' ? item : asNumbers(item, type)]),
    );
  }
  const isText = type === 'VARCHAR' || type === 'DATE' || typeof value === 'boolean';
  return isText ? value : Number(value) + 0;
}
