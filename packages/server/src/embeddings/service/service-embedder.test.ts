import { expect, test } from 'vitest';
import { readRetryAfter } from './request-embeddings.ts';
import { batchesOf } from './service-embedder.ts';

test('batches hold so many texts and so many characters, and a longer text is one of its own', () => {
  const long = 'x'.repeat(150_000);
  expect(batchesOf(['a', 'b', 'c'], 2)).toEqual([['a', 'b'], ['c']]);
  expect(batchesOf([long, long, 'a'], 10)).toEqual([[long], [long, 'a']]);
  expect(batchesOf([`${long}${long}`, 'a'], 10)).toEqual([[`${long}${long}`], ['a']]);
  expect(batchesOf([], 10)).toEqual([]);
});

test('Retry-After is read as seconds or as a date, and nothing else', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  expect(readRetryAfter('7', now)).toBe(7_000);
  expect(readRetryAfter('Tue, 01 Jan 2030 00:00:30 GMT', now)).toBe(30_000);
  expect(readRetryAfter('Mon, 31 Dec 2029 00:00:30 GMT', now)).toBe(0);
  for (const text of [undefined, '', 'soon', '-1']) expect(readRetryAfter(text, now)).toBe(null);
});
