import type { Clock } from '../src/kernel/clock.ts';

/** A clock that only the test moves. */
export class ManualClock implements Clock {
  #nowMs: number;

  constructor(nowMs = 1_700_000_000_000) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  advance(byMs: number): void {
    this.#nowMs += byMs;
  }
}
