import { expect, test } from 'vitest';
import { readRetryAfter } from './request-embeddings.ts';

test('Retry-After is read as seconds or as a date, and nothing else', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  expect(readRetryAfter('7', now)).toBe(7_000);
  expect(readRetryAfter('Tue, 01 Jan 2030 00:00:30 GMT', now)).toBe(30_000);
  expect(readRetryAfter('Mon, 31 Dec 2029 00:00:30 GMT', now)).toBe(0);
  for (const text of [undefined, '', 'soon', '-1']) expect(readRetryAfter(text, now)).toBe(null);
});
