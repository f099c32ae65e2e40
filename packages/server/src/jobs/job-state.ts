import type { Jobs } from '../metadata/job-tables.ts';

/**
 *              claim                      succeed
 *   pending ----------> running ------------------------> succeeded
 *    | ^                 | | |      partially_succeed
 *    | +-----------------+ | +--------------------------> partially_succeeded
 *    |  retry, give_back   |   give_up, cancel
 *    |                     +----------------------------> failed
 *    |                           cancel                      ^
 *    +-------------------------------------------------------+
 *
 * Clients know no status for a cancelled job; the message says so. An expired lease is a failed
 * attempt: retry or give_up, as after an error. The three states on the right are final and never
 * change.
 */
export type JobStatus = Jobs['status'];
export type JobEvent =
  | 'claim'
  | 'succeed'
  | 'partially_succeed'
  | 'retry'
  | 'give_back'
  | 'give_up'
  | 'cancel';

export const jobStatuses = [
  'pending',
  'running',
  'succeeded',
  'partially_succeeded',
  'failed',
] as const satisfies readonly JobStatus[];
export const jobEvents = [
  'claim',
  'succeed',
  'partially_succeed',
  'retry',
  'give_back',
  'give_up',
  'cancel',
] as const satisfies readonly JobEvent[];

const refused = {
  claim: null,
  succeed: null,
  partially_succeed: null,
  retry: null,
  give_back: null,
  give_up: null,
  cancel: null,
} as const satisfies Record<JobEvent, null>;

/** The table is total: every status answers every event. Null means an impossible event. */
const transitions: Readonly<Record<JobStatus, Readonly<Record<JobEvent, JobStatus | null>>>> = {
  pending: { ...refused, claim: 'running', cancel: 'failed' },
  running: {
    claim: null,
    succeed: 'succeeded',
    partially_succeed: 'partially_succeeded',
    retry: 'pending',
    give_back: 'pending',
    give_up: 'failed',
    cancel: 'failed',
  },
  succeeded: refused,
  partially_succeeded: refused,
  failed: refused,
};

/** The status after `event`, or null where a job of the status cannot have the event. */
export function nextJobStatus(status: JobStatus, event: JobEvent): JobStatus | null {
  return transitions[status][event];
}

/** True for an ended job, which never changes again. */
export function isFinalJobStatus(status: JobStatus): boolean {
  return jobEvents.every((event) => transitions[status][event] === null);
}

/**
 * The event after a failed attempt. `attempts` includes the failed attempt. A repeating error is
 * not retried.
 */
export function afterFailure(
  attempts: number,
  maxAttempts: number,
  canRepeat: boolean,
): 'retry' | 'give_up' {
  return canRepeat && attempts < maxAttempts ? 'retry' : 'give_up';
}

const firstRetryDelayMs = 1_000;
const longestRetryDelayMs = 300_000;

/**
 * Milliseconds until a job looks again at a resource that another job has locked. The delay is
 * random, 1 to 3 s. Without randomness, waiting jobs would return together, and all but one would
 * fail again.
 */
export function busyDelayMs(): number {
  return Math.round(1_000 + 2_000 * Math.random());
}

/**
 * Milliseconds until the next attempt after the given number of attempts: 1 s, 2 s, 4 s ... 5
 * minutes.
 */
export function retryDelayMs(attempts: number): number {
  return Math.min(firstRetryDelayMs * 2 ** Math.max(0, attempts - 1), longestRetryDelayMs);
}
