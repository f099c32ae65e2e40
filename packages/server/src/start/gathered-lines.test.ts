import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { GatheredLines } from './gathered-lines.ts';

function gathered() {
  const written: string[] = [];
  const lines = new GatheredLines((text) => written.push(text));
  const log = pino({ base: null, timestamp: false }, lines);
  const messages = () =>
    written.map((text) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).msg),
    );
  return { lines, log, messages };
}

it('writes lines together, in their order, after a while', () => {
  vi.useFakeTimers();
  try {
    const { log, messages } = gathered();
    log.info('one');
    log.info('two');
    expect(messages()).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(messages()).toEqual([['one', 'two']]);
    log.info('three');
    vi.advanceTimersByTime(1000);
    expect(messages()).toEqual([['one', 'two'], ['three']]);
  } finally {
    vi.useRealTimers();
  }
});

it('writes a warning at once, with what came before it, and what is left when asked', () => {
  const { lines, log, messages } = gathered();
  log.info('one');
  log.warn('careful');
  expect(messages()).toEqual([['one', 'careful']]);
  log.info('last');
  lines.flush();
  lines.flush();
  expect(messages()).toEqual([['one', 'careful'], ['last']]);
});

it('holds no more than a little', () => {
  const { log, messages } = gathered();
  for (let line = 0; line < 40; line += 1) log.info('x'.repeat(1000));
  expect(messages().length).toBeGreaterThan(1);
});
