import { invariant } from '../../kernel/invariant.ts';

/**
 * The life of a query in its process.
 *
 *                accept             start            show
 *     admitted ----------> accepted -----> running --------> shown
 *        |  \__________________start_________/^  |              |
 *        | fail, cancel, interrupt               |  keep, fail, cancel, interrupt
 *        v                                       v              v
 *     refused              succeeded | failed | cancelled | interrupted
 *
 * - `admitted`: nothing is written, and the query may still be refused for lack of room.
 * - `accepted`: asynchronous; the run is on disk and waits for a worker. A synchronous query is in
 *   this state while its tables are fetched from their sources.
 * - `running`: a worker has the query; the run is written.
 * - `shown`: the first rows were answered, and the result is written as `processing`.
 * - `refused`: the query ended before anything was written.
 *
 * The other states are those of the stored run.
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
/** The status of a written run after an event other than success. */
export const statusAfter = {
  fail: 'failed',
  cancel: 'cancelled',
  interrupt: 'interrupted',
} as const;

const recorded: Row = { ...over, ...statusAfter };

/** The next state for each event; null for an impossible event. */
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
  // Another start: the same query with more digits, before any row was shown.
  running: { ...recorded, start: 'running', show: 'shown', keep: 'succeeded' },
  shown: { ...recorded, keep: 'succeeded' },
  succeeded: over,
  failed: over,
  cancelled: over,
  interrupted: over,
  refused: over,
};

/** The state after an event; throws for an impossible event. */
export function nextState(state: QueryRunState, event: QueryRunEvent): QueryRunState {
  const next = queryRunTransitions[state][event];
  invariant(next !== null, `a query that is ${state} takes no ${event}`);
  return next;
}

/** True if the run is written: others can read the run, and its end must be written too. */
export const hasRun = (state: QueryRunState) => state !== 'admitted' && state !== 'refused';

/** True if no event can follow. */
export const isOver = (state: QueryRunState) =>
  Object.values(queryRunTransitions[state]).every((next) => next === null);
