import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

/** `release/x.tgz` is a repository of GitHub to npm; `./release/x.tgz` is a file. */
test('a tarball that a page has npm install is named as a file', () => {
  const wrong: string[] = [];
  let found = 0;
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8');
    for (const [line, path = ''] of text.matchAll(/npm (?:install|i)\b[^\n`]*?(\S+\.tgz)/g)) {
      found += 1;
      if (!/^(\.{0,2}\/|~\/)/.test(path)) wrong.push(`${page}: ${line}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(found).toBeGreaterThan(2);
});
