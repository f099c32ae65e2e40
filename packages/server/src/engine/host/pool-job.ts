import { QuernError } from '../../kernel/errors.ts';
import { memoryMessage } from '../map-duckdb-error.ts';
import type { Failure, ToWorker } from '../protocol.ts';
import { WorkerDeath } from '../worker-death.ts';
import type { RunOptions, StopReason } from './pool-options.ts';

/** How long a task has to stop after its interrupt before its process is killed. */
export const interruptGraceMs = 1000;

/** One task on its way through the pool: waiting, then running, then settled once. */
export class PoolJob {
  readonly id: number;
  readonly name: string;
  readonly request: unknown;
  readonly options: RunOptions;
  /** Why the pool is stopping it. */
  stopReason: StopReason | undefined;
  settled = false;
  /** It has a worker, and its request is being made. */
  isPreparing = false;
  /** How the workers ended that died under it: a signal's name, or `exit code N`. */
  readonly deaths: string[] = [];
  /** Something of it has reached the caller. */
  hasShown = false;
  /** When it first had a worker, by performance.now(). */
  assignedAtMs: number | undefined;
  /** Its `onStart`, which runs once however many workers it takes. */
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

  /** What a worker is sent of it. */
  message(request: unknown, spoolDir: string, held: boolean): ToWorker {
    const { id, name } = this;
    const { memoryBytes, threads, told } = this.options;
    const task = { kind: 'task', id, name, request, memoryBytes, threads, spoolDir, held } as const;
    return told ? { ...task, told } : task;
  }

  /** Calls `work` after a while unless the job is settled or `clearTimers` was called before. */
  after(delayMs: number, work: () => void): void {
    // setTimeout takes at most 2^31-1 ms and makes more of it 1 ms.
    const timer = setTimeout(work, Math.min(delayMs, 2 ** 31 - 1));
    this.#timers.add(timer);
  }

  clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /**
   * A worker that died was not always killed by its task (the machine ran out of memory, somebody
   * ended it), and a task writes only files that go with it: it runs once more, unless a part of it
   * was told.
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

/** The error of a job that the pool stopped, or whose worker failed it or died under it. */
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
        const { code, message, detail: cause } = failure;
        return new QuernError(code, message, {
          cause,
          ...(code === 'PERSISTENCE_UNAVAILABLE' ? { retryAfterS: 5 } : {}),
        });
      }
      return deathError(job, subject);
  }
}

/**
 * What a process does to itself: a stack that ran out, a damaged heap, a failed assertion. SIGKILL
 * comes from outside.
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
