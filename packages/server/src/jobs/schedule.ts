import type { Clock } from '../kernel/clock.ts';
import { keepLease } from '../metadata/keep-lease.ts';
import { scheduleLock } from '../metadata/lock-names.ts';
import type { Lease, Locks } from '../metadata/locks.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import type { JobLog } from './job-log.ts';

export interface ScheduledTaskContext {
  /** Aborts when the lock is lost or the node stops. */
  readonly signal: AbortSignal;
  /** Tasks call the function in a transaction that must not happen on two nodes. */
  assertHeld(trx: MetadataTransaction): Promise<void>;
}

export interface ScheduledTask {
  /** The task and its lock. Nodes with the same name take turns. */
  readonly name: string;
  /** The interval between two starts, over all nodes. */
  readonly everyMs: number;
  run(context: ScheduledTaskContext): Promise<void>;
}

export interface ScheduleOptions {
  readonly locks: Locks;
  readonly clock: Clock;
  readonly owner: string;
  readonly tasks: readonly ScheduledTask[];
  readonly log: JobLog;
  /** The interval between checks for due tasks; default 1 s. */
  readonly tickMs?: number;
  /** The time after a node's death until another node runs its task; default 30 s. */
  readonly leaseMs?: number;
}

export interface Schedule {
  start(): void;
  /** Starts no more tasks, aborts running tasks and waits for their end. */
  stop(): Promise<void>;
}

/**
 * Periodic maintenance. Each task runs on one node at a time, at most once in `everyMs`. After a
 * run the node holds the task's lock until the next run is due, so the lock also records the last
 * start.
 */
export function createSchedule({ tasks, tickMs = 1_000, ...options }: ScheduleOptions): Schedule {
  const turns = tasks.map((task) => new Turn(task, options));
  let timer: NodeJS.Timeout | undefined;
  const tick = () => {
    for (const turn of turns) turn.tick();
  };
  return {
    start() {
      timer = setInterval(tick, tickMs).unref();
      tick();
    },
    async stop() {
      clearInterval(timer);
      await Promise.all(turns.map((turn) => turn.stop()));
    },
  };
}

type TurnOptions = Omit<ScheduleOptions, 'tasks' | 'tickMs'>;

/**
 * The longest wait before the next request for a task's lock, because an operator may have made the
 * task due.
 */
const longestWaitMs = 10_000;

class Turn {
  readonly #task: ScheduledTask;
  readonly #options: TurnOptions;
  readonly #controller = new AbortController();
  #notBefore = 0;
  #running: Promise<void> | undefined;

  constructor(task: ScheduledTask, options: TurnOptions) {
    this.#task = task;
    this.#options = options;
  }

  tick(): void {
    const { clock, log } = this.#options;
    const waitMs = this.#notBefore - clock.now();
    // A longer wait only occurs after the clock was set back.
    const isEarly = waitMs > 0 && waitMs <= longestWaitMs;
    if (this.#running !== undefined || this.#controller.signal.aborted || isEarly) return;
    this.#running = this.#take()
      .catch((error: unknown) =>
        log.error({ err: error, task: this.#task.name }, 'a scheduled task failed'),
      )
      .finally(() => {
        this.#running = undefined;
      });
  }

  async stop(): Promise<void> {
    this.#controller.abort(new Error('the node is stopping'));
    await this.#running;
  }

  async #take(): Promise<void> {
    const { locks, clock, owner, leaseMs = 30_000 } = this.#options;
    const { name, everyMs } = this.#task;
    const startedAt = clock.now();
    this.#notBefore = startedAt + Math.min(everyMs, longestWaitMs);
    const longestMs = Math.max(everyMs, leaseMs);
    const lease = await locks.acquire(scheduleLock(name), owner, leaseMs, { longestMs });
    if (lease === null) return;
    try {
      await this.#run(lease, leaseMs);
    } finally {
      // Another node may run a task at once when the end of this node interrupted the task.
      if (this.#controller.signal.aborted) await locks.release(lease);
      else await locks.renew(lease, Math.max(0, startedAt + everyMs - clock.now()));
    }
  }

  async #run(lease: Lease, leaseMs: number): Promise<void> {
    const { locks, log } = this.#options;
    const lost = new AbortController();
    const endRenewal = keepLease({
      renew: () => locks.renew(lease, leaseMs),
      leaseMs,
      onLost: () => lost.abort(new Error('the lock of the task was lost')),
      onError: (error) =>
        log.warn({ err: error, task: this.#task.name }, 'the lock of a task cannot be renewed'),
    });
    try {
      await this.#task.run({
        signal: AbortSignal.any([this.#controller.signal, lost.signal]),
        assertHeld: (trx) => locks.assertHeld(trx, lease),
      });
    } finally {
      endRenewal();
    }
  }
}
