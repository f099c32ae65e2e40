import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quoteLiteral } from '../../src/kernel/quoting.ts';
import { arrowTexts, readArrow, readCsv, readJson, readMarkdown } from './decode.ts';
import { openWorkbench, type Workbench } from './stored-result.ts';

let workbench: Workbench;
beforeAll(async () => {
  workbench = await openWorkbench();
});
afterAll(() => workbench.close());

/** One type: values as SQL literals, and the value in each format. */
interface ScalarCase {
  readonly type: string;
  readonly values: fc.Arbitrary<string>;
  /** The text of the value in CSV and Markdown; undefined for an empty cell. */
  readonly plain: (text: string) => string | undefined;
  /** True if JSON has the value without quotes. */
  readonly number?: boolean;
  readonly arrow?: (text: string) => string;
}

const integers = (type: string, min: bigint, max: bigint): ScalarCase => ({
  type,
  values: fc.oneof(fc.bigInt({ min, max }), fc.constantFrom(min, max, 0n)).map(String),
  plain: (text) => text,
  number: true,
  arrow: (text) => text,
});

const decimals = (precision: number, scale: number): ScalarCase => {
  const max = 10n ** BigInt(precision) - 1n;
  const text = (whole: bigint) => {
    const digits = (whole < 0n ? -whole : whole).toString().padStart(scale + 1, '0');
    return `${whole < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}.${digits.slice(digits.length - scale)}`;
  };
  return {
    type: `DECIMAL(${precision},${scale})`,
    values: fc
      .oneof(fc.bigInt({ min: -max, max }), fc.constantFrom(max, -max, 0n, 1n, -1n))
      .map(text),
    plain: (value) => value,
    number: true,
    arrow: (value) => value,
  };
};

const doubles = fc.oneof(
  fc.double(),
  fc.constantFrom(
    0,
    -0,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    5e-324,
    Number.MAX_VALUE,
    2 ** 53,
  ),
);
const floatText = (value: number) => (Object.is(value, -0) ? '-0' : String(value));
const pad = (value: number, width: number) => String(value).padStart(width, '0');
const micros = fc
  .integer({ min: 0, max: 999_999 })
  .map((value) => (value === 0 ? '' : `.${pad(value, 6).replace(/0+$/, '')}`));
