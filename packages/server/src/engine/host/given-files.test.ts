import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GivenFiles } from './given-files.ts';

/** A disk that has room for little of what is written. */
const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const writeFileSync: typeof real.writeFileSync = (path, bytes, options) => {
    if (!disk.isFull) return real.writeFileSync(path, bytes, options);
    real.writeFileSync(path, 'xxx', options);
    throw new Error('no room');
  };
  return { ...real, writeFileSync };
});

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>();
  const writeFile: typeof real.writeFile = async (path, bytes, options) => {
    if (!disk.isFull) return real.writeFile(path, bytes, options);
    await real.writeFile(path, 'xxx', options);
    throw new Error('no room');
  };
  return { ...real, writeFile };
});

describe('files of given bytes', () => {
  let folder: string;
  let files: GivenFiles;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quern-given-'));
    files = new GivenFiles(folder);
  });
  afterEach(() => {
    disk.isFull = false;
    rmSync(folder, { recursive: true });
  });

  const inodes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).ino);

  test('hold them and nothing of what an earlier one held, under a name of their own', async () => {
    const long = await files.write('a long text of somebody');
    expect(long.sizeBytes).toBe(23);
    const [inode] = inodes();
    long.release();
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([
      'a',
    ]);
    const short = await files.write('é');
    expect(readFileSync(short.path, 'utf8')).toBe('é');
    expect(short.sizeBytes).toBe(2);
    expect(short.path).not.toBe(long.path);
    expect(inodes()).toEqual([inode]);
  });

  test('are one for each that is held', async () => {
    (await files.write('before')).release();
    const held = await Promise.all(
      ['one', 'two', '', 'x'.repeat(200_000)].map((text) => files.write(text)),
    );
    expect(held.map(({ path }) => readFileSync(path, 'utf8'))).toEqual([
      'one',
      'two',
      '',
      'x'.repeat(200_000),
    ]);
  });

  test.each([
    ['in one call', 'x'.repeat(1_000)],
    ['in many', 'x'.repeat(200_000)],
  ])('leave nothing where they cannot be written whole (%s)', async (_, text) => {
    if (text.length < 10_000) (await files.write('spare')).release();
    disk.isFull = true;
    await expect(files.write(text)).rejects.toThrow('no room');
    disk.isFull = false;
    expect(readdirSync(folder)).toEqual([]);
    const again = await files.write(text);
    expect(readFileSync(again.path, 'utf8')).toBe(text);
  });

  test('are kept in small number, and none once all is closed', async () => {
    const held = await Promise.all(Array.from({ length: 50 }, () => files.write('x')));
    for (const file of held) file.release();
    expect(readdirSync(folder).length).toBeLessThan(20);
    files.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});
