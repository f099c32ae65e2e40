import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly integrity?: string;
}

test('every package that npm ci fetches is held to its bytes', () => {
  const lock = JSON.parse(
    readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8'),
  ) as { readonly packages: Readonly<Record<string, Entry>> };
  const fetched = Object.entries(lock.packages).filter(
    ([place, { link, inBundle }]) =>
      place.includes('node_modules/') && link !== true && inBundle !== true,
  );
  expect(fetched.length).toBeGreaterThan(100);
  const loose = fetched.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'));
  expect(loose.map(([place]) => place)).toEqual([]);
});
