import { expect, it } from 'vitest';
import { daysOf } from '../../values/calendar.ts';
import { parseTime } from './parse-time.ts';

// The test took half a minute when each field examined the whole rest of the text.
it('reads a long text by a long template in proportion to their length', () => {
  const size = 100_000;
  expect(parseTime('1'.repeat(size), 'Y'.repeat(size)).days).toBe(daysOf(1111, 1, 1));
  expect(parseTime('1,111'.repeat(size / 5), 'Y,YYY'.repeat(size / 5)).days).toBe(
    daysOf(1111, 1, 1),
  );
  expect(() => parseTime('1'.repeat(size), 'FMYYYY')).toThrow('out of range');
});
