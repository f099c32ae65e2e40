import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it, test } from 'vitest';
import { findJsonNumbers, quoteNumbers } from './json-numbers.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-rounded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, 'file.json');

function numbersIn(text: string, chunkBytes?: number) {
  writeFileSync(path, text);
  return findJsonNumbers(path, text.startsWith('[') ? 'array' : 'newline_delimited', chunkBytes);
}

async function keysIn(text: string): Promise<string[]> {
  const { exact, rounded } = await numbersIn(text);
  return [...exact.keys(), ...rounded];
}

async function quoted(text: string, chunkBytes?: number): Promise<string> {
  writeFileSync(path, text);
  const layout = text.startsWith('[') ? 'array' : 'newline_delimited';
  return readFileSync(await quoteNumbers({ path, layout }, ['a'], folder, chunkBytes), 'utf8');
}

describe('keys whose fractions a double changes', () => {
  it.each([
    ['{"a":0.12345678901234567890}', ['a']],
    ['{"a":123456789.123456789}', ['a']],
    ['{"a": -1234567.1234567891}', ['a']],
    ['{"a":{"b c":[1.5,0.12345678901234567890]}}', ['b c']],
    ['[[0.12345678901234567890]]', ['']],
    ['{"\\"x":0.12345678901234567890}', ['"x']],
    ['{"a":1.2345678901234567890e5}', ['a']],
    // What doubles print, and what they print at so many decimals.
    ['{"a":0.30000000000000004,"b":1234567.8901234567,"c":0.10000000000000001}', []],
    ['{"a":12.50000000000000000000000,"b":1e-300,"c":0.00000000000000000012}', []],
    ['{"a":12345678901234567890}', []],
    // Text is none.
    ['{"a":"0.12345678901234567890","b":"\\"0.12345678901234567890"}', []],
  ])('of %s: %j', async (text, keys) => {
    expect(await keysIn(text)).toEqual(keys);
  });

  it('are found wherever the pieces of a file end', async () => {
    const filler = `{"t":"\\\\\\"","n":0.5}\n`;
    const text = `${filler.repeat(9)}{"rate":0.12345678901234567890}\n`;
    for (let chunkBytes = 1; chunkBytes < 60; chunkBytes += 1) {
      const { exact } = await numbersIn(text, chunkBytes);
      expect([...exact]).toEqual([['rate', 'DECIMAL(38,19)']]);
    }
  });

  it('are five at the most', async () => {
    const row = [...'abcdefg'].map((key) => `"${key}":[0.12345678901234567890]`).join(',');
    expect(await keysIn(`{${row}}`)).toHaveLength(5);
  });

  it('are found behind any number of others', async () => {
    const last = '{"n":1234567890123456.7}';
    expect(await keysIn(`${'{"n":0.30000000000000004}\n'.repeat(20_000)}${last}`)).toEqual(['n']);
  });
});

describe('the type of numbers that a double changes', () => {
  it.each([
    ['{"a":1234567890123456.78}\n{"a":null}\n{"a":-5}', 'DECIMAL(38,2)'],
    ['[{"a":0.12345678901234567890},{"a":12345}]', 'DECIMAL(38,19)'],
    ['{"a":12345678901234567}\n{"a":0.5}', 'DECIMAL(38,1)'],
    ['{"a":0.12345678901234567890}\n{"a":"x"}', undefined],
    ['{"a":0.12345678901234567890}\n{"a":true}', undefined],
    ['{"a":0.12345678901234567890}\n{"a":[1]}', undefined],
    ['{"a":0.12345678901234567890}\n{"a":-Infinity}', undefined],
    ['{"a":0.12345678901234567890}\n{"a":1e5}', undefined],
    [`{"a":${'1'.repeat(20)}.${'1'.repeat(19)}}`, undefined],
    // One name that is written in two ways.
    ['{"a":0.12345678901234567890}\n{"\\u0061":1}', undefined],
    ['{"b":{"a":0.12345678901234567890}}', undefined],
  ])('of %s: %s', async (text, type) => {
    const { exact, rounded } = await numbersIn(text);
    expect(exact.get('a')).toBe(type);
    expect(rounded).toEqual(type === undefined ? ['a'] : []);
  });
});

describe('numbers become texts', () => {
  it.each([
    ['{"a":1.5,"b":2}\n{ "a" : -3 , "b":[1]}', '{"a":"1.5","b":2}\n{ "a" : "-3" , "b":[1]}'],
    ['[{"a":1},{"a":null,"c":{"a":2}}]', '[{"a":"1"},{"a":null,"c":{"a":2}}]'],
    ['{"c":"a\\":1","\\u0061":7,"d":"a:1"}', '{"c":"a\\":1","\\u0061":"7","d":"a:1"}'],
  ])('of %s', async (text, copy) => {
    expect(await quoted(text)).toBe(copy);
  });

  it('wherever the pieces of a file end', async () => {
    const row = (number: string) => `{"t":"\\\\\\"","a" : ${number},"n":[0.5]}\n`;
    for (let chunkBytes = 1; chunkBytes < 60; chunkBytes += 1)
      expect(await quoted(row('-10').repeat(5), chunkBytes)).toBe(row('"-10"').repeat(5));
  });
});

/** A number in decimal notation, of any digits on both sides of the point. */
const decimal = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
    fc.integer({ min: 0, max: 1_000_000_000 }),
  )
  .map(([whole, part]) => (part === 0 ? String(whole) : `${whole}.${part}`));
const nested = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.stringify({ a: value, b: [value] }));

test('numbers of one key alone become texts, whatever stands beside them', async () => {
  const row = fc.tuple(decimal, nested, fc.string(), fc.boolean());
  const property = fc.asyncProperty(
    fc.array(row, { minLength: 1, maxLength: 5 }),
    fc.integer({ min: 16, max: 64 }),
    async (rows, chunkBytes) => {
      const lines = (number: (text: string) => string) =>
        rows
          .map(([text, beside, other, isFirst]) => {
            const own = `"a" : ${number(text)}`;
            const more = `${JSON.stringify(other)}:${beside}`;
            return `{${isFirst ? `${own},${more}` : `${more}, ${own}`}}\n`;
          })
          .join('');
      fc.pre(rows.every(([, , other]) => other !== 'a'));
      expect(
        await quoted(
          lines((text) => text),
          chunkBytes,
        ),
      ).toBe(lines((text) => `"${text}"`));
    },
  );
  await fc.assert(property, { numRuns: 50 });
});
