import { expect, test } from 'vitest';
import { bytesHeld } from './bytes-held.ts';

test('a value takes more the more it is made of', () => {
  expect(bytesHeld('x'.repeat(1000))).toBeGreaterThanOrEqual(1000);
  expect(bytesHeld(new Uint8Array(1000))).toBeGreaterThanOrEqual(1000);
  expect(bytesHeld({ a: { b: ['x'.repeat(1000)] } })).toBeGreaterThanOrEqual(1000);
  expect(bytesHeld(new Map([['key', 'x'.repeat(1000)]]))).toBeGreaterThanOrEqual(1000);
  expect(bytesHeld(new Set(['x'.repeat(1000)]))).toBeGreaterThanOrEqual(1000);
  expect(bytesHeld(Array.from({ length: 100 }, () => null))).toBeGreaterThanOrEqual(800);
  expect(bytesHeld([null, undefined, 1, 1n, true])).toBeLessThan(500);
});
