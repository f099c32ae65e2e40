import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type FileFetcher, fileFetcher } from './fetch-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'quern-fetch-'));
afterAll(() => rmSync(folder, { recursive: true }));

const place = (name: string) => join(folder, name);
writeFileSync(place('file'), 'some bytes');
symlinkSync(place('file'), place('link'));

/** A lake whose paths were checked a moment ago, and have changed since. */
const fetcher: FileFetcher = fileFetcher(
  {
    signal: new AbortController().signal,
    resolve: async () => [],
    resolveFile: async (path) => path,
    scratchFolder: folder,
    memoryBytes: 2 ** 20,
  },
  {
    lake: 'the lake',
    folder,
    placeOf: () => {
      throw new Error('there is no bucket');
    },
  },
);

test('a file of this machine is brought under its name', async () => {
  const path = await fetcher.fetch({ path: place('file'), sizeBytes: 10 }, 'brought');
  expect(readFileSync(path, 'utf8')).toBe('some bytes');
});

// The reported size of a symbolic link is the length of its path.
test.each([4, 10, Buffer.byteLength(place('file'))])(
  'a symbolic link that took the place of a file is not followed, of %i bytes as the catalog says',
  async (sizeBytes) => {
    const fetched = fetcher.fetch({ path: place('link'), sizeBytes }, `linked-${sizeBytes}`);
    await expect(fetched).rejects.toMatchObject({ name: 'SourceError' });
  },
);
