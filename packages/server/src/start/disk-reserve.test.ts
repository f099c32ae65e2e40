import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskReserve, namingFullDisk } from './disk-reserve.ts';

const MiB = 2 ** 20;
let folder: string;
let free: number;
let reserve: DiskReserve;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quern-reserve-'));
  reserve = new DiskReserve(folder, () => free);
});
afterEach(() => rmSync(folder, { recursive: true }));

test('is made where there is room, once, and given back where the disk is full', () => {
  free = 1024 * MiB;
  expect(reserve.useIfFull()).toBe(false);
  reserve.keep();
  const { size, mtimeMs, blocks } = statSync(join(folder, 'reserve'));
  expect([size, blocks * 512 >= size]).toEqual([4 * MiB, true]);
  reserve.keep();
  expect(statSync(join(folder, 'reserve')).mtimeMs).toBe(mtimeMs);
  expect(reserve.useIfFull()).toBe(false);
  free = 0;
  expect(reserve.useIfFull()).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
  // The room is not reserved again at once, so other writers can use it.
  free = 4 * MiB;
  reserve.keep();
  expect(readdirSync(folder)).toEqual([]);
  expect(reserve.useIfFull()).toBe(false);
});

test('a disk that is full and has no reserve is told', () => {
  free = MiB;
  expect(reserve.useIfFull()).toBe(true);
});

test('a start that a full disk ended says so, and any other error is as it was', () => {
  const full = `the disk of the data folder '${folder}' is full, and a start needs some megabytes: make room, then start again`;
  const told = (error: Error) => namingFullDisk(error, folder, () => free);
  const errors = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC'].map((code) =>
    Object.assign(new Error('disk I/O error'), { code }),
  );
  free = MiB;
  for (const error of errors) expect(told(error)).toMatchObject({ message: full, cause: error });
  const other = new Error('port 4400 is taken');
  expect(told(other)).toBe(other);
  free = 1024 * MiB;
  for (const error of errors) expect(told(error)).toBe(error);
});

test('the free room is that of the disk of the folder', () => {
  const real = new DiskReserve(folder);
  expect(real.useIfFull()).toBe(false);
  real.keep();
  expect(readdirSync(folder)).toEqual(['reserve']);
});
