import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSystemProviders } from './system-providers.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-system-providers-'));
const file = join(folder, 'providers.json');
afterAll(() => rmSync(folder, { recursive: true }));

test('the file of the system providers is read, and refused in a sentence that holds nothing of it', () => {
  writeFileSync(file, '{"b": {"api_key": "hush", "config": {"model": "m"}}, "a": {}}');
  const read = readSystemProviders(file, 7).map(({ id, service, apiKey }) => [
    id,
    service.model,
    apiKey,
  ]);
  expect(read).toEqual([
    ['sys_emb_a', 'text-embedding-3-small', null],
    ['sys_emb_b', 'm', 'hush'],
  ]);
  for (const [text, words] of [
    ['{', /no JSON object/],
    ['[]', /no JSON object/],
    ['{"a b": {"api_key": "hush"}}', /names of providers take/],
    ['{"a": "hush"}', /a provider is an object/],
    ['{"a": {"key": "hush"}}', /an entry other than 'config' and 'api_key'/],
    ['{"a": {"api_key": 7}}', /'api_key' of provider 'a' is no text/],
    ['{"a": {"config": {"dimensions": -1}}}', /provider 'a': 'dimensions' must be/],
  ] as const) {
    writeFileSync(file, text);
    expect(() => readSystemProviders(file, 7)).toThrow(words);
    expect(() => readSystemProviders(file, 7)).not.toThrow(/hush/);
  }
  expect(() => readSystemProviders(join(folder, 'nowhere'), 7)).toThrow(
    /^QUERN_EMBEDDING_PROVIDERS: .*ENOENT/,
  );
});
