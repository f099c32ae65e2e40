import { expect, it } from 'vitest';
import { LruCache } from './lru-cache.ts';

it('holds what was used last, by weight', () => {
  const cache = new LruCache<number>(10);
  cache.set('a', 1, 4);
  cache.set('b', 2, 4);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3, 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.weight]).toEqual([
    1,
    undefined,
    3,
    8,
  ]);
  cache.set('d', 4, 11);
  expect([cache.get('d'), cache.weight]).toEqual([undefined, 8]);
});

it('lets go what nobody asked for, once something else comes', () => {
  let nowMs = 0;
  const cache = new LruCache<string>(1000, 300, () => nowMs);
  for (const key of ['asked', 'forgotten', 'replaced']) cache.set(key, key, 1);
  nowMs = 200;
  cache.get('asked');
  cache.set('replaced', 'anew', 2);
  nowMs = 400;
  cache.set('new', 'new', 1);
  expect(cache.weight).toBe(4);
  expect(['asked', 'forgotten', 'replaced'].map((key) => cache.get(key))).toEqual([
    'asked',
    undefined,
    'anew',
  ]);
  nowMs = 10_000;
  cache.set('last', 'last', 1);
  expect(cache.weight).toBe(1);
});
