import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filesPerManifest, startOfFold } from './fold-manifests.ts';

/** Appends manifests of these file counts, as commits do. */
function append(sizes: readonly number[]): { readonly counts: number[]; readonly written: number } {
  let counts: number[] = [];
  let written = 0;
  for (const size of sizes) {
    const all = [...counts, size];
    const tail = all.slice(-64);
    const start = startOfFold(tail);
    const at = start === null ? all.length - 1 : all.length - tail.length + start;
    const folded = all.slice(at).reduce((sum, count) => sum + count, 0);
    counts = [...all.slice(0, at), folded];
    written += folded;
  }
  return { counts, written };
}

test('appends of one file leave few manifests, and each file was written into few of them', () => {
  const { counts, written } = append(Array.from({ length: 5000 }, () => 1));
  expect(counts.length).toBeLessThanOrEqual(20);
  expect(written / 5000).toBeLessThanOrEqual(6);
});

test('appends of any sizes leave few manifests beside the full ones, none too large and none without its files', () => {
  const size = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 5 }) },
    fc.integer({ min: 1, max: 1000 }),
  );
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 400 }), (sizes) => {
      const { counts, written } = append(sizes);
      const total = sizes.reduce((sum, one) => sum + one, 0);
      expect(counts.reduce((sum, one) => sum + one, 0)).toBe(total);
      expect(Math.max(...counts)).toBeLessThanOrEqual(filesPerManifest);
      expect(counts.length).toBeLessThanOrEqual(40 + (total / filesPerManifest) * 12);
      expect(written).toBeLessThanOrEqual(7 * total);
    }),
    { numRuns: 300 },
  );
});
