import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeNewFile } from '../../src/objects/write-new-file.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'quern-write-'));
});
afterEach(() => rm(dir, { recursive: true }));

async function* chunks(sizes: readonly number[], failAtEnd = false) {
  for (const [index, size] of sizes.entries()) yield Buffer.alloc(size, index);
  if (failAtEnd) throw new Error('the source failed');
}

describe('writing a new file from a stream', () => {
  it('writes every byte in order, whatever the chunks', async () => {
    const sizes = [0, 1, 65_536, 2 ** 20, 3 * 2 ** 20 + 7, 0, 5];
    const path = join(dir, 'file');
    await writeNewFile(path, chunks(sizes));
    const expected = Buffer.concat(sizes.map((size, index) => Buffer.alloc(size, index)));
    expect(expected.equals(await readFile(path))).toBe(true);
  });

  it('leaves no file when the source fails, however early', async () => {
    const attempts = Array.from({ length: 300 }, (_, index) =>
      writeNewFile(join(dir, String(index)), chunks(index % 3 === 0 ? [] : [10], true)),
    );
    const settled = await Promise.allSettled(attempts);
    expect(settled.every((one) => one.status === 'rejected')).toBe(true);
    expect(await readdir(dir)).toEqual([]);
  });

  it('does not touch a file that is there', async () => {
    const path = join(dir, 'file');
    await writeNewFile(path, chunks([3]));
    await expect(writeNewFile(path, chunks([4]))).rejects.toThrow('EEXIST');
    expect(await readFile(path)).toEqual(Buffer.alloc(3));
  });
});
