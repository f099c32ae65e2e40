import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskReserve } from './disk-reserve.ts';

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
  // Whoever needs the room has it: it is not taken again at once.
  free = 4 * MiB;
  reserve.keep();
  expect(readdirSync(folder)).toEqual([]);
  expect(reserve.useIfFull()).toBe(false);
});

test('a disk that is full and has no reserve is told', () => {
  free = MiB;
  expect(reserve.useIfFull()).toBe(true);
});

test('the free room is that of the disk of the folder', () => {
  const real = new DiskReserve(folder);
  expect(real.useIfFull()).toBe(false);
  real.keep();
  expect(readdirSync(folder)).toEqual(['reserve']);
});
