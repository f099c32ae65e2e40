import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Manifest {
  readonly name?: string;
  readonly engines?: { readonly node?: string } | readonly string[];
}

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8'));

/** Parses a range of packages: `^20.19.0 || >=22.12.0`, `20.x`, `14 >=14.17`. */
function admits(range: string, version: readonly [number, number, number]): boolean {
  return range.split('||').some((alternative) => {
    const parts = [...alternative.matchAll(/(>=|\^)?\s*(\d+|\*)(?:\.(\d+|x))?(?:\.(\d+|x))?/g)];
    return parts.every(([, sign, ...written]) => {
      const wanted = written.map((part) =>
        Number(part === undefined || /[x*]/.test(part) ? 0 : part),
      );
      const at = version.findIndex((part, index) => part !== wanted[index]);
      const isLater = at < 0 || (version[at] ?? 0) > (wanted[at] ?? 0);
      if (written[0] === '*') return true;
      if (sign === '>=') return isLater;
      const isExact = (part: string | undefined, index: number) =>
        part === undefined || part === 'x' || Number(part) === version[index];
      return sign === '^' ? isLater && version[0] === wanted[0] : written.every(isExact);
    });
  });
}

test('a range of versions is read as npm reads it', () => {
  for (const range of [
    '*',
    '>= 20',
    '>=20.19',
    '^20.19.0 || >=22.12.0',
    '20.x',
    '18 || 20',
    '20.19',
  ])
    expect([range, admits(range, [20, 19, 0])]).toEqual([range, true]);
  for (const range of ['>=20.20', '^18 || >=22', '22.x', '^20.19.1', '14 >=14.17', '>=20.19.1'])
    expect([range, admits(range, [20, 19, 0])]).toEqual([range, false]);
});

test('every package runs on the oldest Node that is promised, so that npm ci warns of none', () => {
  const packages: Record<string, Manifest> = read('package-lock.json').packages;
  const own = Object.entries(packages).filter(([path]) => /^(?:packages\/\w+)?$/.test(path));
  expect(
    new Set(own.map(([path]) => read(`${path && `${path}/`}package.json`).engines.node)),
  ).toEqual(new Set(['>=20.19']));
  const refusing = Object.entries(packages).flatMap(([path, { engines }]) => {
    const range = engines && 'node' in engines ? engines.node : undefined;
    return range === undefined || admits(range, [20, 19, 0]) ? [] : [`${path}: ${range}`];
  });
  expect(refusing).toEqual([]);
});
