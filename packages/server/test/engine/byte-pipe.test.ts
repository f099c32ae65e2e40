import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BytePipe } from '../../src/engine/byte-pipe.ts';
import { takeSmallFile } from '../../src/engine/query/result-file.ts';
import { invariant } from '../../src/kernel/invariant.ts';

describe('a pipe for a file', () => {
  let folder: string;
  let pipe: BytePipe;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'quern-pipe-'));
    const opened = BytePipe.open(join(folder, 'pipe'));
    invariant(opened, 'the system has named pipes');
    pipe = opened;
  });
  afterEach(() => {
    pipe.close();
    rmSync(folder, { recursive: true });
  });

  const overflow = () => join(folder, 'overflow');
  const patterned = (sizeBytes: number) =>
    Buffer.from(Uint8Array.from({ length: sizeBytes }, (_unused, index) => (index * 7) % 251));
  const write = (bytes: Buffer) => () => appendFile(pipe.path, bytes);

  it('gives the bytes of a small file, and of one after the other', async () => {
    for (const size of [0, 1, 1000, 65_536]) {
      expect(await pipe.receive(write(patterned(size)), 65_536, overflow())).toEqual(
        patterned(size),
      );
    }
    expect(existsSync(overflow())).toBe(false);
  });

  it('puts a larger one into a file whole, also where it is many times what the pipe holds', async () => {
    for (const [size, most] of [
      [1001, 1000],
      [3_000_000, 1000],
      [200_000, 100_000],
    ] as const) {
      expect(await pipe.receive(write(patterned(size)), most, overflow())).toBeNull();
      expect(readFileSync(overflow()).equals(patterned(size))).toBe(true);
      rmSync(overflow());
    }
  });

  it('has nothing left of a writer that failed half-way', async () => {
    const failing = async () => {
      await appendFile(pipe.path, patterned(100));
      throw new Error('half-way');
    };
    await expect(pipe.receive(failing, 1000, overflow())).rejects.toThrow('half-way');
    expect(await pipe.receive(write(Buffer.from('next')), 1000, overflow())).toEqual(
      Buffer.from('next'),
    );
  });

  it('lets the writer end, and says so, where the file for the overflow cannot be written', async () => {
    writeFileSync(overflow(), 'taken');
    let ended = false;
    const large = async () => {
      await appendFile(pipe.path, patterned(1_000_000));
      ended = true;
    };
    await expect(pipe.receive(large, 1000, overflow())).rejects.toMatchObject({ code: 'EEXIST' });
    expect(ended).toBe(true);
    expect(readFileSync(overflow(), 'utf8')).toBe('taken');
    expect(await pipe.receive(write(Buffer.from('next')), 1000, overflow())).toEqual(
      Buffer.from('next'),
    );
  });

  it('is done without where it cannot be made: then a file is written, and taken if it is small', () => {
    expect(BytePipe.open(join(folder, 'no such folder', 'pipe'))).toBeNull();
    writeFileSync(overflow(), patterned(1000));
    expect(takeSmallFile(overflow(), 999)).toBeNull();
    expect(readFileSync(overflow())).toEqual(patterned(1000));
    expect(takeSmallFile(overflow(), 1000)).toEqual(patterned(1000));
    expect(existsSync(overflow())).toBe(false);
  });
});
