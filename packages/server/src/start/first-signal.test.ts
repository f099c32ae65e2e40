import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { firstSignal } from './first-signal.ts';

class FakeProcess extends EventEmitter {
  readonly exits: number[] = [];
  exit(code: number): void {
    this.exits.push(code);
  }
}

test('the first signal is told, its echo is nothing, and a second one ends the process at once', async () => {
  const process = new FakeProcess();
  let now = 1000;
  const signal = firstSignal(process, () => now);
  for (const [at, name] of [
    [1000, 'SIGINT'],
    [1001, 'SIGINT'],
    [1400, 'SIGTERM'],
  ] as const) {
    now = at;
    process.emit(name, name);
  }
  expect(await signal).toBe('SIGINT');
  expect(process.exits).toEqual([]);
  now = 1501;
  process.emit('SIGINT', 'SIGINT');
  expect(process.exits).toEqual([130]);
});
