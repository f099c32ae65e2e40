import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSystemProviders } from './system-providers.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-system-providers-'));
const file = join(folder, 'providers.json');
afterAll(() => rmSync(folder, { recursive: true }));

test('the file of the system providers is read, and refused in a sentence that holds nothing of it', () => {
  writeFileSync(
    file,
    '{"b": {"api_key": "hush", "config": {"model": "m"}}, "a": {}, "c": {"provider_type": "local", "config": {"model": "minilm"}}}',
  );
  const read = readSystemProviders(file, 7).map((provider) =>
    provider.kind === 'service'
      ? [provider.id, provider.service.model, provider.apiKey]
      : [provider.id, provider.local.model],
  );
  expect(read).toEqual([
    ['sys_emb_a', 'text-embedding-3-small', null],
    ['sys_emb_b', 'm', 'hush'],
    ['sys_emb_c', 'minilm'],
  ]);
  for (const [text, words] of [
    ['{', /no JSON object/],
    ['[]', /no JSON object/],
    ['{"a b": {"api_key": "hush"}}', /names of providers take/],
    ['{"a": "hush"}', /a provider is an object/],
    ['{"a": {"key": "hush"}}', /an entry other than 'provider_type', 'config'/],
    ['{"a": {"provider_type": "hush"}}', /neither service nor local/],
    ['{"a": {"provider_type": "local"}}', /'model' is missing/],
    ['{"a": {"provider_type": "local", "api_key": "hush"}}', /local and takes no 'api_key'/],
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
