import { describe, expect, it } from 'vitest';
import {
  hasRun,
  isOver,
  nextState,
  type QueryRunEvent,
  type QueryRunState,
  queryRunTransitions,
} from './query-run-state.ts';

const states = Object.keys(queryRunTransitions) as QueryRunState[];
const events = Object.keys(queryRunTransitions.admitted) as QueryRunEvent[];

/** All states reachable by any number of events. */
function reachableFrom(state: QueryRunState, seen = new Set<QueryRunState>()): Set<QueryRunState> {
  for (const next of Object.values(queryRunTransitions[state])) {
    if (next === null || seen.has(next)) continue;
    seen.add(next);
    reachableFrom(next, seen);
  }
  return seen;
}

describe('the states of a query', () => {
  it('are all reached, and each that is not over can end', () => {
    expect(new Set(['admitted', ...reachableFrom('admitted')])).toEqual(new Set(states));
    for (const state of states) {
      expect([state, [...reachableFrom(state)].some(isOver)]).toEqual([state, !isOver(state)]);
    }
  });

  it('never lose a run that is written', () => {
    for (const state of states.filter(hasRun)) {
      expect([...reachableFrom(state)].filter((next) => !hasRun(next))).toEqual([]);
    }
  });

  it('show rows once, and start nothing again after that', () => {
    expect(reachableFrom('shown')).toEqual(
      new Set(['succeeded', 'failed', 'cancelled', 'interrupted']),
    );
  });

  it.each(['succeeded', 'failed', 'cancelled', 'interrupted', 'refused'] as const)(
    'take nothing once %s',
    (state) => {
      for (const event of events) expect(() => nextState(state, event)).toThrow(event);
    },
  );

  it('go the way of a synchronous and of an asynchronous query', () => {
    const walk = (...walked: QueryRunEvent[]) =>
      walked.reduce<QueryRunState>(nextState, 'admitted');
    expect(walk('start', 'keep')).toBe('succeeded');
    expect(walk('accept', 'start', 'start', 'show', 'keep')).toBe('succeeded');
    expect(walk('accept', 'cancel')).toBe('cancelled');
    expect(walk('fail')).toBe('refused');
    expect(() => walk('keep')).toThrow('a query that is admitted takes no keep');
  });
});
