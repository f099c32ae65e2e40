import { expect, test } from 'vitest';
import { chooseNext } from './choose-next.ts';

const of = (...workspaces: string[]) =>
  workspaces.map((workspaceId, place) => ({ place, target: { workspaceId } }));
const choose = (waiting: string[], running: string[], workers: number, blocked: number[] = []) =>
  chooseNext(of(...waiting), of(...running), workers, ({ place }) => !blocked.includes(place))
    ?.place;

test('work is taken of the workspace with the fewest running, the longest waiting first', () => {
  expect(choose([], [], 2)).toBeUndefined();
  expect(choose(['a', 'b'], [], 2)).toBe(0);
  expect(choose(['a', 'a', 'b', 'b'], ['a'], 3)).toBe(2);
  expect(choose(['a', 'b', 'c'], ['a', 'a', 'b'], 4)).toBe(2);
  expect(choose(['a', 'a', 'b'], ['a', 'a', 'b'], 4, [2])).toBe(0);
  expect(choose(['a', 'b'], ['a', 'c'], 2)).toBe(1);
});

test('where all are taken, a workspace without work under way gets a spare one', () => {
  const hung = ['a', 'a', 'a', 'a'];
  expect(choose(['a'], hung, 4)).toBeUndefined();
  expect(choose(['a', 'b', 'b'], hung, 4)).toBe(1);
  expect(choose(['b'], [...hung, 'b'], 4)).toBeUndefined();
  expect(choose(['b', 'c'], [...hung, 'b'], 4)).toBe(1);
  expect(choose(['d'], [...hung, 'b', 'c'], 4)).toBeUndefined();
  expect(choose(['a', 'b'], ['a'], 1)).toBe(1);
});

test('one workspace has all workers only while no other waits', () => {
  expect(choose(['a', 'a'], ['a', 'a'], 3)).toBe(0);
  expect(choose(['a', 'b'], ['a', 'a'], 3, [1])).toBeUndefined();
  expect(choose(['a', 'b'], ['a'], 3, [1])).toBe(0);
  expect(choose(['a', 'b'], [], 1)).toBe(0);
});
