import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainObjectsSource } from '../../src/engine/ingest/generated/plain-objects-wasm.ts';
import { scanPlainJson } from '../../src/engine/ingest/scan-plain-json.ts';
import { IngestFixture } from './ingest-fixture.ts';

let fixture: IngestFixture;
beforeAll(async () => {
  fixture = await IngestFixture.open();
});
afterAll(() => fixture.close());

/** Smaller files are left to the engine. */
const leastBytes = 64 * 1024;

/** Enough copies of the objects that the file is scanned. */
const repeated = (objects: readonly string[]) => {
  const once = `${objects.join('\n')}\n`;
  return once.repeat(Math.ceil(leastBytes / once.length));
};
const scan = (text: string | Buffer) => scanPlainJson(fixture.file(text));

/** The engine finds the types of an array, never the scan. */
const asArray = (text: string) => `[${text.trimEnd().replaceAll('\n', ',')}]`;

async function expectSame(text: string): Promise<void> {
  const [lines, array] = [await fixture.inspect(text), await fixture.inspect(asArray(text))];
  expect(lines.columns).toEqual(array.columns);
  expect(lines.rowCount).toBe(array.rowCount);
  expect(lines.warnings).toEqual(array.warnings);
}

const numbers = [
  ...['0', '7', '-12', '123456789012345', '1234567890123456', '8999999999999999999'],
  ...['9223372036854775807', '-9223372036854775808', '18446744073709551615', '1e5', '-2.5E-7'],
  ...['2.3283064365386963e-10', '1.234567890123456789e5', '1234567890123456e3'],
  ...['0.5', '-0.0', '-0', '1.10', '0.8236472839471625', '0.1234567890123456789', '1e400', '1E99'],
];
const instants = [
  ...['2024-02-29', '2023-02-29', '0000-01-01', '2024-01-01 10:00', '2024-01-01T23:59:59.123456'],
  ...['2024-01-01 24:00:00', '2024-01-01T10:00:00Z', '2024-01-01 10:00:00+02:30', '2024-1-1'],
  ...['2024-01-01T10:00:00-15:59', '2024-01-01 10:00:00.1234567', '2024-13-01', '1999-12-31'],
].map((instant) => JSON.stringify(instant));
const texts = [
  '"x"',
  '"ü"',
  '"a\\"b"',
  '"\\u00e9"',
  '"\\ud83d\\ude00"',
  '"2024\\u002d01-01"',
  '""',
];

const kinds = [
  ['null'],
  ['true', 'false'],
  numbers.slice(0, 3),
  numbers.slice(0, 6),
  numbers.filter((number) => /^-?\d\.\d+$/.test(number)),
  numbers,
  ...[/^"\d{4}-\d\d-\d\d"$/, /:\d\d(?:\.\d{1,6})?"$/, /Z|[+-]\d\d:\d\d"$/].map((like) =>
    instants.filter((instant) => like.test(instant)),
  ),
  instants,
  texts,
  ['{"x":1}', '[1,2]'],
];

/** Values of a column: mostly of one kind, with nulls and absent keys. */
const column = fc
  .constantFrom(...kinds)
  .chain((kind) =>
    fc.array(fc.constantFrom(...kind, 'null', undefined), { minLength: 4, maxLength: 4 }),
  );

describe('a scan of plain JSON objects', () => {
  it('finds what the engine finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(column, { minLength: 1, maxLength: 4 }),
        fc.constantFrom([',', ':'], [', ', ': ']),
        fc.boolean(),
        async (columns, [comma = ',', colon = ':'], turns) => {
          const objects = [0, 1, 2, 3].map((row) => {
            const pairs = columns.flatMap((values, at) =>
              values[row] === undefined ? [] : [`"k${at}"${colon}${values[row]}`],
            );
            return `{${(turns && row > 1 ? pairs.reverse() : pairs).join(comma)}}`;
          });
          await expectSame(repeated(['{"first":1}', ...objects]));
        },
      ),
      { numRuns: 12 },
    );
  });

  it.each(kinds.slice(0, -1).map((values) => [values]))('agrees with the engine about %j', (all) =>
    expectSame(repeated(all.map((value) => `{"a":${value}}`))),
  );

  it('takes keys in any order, blanks, escapes and a last line without its end', async () => {
    const text = repeated(['{"a": 1, "ü": "\\n"}', '{"ü":null,"b":0.1,"a":2}']).trimEnd();
    const objects = await scan(text);
    expect(objects?.rowCount).toBe(text.split('\n').length);
    expect([...(objects?.types() ?? [])]).toEqual([
      ['a', 'BIGINT'],
      ['ü', 'perhapsInstant'],
      ['b', 'DOUBLE'],
    ]);
  });

  it.each([
    ['an object inside', '{"a":{"b":1}}'],
    ['a list', '{"a":[1]}'],
    ['a key twice', '{"a":1,"a":2}'],
    ['no key', '{}'],
    ['an empty line', ''],
    ['a carriage return', '{"a":1}\r'],
    ['a tab in a text', '{"a":"\t"}'],
    ['an unknown escape', '{"a":"\\x"}'],
    ['half of a surrogate pair', '{"a":"\\ud800"}'],
    ['NUL', '{"a":"\\u0000"}'],
    ['a number with a leading zero', '{"a":01}'],
    ['a fraction that a double changes', '{"a":0.12345678901234567}'],
    ['an exponent behind digits that a double changes', '{"a":1.23456789012345678e1}'],
    ['an exponent behind many digits', '{"a":1234567890123456e1}'],
    ['a number beyond 64 bits', '{"a":9223372036854775808}'],
    ['an escape in a key', '{"\\u0061":1}'],
    ['no object', '1'],
    ['another object in the line', '{"a":1}{"a":2}'],
    ['a comma at the end', '{"a":1,}'],
    ['a text without its end', '{"a":"x}'],
  ])('leaves a file to the engine that has %s', async (_what, line) => {
    expect(await scan(`${repeated(['{"a":1}'])}${line}\n`)).toBeNull();
  });

  it('looks at every fraction, however many there are before', async () => {
    const plain = `${'{"a":0.8236472839471625}\n'.repeat(12_000)}`;
    expect((await scan(plain))?.rowCount).toBe(12_000);
    expect(await scan(`${plain}{"a":0.12345678901234567}\n`)).toBeNull();
  });

  it('leaves a file to the engine that is not UTF-8', async () => {
    const bytes = Buffer.from(`${repeated(['{"a":"x"}'])}{"a":"\xff"}\n`, 'latin1');
    expect(await scan(bytes)).toBeNull();
  });

  it('leaves a file of very many keys to the engine', async () => {
    const keys = Array.from({ length: 300 }, (_unused, key) => `"key ${key}":1`);
    expect(await scan(repeated([`{${keys.join(',')}}`]))).toBeNull();
  });

  it('has its WebAssembly of the source that is here', () => {
    const digest = createHash('sha256');
    for (const name of ['plain-objects', 'instants'])
      digest.update(readFileSync(new URL(`../../wasm/${name}.ts`, import.meta.url)));
    expect(plainObjectsSource, 'run `npm run generate-wasm`').toBe(digest.digest('hex'));
  });
});
