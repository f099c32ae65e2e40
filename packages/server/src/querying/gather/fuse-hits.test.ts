import { expect, test } from 'vitest';
import { fuseHits } from './fuse-hits.ts';

const hits = (...rows: [file: number, row: number][]) => ({
  files: Uint32Array.from(rows, ([file]) => file),
  rows: Uint32Array.from(rows, ([, row]) => row),
  scores: Float64Array.from(rows, () => 1),
});

test('rows are ordered by the sum of their reciprocal ranks, with weights', () => {
  const first = hits([0, 1], [0, 2], [1, 1]);
  const second = hits([1, 1], [0, 3], [0, 1]);
  const fused = fuseHits([first, second], [1, 1], 3);
  expect([...fused.hits.files].map((file, index) => [file, fused.hits.rows[index]])).toEqual([
    [0, 1],
    [1, 1],
    [0, 2],
  ]);
  expect(fused.ranks).toEqual([
    [1, 3, 2],
    [3, 1, null],
  ]);
  expect(fused.hits.scores[0]).toBeCloseTo(1 / 61 + 1 / 63, 12);
  expect([...fuseHits([first, second], [0, 1], 9).hits.rows]).toEqual([1, 3, 1]);
  expect([...fuseHits([first, hits()], [1, 1], 1).hits.rows]).toEqual([1]);
});
