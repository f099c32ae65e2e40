import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { roundedKeys } from './json-rounded.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-rounded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function keysIn(text: string): Promise<string[]> {
  const path = join(folder, 'file.json');
  writeFileSync(path, text);
  return roundedKeys(path);
}

describe('keys whose fractions a double changes', () => {
  it.each([
    ['{"a":0.12345678901234567890}', ['a']],
    ['{"a":123456789.123456789}', ['a']],
    ['{"a": -1234567.1234567891}', ['a']],
    ['{"a":{"b c":[1.5,0.12345678901234567890]}}', ['b c']],
    ['[0.12345678901234567890]', ['']],
    ['{"\\"x":0.12345678901234567890}', ['\\"x']],
    // The digits that doubles print, in shortest form or with a number of decimals.
    ['{"a":0.30000000000000004,"b":1234567.8901234567,"c":0.10000000000000001}', []],
    ['{"a":12.50000000000000000000000,"b":1e-300,"c":0.00000000000000000012}', []],
    ['{"a":12345678901234567890}', []],
    // Texts do not count as numbers.
    ['{"a":"0.12345678901234567890","b":"\\"0.12345678901234567890"}', []],
  ])('of %s: %j', async (text, keys) => {
    expect(await keysIn(text)).toEqual(keys);
  });

  it('are found wherever the pieces of a large file end', async () => {
    const filler = `{"t":"\\\\\\"","n":0.5}\n`;
    for (let shift = 0; shift < 40; shift += 1) {
      const before = filler.repeat(Math.ceil(2 ** 20 / filler.length) - 1);
      const at = 2 ** 20 - before.length - shift;
      const last = `${' '.repeat(Math.max(0, at))}{"rate":0.12345678901234567890}\n`;
      expect(await keysIn(before + last)).toEqual(['rate']);
    }
  });

  it('are five at the most', async () => {
    const row = [...'abcdefg'].map((key) => `"${key}":0.12345678901234567890`).join(',');
    expect(await keysIn(`{${row}}`)).toHaveLength(5);
  });
});
