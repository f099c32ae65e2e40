import { QuernError } from '../../kernel/errors.ts';
import { memoryMessage } from '../map-duckdb-error.ts';
import type { Failure, ToWorker } from '../protocol.ts';
import { WorkerDeath } from '../worker-death.ts';
import type { RunOptions, StopReason } from './pool-options.ts';

/** The time between a task's interrupt and the killing of its process. */
export const interruptGraceMs = 1000;

/** One task in the pool: waiting, then running, then settled once. */
export class PoolJob {
  readonly id: number;
  readonly name: string;
  readonly request: unknown;
  readonly options: RunOptions;
  /** The reason why the pool is stopping the job. */
  stopReason: StopReason | undefined;
  settled = false;
  /** The job has a worker, and its request is being created. */
  isPreparing = false;
  /** The ends of the workers that died while running the job: a signal's name, or `exit code N`. */
  readonly deaths: string[] = [];
  /** The caller has received a part of the reply. */
  hasShown = false;
  /** The time when the job first had a worker, by performance.now(). */
  assignedAtMs: number | undefined;
  /** The job's `onStart`, which runs once whatever the number of workers. */
  started: Promise<void> | undefined;
  readonly #resolve: (reply: unknown) => void;
  readonly #reject: (error: unknown) => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  #onAbort: (() => void) | undefined;

  constructor(
    id: number,
    name: string,
    request: unknown,
    options: RunOptions,
    resolve: (reply: unknown) => void,
    reject: (error: unknown) => void,
  ) {
    this.id = id;
    this.name = name;
    this.request = request;
    this.options = options;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** The message about the job to a worker. */
  message(request: unknown, spoolDir: string, held: boolean): ToWorker {
    const { id, name } = this;
    const { memoryBytes, threads, told } = this.options;
    const task = { kind: 'task', id, name, request, memoryBytes, threads, spoolDir, held } as const;
    return told ? { ...task, told } : task;
  }

  /** Calls `work` after the delay, unless the job is settled or `clearTimers` is called first. */
  after(delayMs: number, work: () => void): void {
    // setTimeout accepts at most 2^31-1 ms, and treats more as 1 ms.
    const timer = setTimeout(work, Math.min(delayMs, 2 ** 31 - 1));
    this.#timers.add(timer);
  }

  clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /**
   * True where the job may run again. A worker may die without the task's fault (the machine ran
   * out of memory, somebody killed it), and a task only writes files that are removed with it. The
   * job runs once more, unless the caller has received a part.
   */
  get mayRunAgain(): boolean {
    return (
      !this.options.runsOnce &&
      this.deaths.length === 1 &&
      !(this.settled || this.hasShown || this.isPreparing || this.stopReason)
    );
  }

  onAbort(work: () => void): void {
    this.#onAbort = work;
    this.options.signal?.addEventListener('abort', work, { once: true });
  }

  resolve(reply: unknown): void {
    if (this.#settle()) this.#resolve(reply);
  }

  reject(error: QuernError): void {
    if (this.#settle()) this.#reject(error);
  }

  #settle(): boolean {
    if (this.settled) return false;
    this.settled = true;
    const { timeSpent } = this.options;
    if (timeSpent && this.assignedAtMs !== undefined)
      timeSpent.ms += performance.now() - this.assignedAtMs;
    this.clearTimers();
    if (this.#onAbort) this.options.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

/** The error of a job that the pool stopped, or whose worker failed or died. */
export function jobError(job: PoolJob, failure?: Failure): QuernError {
  const subject = job.options.subject ?? 'query';
  switch (job.stopReason) {
    case 'memory':
      return new QuernError('BAD_REQUEST', memoryMessage(job.options.memoryBytes, '', subject));
    case 'deadline': {
      const limit = Number((job.options.deadlineMs / 1000).toFixed(3));
      return new QuernError(
        'BAD_REQUEST',
        `${subject} exceeded the time limit of ${limit} s; narrow it or split it`,
      );
    }
    case 'cancelled':
      return cancelledError(subject);
    case 'closed':
      return closedError();
    default:
      if (failure) {
        const { code, message, sqlState, detail: cause } = failure;
        return new QuernError(code, message, {
          cause,
          ...(sqlState !== undefined && { sqlState }),
          ...(code === 'PERSISTENCE_UNAVAILABLE' ? { retryAfterS: 5 } : {}),
        });
      }
      return deathError(job, subject);
  }
}

/**
 * Signals of a process that ends itself: a stack overflow, a damaged heap, a failed assertion.
 * SIGKILL comes from outside.
 */
const crashSignals = new Set(['SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

const crashSentences = {
  text: 'this query ended the process that ran it, twice, so it is not run again; simplify what it nests or computes, or run it in parts',
  file: 'this file ended the process that read it, twice, so it is not read again; it is damaged or nests too deeply',
};

function deathError(job: PoolJob, subject: string): QuernError {
  const { deaths, options } = job;
  const cause =
    deaths.length === 0 ? undefined : `the worker process ended with ${deaths.join(', then ')}`;
  if (options.diesOf && deaths.length > 1 && deaths.every((how) => crashSignals.has(how))) {
    return new QuernError('BAD_REQUEST', crashSentences[options.diesOf], { cause });
  }
  return new WorkerDeath(subject, cause);
}

export const cancelledError = (subject = 'query') =>
  new QuernError('CLIENT_CLOSED_REQUEST', `the ${subject} was cancelled`);
export const closedError = () =>
  new QuernError('SERVICE_UNAVAILABLE', 'the service is shutting down; try again in a moment', {
    retryAfterS: 1,
  });