const dates = fc
  .record({
    year: fc.integer({ min: 1, max: 9999 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  })
  .map(({ year, month, day }) => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`);
const times = fc
  .tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.integer({ min: 0, max: 59 }),
    micros,
  )
  .map(
    ([hour, minute, second, fraction]) =>
      `${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}${fraction}`,
  );
const instants = fc.tuple(dates, times).map(([date, time]) => `${date} ${time}`);

const scalars: readonly ScalarCase[] = [
  integers('TINYINT', -128n, 127n),
  integers('SMALLINT', -32768n, 32767n),
  integers('INTEGER', -(2n ** 31n), 2n ** 31n - 1n),
  integers('BIGINT', -(2n ** 63n), 2n ** 63n - 1n),
  integers('UBIGINT', 0n, 2n ** 64n - 1n),
  integers('HUGEINT', -(10n ** 38n) + 1n, 10n ** 38n - 1n),
  decimals(4, 1),
  decimals(9, 4),
  decimals(18, 2),
  decimals(38, 10),
  { type: 'DATE', values: dates, plain: (text) => text },
  { type: 'TIME', values: times, plain: (text) => text },
  {
    type: 'TIMESTAMP',
    values: fc.oneof(instants, fc.constantFrom('294246-12-31 00:00:00')),
    plain: (text) => text.replace(' ', 'T'),
  },
  { type: 'TIMESTAMPTZ', values: instants, plain: (text) => `${text.replace(' ', 'T')}Z` },
];

describe('random values of a scalar type are the same in every format', () => {
  test.each(scalars)('$type', async ({ type, values, plain, number, arrow }) => {
    const property = fc.asyncProperty(
      fc.array(fc.option(values), { minLength: 1, maxLength: 60 }),
      async (texts) => {
        const rows = texts.map(
          (text, index) => `(${index}, ${text === null ? 'NULL' : quoteLiteral(text)})`,
        );
        const result = await workbench.store(
          `SELECT i, v::${type} AS v FROM (VALUES ${rows.join(', ')}) t(i, v)`,
        );
        const cells = texts.map((text) => (text === null ? undefined : plain(text)));

        const json = readJson((await workbench.body(result, 'json')).toString()) as unknown[][];
        expect(json.map((row) => row[1])).toEqual(
          cells.map((cell) => (cell === undefined ? null : number ? `#${cell}` : cell)),
        );
        const csv = readCsv((await workbench.body(result, 'csv')).toString()).slice(1);
        expect(csv.map((row) => row[1])).toEqual(cells);
        const markdown = readMarkdown((await workbench.body(result, 'md')).toString()).slice(1);
        expect(markdown.map((row) => row[1])).toEqual(cells.map((cell) => cell ?? ''));
        const column = readArrow(await workbench.body(result, 'arrow')).columns[1];
        if (arrow && column)
          expect(arrowTexts(column)).toEqual(
            texts.map((text) => (text === null ? null : arrow(text))),
          );
      },
    );
    await fc.assert(property, { numRuns: 5 });
  });

  test.each(['DOUBLE', 'FLOAT'])(
    '%s, with every bit kept in Arrow and what is not finite absent as text',
    async (type) => {
      const round = type === 'FLOAT' ? Math.fround : (value: number) => value;
      const property = fc.asyncProperty(
        fc.array(doubles, { minLength: 1, maxLength: 60 }),
        async (generated) => {
          // Beyond FLOAT's range its cast raises; such values are no part of the type.
          const numbers = generated
            .map(round)
            .filter((value, index) => Number.isFinite(value) === Number.isFinite(generated[index]));
          const rows = [1, ...numbers].map((value) => `('${floatText(value)}'::${type})`);
          const result = await workbench.store(`SELECT v FROM (VALUES ${rows.join(', ')}) t(v)`);
          const expected = [1, ...numbers];

          expect([...(readArrow(await workbench.body(result, 'arrow')).columns[0] ?? [])]).toEqual(
            expected,
          );
          const json = JSON.parse((await workbench.body(result, 'json')).toString()) as [
            number | null,
          ][];
          expect(json.map(([value]) => (value === null ? null : round(value)))).toEqual(
            expected.map((value) => (Number.isFinite(value) ? value : null)),
          );
          const csv = readCsv((await workbench.body(result, 'csv')).toString()).slice(1);
          expect(
            csv.map(([cell]) => (cell === undefined ? undefined : round(Number(cell)))),
          ).toEqual(expected.map((value) => (Number.isFinite(value) ? value : undefined)));
        },
      );
      await fc.assert(property, { numRuns: 8 });
    },
  );
});

const texts = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom(
        '"',
        ',',
        '\n',
        '\r',
        '|',
        '\\',
        ' ',
        '#',
        "'",
        'é',
        '漢',
        '🦆',
        '\t',
        '\u0001',
        '\u2028',
      ),
      maxLength: 12,
    }),
    fc.constantFrom('', 'null', 'NULL', '\\N', '""', ' ', '0', '<b>', '-0', 'x'.repeat(5000)),
  )
  .filter((text) => !text.includes('\0') && !text.includes('<br>'));

