import { expect, test } from 'vitest';
import { ResultReuse, type ReusableAnswer } from './result-reuse.ts';

const answer = (resultId: string, characters: number): ReusableAnswer => ({
  resultId,
  rows: {
    columns: [],
    preview: { text: 'x'.repeat(characters), rowCount: 1, truncated: false },
    rowCount: 1,
  },
  truncated: false,
  rowsScanned: null,
});

test('answers are remembered within their bytes, the most recently asked', () => {
  const reuse = new ResultReuse(2 ** 20);
  for (let index = 0; index < 100; index += 1) {
    reuse.remember(`text ${index}`, answer(`rslt${index}`, 20_000));
    reuse.find('text 0');
  }
  expect(reuse.heldBytes).toBeLessThanOrEqual(2 ** 20);
  expect(reuse.heldBytes).toBeGreaterThan(2 ** 19);
  const found = ['text 0', 'text 1', 'text 99'].map((key) => reuse.find(key)?.resultId);
  expect(found).toEqual(['rslt0', undefined, 'rslt99']);
});

test('an answer that would drive out many others is not remembered', () => {
  const reuse = new ResultReuse(2 ** 20);
  reuse.remember('small', answer('rslt1', 1000));
  reuse.remember('large', answer('rslt2', 40_000));
  expect([reuse.find('small')?.resultId, reuse.find('large')]).toEqual(['rslt1', undefined]);
});
