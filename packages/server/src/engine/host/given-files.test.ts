import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GivenFiles } from './given-files.ts';

describe('files of given bytes', () => {
  let folder: string;
  let files: GivenFiles;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quern-given-'));
    files = new GivenFiles(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

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
    let isFull = false;
    const room = () => {
      if (isFull) throw new Error('no room');
    };
    files = new GivenFiles(folder, {
      async writeFile(path, bytes, options) {
        await writeFile(path, bytes, options);
        room();
      },
      writeFileSync(path, bytes, options) {
        writeFileSync(path, bytes, options);
        room();
      },
    });
    // A small file reuses a spare file.
    if (text.length < 10_000) (await files.write('a spare one')).release();
    isFull = true;
    await expect(files.write(text)).rejects.toThrow('no room');
    expect(readdirSync(folder)).toEqual([]);
    isFull = false;
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
