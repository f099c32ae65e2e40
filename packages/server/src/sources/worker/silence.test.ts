import { expect, test } from 'vitest';
import { Silence } from './silence.ts';

test('rows end a silence, bytes only in numbers that are an answer', () => {
  const silence = new Silence(1_000, 0);
  silence.hearBytes(1_000_000, 900);
  expect([silence.isOver(999), silence.isOver(1_000)]).toEqual([false, true]);
  silence.hearBytes(2 ** 20, 1_000);
  expect(silence.isOver(1_999)).toBe(false);
  silence.hearRows(1, 1_900);
  expect(silence.isOver(2_899)).toBe(false);
  silence.hearRows(1, 2_900);
  silence.hearBytes(2 ** 21 - 1, 2_900);
  expect(silence.isOver(2_900)).toBe(true);
});
