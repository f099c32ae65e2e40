import { invariant } from '../../kernel/invariant.ts';

/**
 * The life of a query in the process that runs it.
 *
 *                accept             start            show
 *     admitted ----------> accepted -----> running --------> shown
 *        |  \__________________start_________/^  |              |
 *        | fail, cancel, interrupt               |  keep, fail, cancel, interrupt
 *        v                                       v              v
 *     refused              succeeded | failed | cancelled | interrupted
 *
 * `admitted`: nothing is written, and want of room may still refuse it. `accepted`: asynchronous;
 * its run is on disk and it waits for a worker. A synchronous query is so while tables of it are
 * fetched from their sources. `running`: a worker has it; its run is written. `shown`: its first
 * rows were answered and its result is written as `processing`. `refused`: it ended before anything
 * was written. The others are the states of the stored run.
 */
export type QueryRunState =
  | 'admitted'
  | 'accepted'
  | 'running'
  | 'shown'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'interrupted'
  | 'refused';

export type QueryRunEvent = 'accept' | 'start' | 'show' | 'keep' | 'fail' | 'cancel' | 'interrupt';

type Row = Readonly<Record<QueryRunEvent, QueryRunState | null>>;

const over: Row = {
  accept: null,
  start: null,
  show: null,
  keep: null,
  fail: null,
  cancel: null,
  interrupt: null,
};
/** What a written run becomes where it does not succeed. */
export const statusAfter = {
  fail: 'failed',
  cancel: 'cancelled',
  interrupt: 'interrupted',
} as const;

const recorded: Row = { ...over, ...statusAfter };

/** What each event leads to; null where it cannot come. */
export const queryRunTransitions: Readonly<Record<QueryRunState, Row>> = {
  admitted: {
    ...over,
    accept: 'accepted',
    start: 'running',
    fail: 'refused',
    cancel: 'refused',
    interrupt: 'refused',
  },
  accepted: { ...recorded, start: 'running' },
  // Started again: the same query at other digits, of which no row was shown.
  running: { ...recorded, start: 'running', show: 'shown', keep: 'succeeded' },
  shown: { ...recorded, keep: 'succeeded' },
  succeeded: over,
  failed: over,
  cancelled: over,
  interrupted: over,
  refused: over,
};

/** The state after an event; throws where the event cannot come. */
export function nextState(state: QueryRunState, event: QueryRunEvent): QueryRunState {
  const next = queryRunTransitions[state][event];
  invariant(next !== null, `a query that is ${state} takes no ${event}`);
  return next;
}

/**
 * Whether a run of it is written, so that others can ask for it and its end has to be written too.
 */
export const hasRun = (state: QueryRunState) => state !== 'admitted' && state !== 'refused';

/** Whether nothing comes any more. */
export const isOver = (state: QueryRunState) =>
  Object.values(queryRunTransitions[state]).every((next) => next === null);
