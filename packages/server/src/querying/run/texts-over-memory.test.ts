import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { memoryMessage } from '../../engine/map-duckdb-error.ts';
import { badRequest } from '../../kernel/errors.ts';
import { TextsOverMemory } from './texts-over-memory.ts';

describe('queries over their memory', () => {
  const isRefused = (texts: TextsOverMemory, key: string): boolean => {
    try {
      texts.refuse(() => key);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: 'OVERLOADED', retryAfterS: 1 });
      return true;
    }
  };

  test.each([
    ['memory', ''],
    ['temporary disk space', 'failed to offload data block'],
  ])('are refused under their own key for three minutes, where %s was too little', (_, detail) => {
    const clock = new ManualClock();
    const texts = new TextsOverMemory(clock);
    const error = badRequest(memoryMessage(2 ** 20, detail));
    expect(texts.note(error, () => 'a')).toMatchObject({ code: 'OVERLOADED', retryAfterS: 1 });
    expect([isRefused(texts, 'a'), isRefused(texts, 'b')]).toEqual([true, false]);
    clock.advance(180_001);
    expect(isRefused(texts, 'a')).toBe(false);
    const unasked = () => {
      throw new Error('the key of a query is worked out only where one may be refused');
    };
    expect(() => texts.refuse(unasked)).not.toThrow();
  });

  test('are those alone: another error stays as it is, and its query is not refused', () => {
    const texts = new TextsOverMemory(new ManualClock());
    for (const error of [
      badRequest(memoryMessage(2 ** 20, '', 'load')),
      badRequest("column 'query exceeded its memory budget' does not exist"),
    ]) {
      expect(texts.note(error, () => 'a')).toBe(error);
      expect(isRefused(texts, 'a')).toBe(false);
    }
  });
});
