import { expect, it } from 'vitest';
import { parseTimeTemplate } from '../../values/time-template.ts';
import { formatNumeric } from './format-number.ts';

const size = 1_000_000;

// Templates of such a length took seconds when twenty spellings were tried at each character.
it('formats by a template as long as a statement, to as many places as a numeric has', () => {
  const started = performance.now();
  for (let count = 0; count < 20; count += 1)
    expect(formatNumeric('1.5', `9.${'9'.repeat(size)}`)).toHaveLength(16_386);
  expect(formatNumeric('1.5', '9'.repeat(size))).toHaveLength(size + 1);
  expect(parseTimeTemplate('x'.repeat(size))).toHaveLength(size);
  expect(() => formatNumeric('5.5', `9V${'9'.repeat(size)}`)).toThrow(
    'value overflows numeric format',
  );
  expect(performance.now() - started).toBeLessThan(20_000);
});
