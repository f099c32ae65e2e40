import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ReadCache } from '../../src/objects/read-cache.ts';

let dir: string;
let fetches: string[];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quern-cache-'));
  fetches = [];
});
afterEach(() => rm(dir, { recursive: true }));

/**
 * Objects of 100 bytes; `short` ones end early, `torn` ones fail half way, `none` does not exist.
 */
async function fetchObject(key: string) {
  fetches.push(key);
  if (key.startsWith('none')) throw new Error('no object under this key');
  const bytes = Buffer.alloc(100, key);
  if (key.startsWith('short'))
    return { sizeBytes: 100, body: Readable.from([bytes.subarray(0, 50)]) };
  if (!key.startsWith('torn')) return { sizeBytes: 100, body: Readable.from([bytes]) };
  const torn = async function* () {
    yield bytes.subarray(0, 50);
    throw new Error('connection lost');
  };
  return { sizeBytes: 100, body: Readable.from(torn()) };
}

const open = (maxBytes: number) => ReadCache.open({ dir, maxBytes, fetch: fetchObject });
const diskBytes = async () => {
  const sizes = await Promise.all(
    (await readdir(dir)).map(async (name) => (await stat(join(dir, name))).size),
  );
  return sizes.reduce((sum, one) => sum + one, 0);
};

describe('the local read cache', () => {
  it('fetches an object once for many readers', async () => {
    const cache = await open(1000);
    const files = await Promise.all(Array.from({ length: 20 }, () => cache.pin('a/b.bin')));
    expect(fetches).toEqual(['a/b.bin']);
    expect(await readFile(files[0]?.path ?? '')).toEqual(Buffer.alloc(100, 'a/b.bin'));
    for (const file of files) file.release();
    (await cache.pin('a/b.bin')).release();
    expect(fetches).toHaveLength(1);
  });

  it('stays within its bound by removing what was unused longest', async () => {
    const cache = await open(300);
    for (const key of ['a', 'b', 'c']) (await cache.pin(key)).release();
    (await cache.pin('a')).release();
    (await cache.pin('d')).release();
    expect(await diskBytes()).toBe(300);
    fetches = [];
    for (const key of ['a', 'c', 'd']) (await cache.pin(key)).release();
    expect(fetches).toEqual([]);
    (await cache.pin('b')).release();
    expect(fetches).toEqual(['b']);
  });

  it('keeps pinned files and refuses what does not fit beside them, naming the setting', async () => {
    const cache = await open(300);
    const pinned = [
      await cache.pin('a'),
      await cache.pin('b'),
      await cache.pin('b'),
      await cache.pin('c'),
    ];
    await expect(cache.pin('d')).rejects.toMatchObject({
      code: 'OVERLOADED',
      message: expect.stringContaining('QUERN_CACHE_BYTES'),
    });
    for (const file of pinned) expect(existsSync(file.path)).toBe(true);
    // One of two pins of b: still in use after repeated releases.
    pinned[1]?.release();
    pinned[1]?.release();
    await expect(cache.pin('d')).rejects.toThrow('QUERN_CACHE_BYTES');
    pinned[2]?.release();
    (await cache.pin('d')).release();
    expect(existsSync(pinned[1]?.path ?? '')).toBe(false);
    expect(await diskBytes()).toBe(300);
  });

  it('refuses an object larger than itself for good', async () => {
    const cache = await open(99);
    await expect(cache.pin('a')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('QUERN_CACHE_BYTES'),
    });
    expect(await readdir(dir)).toEqual([]);
  });

  it('counts fetches under way, so that many at once stay within the bound', async () => {
    const cache = await open(500);
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => cache.pin(`k${index}`)),
    );
    expect(settled.filter((one) => one.status === 'fulfilled')).toHaveLength(5);
    expect(await diskBytes()).toBe(500);
  });

  it.each(['short', 'torn', 'none'])(
    'serves nothing of a fetch that failed (%s) and tries again',
    async (key) => {
      const cache = await open(100);
      await expect(cache.pin(key)).rejects.toThrow();
      await expect(cache.pin(key)).rejects.toThrow();
      expect(fetches).toEqual([key, key]);
      expect(await readdir(dir)).toEqual([]);
      (await cache.pin('a')).release();
    },
  );

  it('serves whole files after a restart and removes drafts', async () => {
    const first = await open(300);
    for (const key of ['x/a.bin', 'b']) (await first.pin(key)).release();
    await writeFile(join(dir, '.draft'), randomBytes(10));
    await writeFile(join(dir, 'stray'), randomBytes(10));
    fetches = [];
    const second = await open(300);
    expect(await diskBytes()).toBe(200);
    const file = await second.pin('x/a.bin');
    expect(await readFile(file.path)).toEqual(Buffer.alloc(100, 'x/a.bin'));
    expect(fetches).toEqual([]);
    await open(150);
    expect(await diskBytes()).toBe(100);
  });

  it('drops a deleted object: at once, or when its last pin is released', async () => {
    const cache = await open(200);
    (await cache.pin('a')).release();
    await cache.drop('a');
    expect(await readdir(dir)).toEqual([]);
    const file = await cache.pin('b');
    await cache.drop('b');
    expect(existsSync(file.path)).toBe(true);
    file.release();
    (await cache.pin('c')).release();
    (await cache.pin('d')).release();
    expect(existsSync(file.path)).toBe(false);
    expect(await diskBytes()).toBe(200);
  });
});
