import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const take = () => 'take' as const;

function queueOf(entries: readonly (readonly [workspace: string, item: number])[], limits = {}) {
  const queue = new FairQueue<number>({ maxQueued: 100, maxQueuedPerWorkspace: 100, ...limits });
  for (const [workspace, item] of entries) queue.push(workspace, item);
  return queue;
}

describe('the fair queue', () => {
  it('takes from each workspace in turn, and in each in order', () => {
    const queue = queueOf([
      ['a', 1],
      ['a', 2],
      ['a', 3],
      ['b', 4],
      ['b', 5],
      ['c', 6],
    ]);
    const order = Array.from({ length: 6 }, () => queue.take(take));
    expect(order).toEqual([1, 4, 6, 2, 5, 3]);
    expect(queue.take(take)).toBeUndefined();
    expect(queue.size).toBe(0);
  });

  it('lets small work of a workspace pass its large work, and counts both against its bound', () => {
    const queue = queueOf([], { maxQueuedPerWorkspace: 3 });
    queue.push('a', 1, 'large');
    queue.push('a', 2, 'large');
    queue.push('a', 3);
    expect(queue.push('a', 4)).toBe(false);
    expect(queue.push('b', 5)).toBe(true);
    const smallOnly = (item: number) => (item < 3 ? 'pass' : 'take');
    expect([queue.take(smallOnly), queue.take(smallOnly), queue.take(smallOnly)]).toEqual([
      3,
      5,
      undefined,
    ]);
    expect(queue.remove('a', 2)).toBe(true);
    expect(queue.remove('a', 2)).toBe(false);
    expect(queue.size).toBe(1);
    expect(queue.drain()).toEqual([1]);
  });

  it('is bounded in all and per workspace', () => {
    const queue = queueOf([], { maxQueued: 3, maxQueuedPerWorkspace: 2 });
    expect(queue.push('a', 1)).toBe(true);
    expect(queue.push('a', 2)).toBe(true);
    expect(queue.push('a', 3)).toBe(false);
    expect(queue.push('b', 4)).toBe(true);
    expect(queue.push('c', 5)).toBe(false);
    expect(queue.size).toBe(3);
  });

  it('passes over a workspace that runs as much as it may, which keeps its turn', () => {
    const queue = queueOf([
      ['a', 1],
      ['b', 2],
      ['b', 3],
    ]);
    expect(queue.take((_item, workspace) => (workspace === 'a' ? 'pass' : 'take'))).toBe(2);
    expect(queue.take(take)).toBe(1);
    expect(queue.take(take)).toBe(3);
  });

  it('lets nothing overtake an item that waits for memory', () => {
    const queue = queueOf([
      ['a', 100],
      ['b', 1],
    ]);
    expect(queue.take((item) => (item > 50 ? 'wait' : 'take'))).toBeUndefined();
    expect(queue.size).toBe(2);
  });

  it('removes what no longer waits', () => {
    const queue = queueOf([
      ['a', 1],
      ['a', 2],
    ]);
    expect(queue.remove('a', 1)).toBe(true);
    expect(queue.remove('a', 1)).toBe(false);
    expect(queue.remove('b', 2)).toBe(false);
    expect(queue.drain()).toEqual([2]);
    expect(queue.size).toBe(0);
  });
});