describe('random text is the same in every format', () => {
  test('as a column and inside lists, structs and maps', async () => {
    const property = fc.asyncProperty(
      fc.array(fc.option(texts), { minLength: 1, maxLength: 40 }),
      async (values) => {
        const rows = values.map(
          (text, index) => `(${index}, ${text === null ? 'NULL' : quoteLiteral(text)})`,
        );
        const result = await workbench.store(
          `SELECT i, v, {'l': [v, 'end'], 'm': map{coalesce(v, 'none'): v}} AS n FROM (VALUES ${rows.join(', ')}, (-1, 'text')) t(i, v)`,
        );
        const all = [...values, 'text'];
        const nested = all.map((text) => ({ l: [text, 'end'], m: { [text ?? 'none']: text } }));

        const json = JSON.parse((await workbench.body(result, 'json')).toString()) as unknown[][];
        expect(json.map((row) => row[1])).toEqual(all);
        expect(json.map((row) => JSON.stringify(row[2]))).toEqual(
          nested.map((value) => JSON.stringify(value)),
        );
        const csv = readCsv((await workbench.body(result, 'csv')).toString()).slice(1);
        expect(csv.map((row) => row[1])).toEqual(all.map((text) => text ?? undefined));
        expect(csv.map((row) => JSON.stringify(JSON.parse(row[2] ?? '')))).toEqual(
          nested.map((value) => JSON.stringify(value)),
        );
        const markdown = readMarkdown((await workbench.body(result, 'md')).toString()).slice(1);
        expect(markdown.map((row) => row[1])).toEqual(
          all.map((text) => (text ?? '').replaceAll(/\r\n|\r/g, '\n')),
        );
        expect([...(readArrow(await workbench.body(result, 'arrow')).columns[1] ?? [])]).toEqual(
          all,
        );
      },
    );
    await fc.assert(property, { numRuns: 25 });
  });

  test('with a NUL character, which a literal cannot hold', async () => {
    const result = await workbench.store("SELECT 'a' || chr(0) || 'b' AS v");
    expect(JSON.parse((await workbench.body(result, 'json')).toString())).toEqual([['a\0b']]);
    expect((await workbench.body(result, 'csv')).toString()).toBe('v\na\0b\n');
    expect([...(readArrow(await workbench.body(result, 'arrow')).columns[0] ?? [])]).toEqual([
      'a\0b',
    ]);
  });

  test('nested forty deep', async () => {
    const deep = Array.from({ length: 40 }).reduce<string>(
      (inner, _, index) => (index % 2 ? `{'a': ${inner}}` : `[${inner}, NULL]`),
      `'leaf'`,
    );
    const result = await workbench.store(`SELECT ${deep} AS v`);
    const text = (await workbench.body(result, 'json')).toString();
    expect(text.match(/"leaf"/g)).toHaveLength(1);
    expect(JSON.parse(text)).toHaveLength(1);
    expect(text).not.toContain("'a'");
    expect(readArrow(await workbench.body(result, 'arrow')).rowCount).toBe(1);
  });
});

describe('lists that the engine cannot take apart at any depth', () => {
  test('are valid JSON all the same', async () => {
    const deep = Array.from({ length: 12 }).reduce<string>(
      (inner) => `[${inner}]`,
      "DATE '2024-02-29'",
    );
    const result = await workbench.store(`SELECT ${deep} AS v`);
    const text = (await workbench.body(result, 'json')).toString();
    expect(text).toBe(
      `[[${'['.repeat(7)}"${'['.repeat(5)}2024-02-29${']'.repeat(5)}"${']'.repeat(7)}]]`,
    );
    expect(JSON.parse(text)).toHaveLength(1);
  });
});

describe('a column of 128-bit integers', () => {
  test('is text as a whole when one value of many does not fit', async () => {
    const result = await workbench.store(
      'SELECT CASE WHEN i = 99 THEN 170141183460469231731687303715884105727 ELSE i END::HUGEINT AS h, i::HUGEINT AS k FROM range(100) t(i)',
    );
    expect(result.columns.map((column) => column.arrowType)).toEqual(['Utf8', 'Decimal128(38, 0)']);
    const [first] = JSON.parse((await workbench.body(result, 'json')).toString()) as unknown[][];
    expect(first).toEqual(['0', 0]);
  });
});
