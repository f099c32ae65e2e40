import { expect, test } from 'vitest';
import { pool } from './pool.ts';

const data = Float32Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
const texts = { tokens: [2, 1], length: 2 };

test('vectors of tokens become one of each text, without those of padding', () => {
  const states = { data, dims: [2, 2, 2] };
  const pooled = (kind: 'mean' | 'cls') => pool(states, texts, { kind, isNormalized: false });
  expect(pooled('mean')).toEqual([Float32Array.from([2, 3]), Float32Array.from([5, 6])]);
  expect(pooled('cls')).toEqual([Float32Array.from([1, 2]), Float32Array.from([5, 6])]);
  const [first] = pool(states, texts, { kind: 'cls', isNormalized: true }) ?? [];
  expect(Math.hypot(...(first ?? []))).toBeCloseTo(1, 6);
  const whole = pool({ data, dims: [2, 4] }, texts, { kind: 'whole', isNormalized: false });
  expect(whole).toEqual([data.subarray(0, 4), data.subarray(4)]);
});

test('numbers of another shape than a vector for each text or token are none', () => {
  const mean = { kind: 'mean', isNormalized: false } as const;
  const whole = { kind: 'whole', isNormalized: false } as const;
  for (const dims of [[2, 4], [2, 1, 4], [1, 2, 4], [2, 2, 3], [8], [], [2, 2, 0], [2, 2, 2, 1]])
    expect(pool({ data, dims }, texts, mean)).toBeNull();
  for (const dims of [[2, 2, 2], [1, 8], [4, 2], [8], [2, 3]])
    expect(pool({ data, dims }, texts, whole)).toBeNull();
});
