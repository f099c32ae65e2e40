import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

/** A resource with one holder at a time. */
class Thing {
  readonly turns = new Turns();
  readonly had: string[] = [];
  #isFree = true;
  take = async (): Promise<true | null> => {
    if (!this.#isFree) return null;
    this.#isFree = false;
    return true;
  };
  free(): void {
    this.#isFree = true;
    this.turns.freed('thing');
  }
  async use(name: string, waitMs = 60_000, signal?: AbortSignal): Promise<boolean> {
    const taken = await this.turns.take('thing', waitMs, signal, this.take);
    if (taken !== null) this.had.push(name);
    return taken !== null;
  }
}

const turnOfTheEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

test('those who wait have their turns in the order of asking, also before who comes when it is free', async () => {
  const thing = new Thing();
  expect(await thing.use('a')).toBe(true);
  const waiting = ['b', 'c', 'd'].map((name) => thing.use(name));
  await turnOfTheEventLoop();
  expect(thing.had).toEqual(['a']);
  for (const next of ['b', 'c', 'd', 'e']) {
    thing.free();
    if (next === 'b') waiting.push(thing.use('e'));
    await waiting['bcde'.indexOf(next)];
    expect(thing.had.at(-1)).toBe(next);
  }
});

test('who waits too long, goes away or comes where too many wait is told', async () => {
  const thing = new Thing();
  await thing.use('a');
  expect(await thing.use('impatient', 0)).toBe(false);
  expect(await thing.use('brief', 20)).toBe(false);
  const leaving = new AbortController();
  const left = thing.use('left', 60_000, leaving.signal);
  const behind = thing.use('behind');
  await turnOfTheEventLoop();
  leaving.abort();
  expect(await left).toBe(false);
  const line = Array.from({ length: 127 }, (_unused, index) => thing.use(`line ${index}`));
  await turnOfTheEventLoop();
  expect(await thing.use('too many')).toBe(false);
  thing.free();
  expect(await behind).toBe(true);
  for (const one of line) {
    thing.free();
    expect(await one).toBe(true);
  }
});

test('what another process had is found free without being told', async () => {
  const turns = new Turns();
  let looks = 0;
  expect(await turns.take('x', 60_000, undefined, async () => (++looks > 3 ? looks : null))).toBe(
    4,
  );
});

test('an error of the first in line is its own, and the next has its turn', async () => {
  const turns = new Turns();
  let asked = 0;
  const failing = turns.take('x', 60_000, undefined, async () => {
    asked += 1;
    if (asked > 2) throw new Error('the database is gone');
    return null;
  });
  await turnOfTheEventLoop();
  const second = turns.take('x', 60_000, undefined, async () => 'mine');
  await expect(failing).rejects.toThrow('gone');
  expect(await second).toBe('mine');
});
