import { expect, test } from 'vitest';
import { batchesOf } from './batches-of.ts';

test('batches hold so many texts and so many characters, and a longer text is one of its own', () => {
  const cut = (texts: readonly string[], count: number) =>
    batchesOf(texts, ({ length }) => length, { count, characters: 20 });
  const long = 'x'.repeat(15);
  expect(cut(['a', 'b', 'c'], 2)).toEqual([['a', 'b'], ['c']]);
  expect(cut([long, long, 'a'], 10)).toEqual([[long], [long, 'a']]);
  expect(cut([`${long}${long}`, 'a'], 10)).toEqual([[`${long}${long}`], ['a']]);
  expect(cut([], 10)).toEqual([]);
});
