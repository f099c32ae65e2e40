import { describe, expect, test } from 'vitest';
import { labelOf, readNameTemplate } from './batch-labels.ts';

describe('labels of a batch', () => {
  test.each([
    ['user-{index}', 7, 100, 'user-07-abc123'],
    ['{index}', 0, 1, '0-abc123'],
    ['{index}', 9, 10, '9-abc123'],
    ['{index}', 9, 11, '09-abc123'],
    ['{index} of {index}', 42, 10_000, '0042 of 0042-abc123'],
    ["$& $1 $' {index}", 3, 5, "$& $1 $' 3-abc123"],
  ])('%s at %i of %i is %s', (template, index, count, expected) => {
    expect(labelOf(template, index, count, 'abc123def456')).toBe(expected);
  });

  test('need a place for the index and an end', () => {
    for (const text of ['', 'user', '{Index}', '{ index }', '%index%']) {
      expect(() => readNameTemplate(text, 10)).toThrow("'name_template' must contain '{index}'");
    }
    expect(readNameTemplate(`${'n'.repeat(1024 - 8)}{index}`, 10)).toHaveLength(1023);
    expect(() => readNameTemplate(`${'n'.repeat(1024 - 7)}{index}`, 10)).toThrow(
      'longer than 1024',
    );
    expect(() => readNameTemplate(`${'n'.repeat(1024 - 8)}{index}`, 11)).toThrow(
      'longer than 1024',
    );
    expect(readNameTemplate(null, 10)).toBeNull();
    expect(readNameTemplate(undefined, 10)).toBeNull();
  });
});
