import { describe, expect, test } from 'vitest';
import { QuernError } from '../kernel/errors.ts';
import { BodyBudget } from './body-budget.ts';

const MiB = 2 ** 20;

function isRefused(work: () => void): boolean {
  try {
    work();
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(QuernError);
    expect(error).toMatchObject({ code: 'OVERLOADED', retryAfterS: 1 });
    return true;
  }
}

describe('the budget of request bodies', () => {
  test('one owner takes half of what large bodies have, so that another finds room', () => {
    const budget = new BodyBudget(32 * MiB);
    budget.open('a').reserve(13 * MiB);
    expect(isRefused(() => budget.open('a').reserve(2 * MiB))).toBe(true);
    expect(isRefused(() => budget.open('b').reserve(13 * MiB))).toBe(false);
    expect(isRefused(() => budget.open('c').reserve(13 * MiB))).toBe(true);
    expect([budget.refused, budget.heldBytes]).toEqual([2, 26 * MiB]);
  });

  test('small bodies have room of their own', () => {
    const budget = new BodyBudget(32 * MiB);
    budget.open('a').reserve(14 * MiB);
    budget.open('b').reserve(14 * MiB);
    for (let index = 0; index < 64; index += 1) budget.open('a').reserve(64 * 1024);
    expect(isRefused(() => budget.open('c').reserve(1))).toBe(true);
  });

  test('a body that grows keeps what it has when it is refused, and gives all of it back once', () => {
    const budget = new BodyBudget(32 * MiB);
    const hold = budget.open('a');
    for (const sizeBytes of [16 * 1024, 64 * 1024, MiB, 8 * MiB]) hold.reserve(sizeBytes);
    expect(isRefused(() => hold.reserve(16 * MiB))).toBe(true);
    expect(budget.heldBytes).toBe(8 * MiB);
    hold.release();
    hold.release();
    expect(budget.heldBytes).toBe(0);
    expect(isRefused(() => budget.open('a').reserve(14 * MiB))).toBe(false);
  });
});
