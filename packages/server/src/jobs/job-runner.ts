import type { Clock } from '../kernel/clock.ts';
import { HeldCounts } from '../kernel/held-counts.ts';
import { invariant } from '../kernel/invariant.ts';
import { within } from '../kernel/within.ts';
import { keepLease } from '../metadata/keep-lease.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import { attemptFailure } from './attempt-failure.ts';
import type { JobLog } from './job-log.ts';
import type { Job, JobProgress } from './job-row.ts';
import type { ClaimedJob, JobOutcome, JobStore } from './job-store.ts';

export interface JobContext {
  readonly job: Job;
  /**
   * Aborts when the lease is lost, the job is cancelled or the node stops. Later work of the job
   * has no effect.
   */
  readonly signal: AbortSignal;
  /**
   * The handler calls the function in each transaction that commits work of the job. Throws when
   * another attempt has taken over.
   */
  assertLease(trx: MetadataTransaction): Promise<void>;
  /** Publishes the progress of the job. */
  report(progress: JobProgress): Promise<void>;
}

/**
 * Performs the job, again after a crash at any point. Handlers must be idempotent. Callers see the
 * message of a QuernError.
 */
export type JobHandler = (context: JobContext) => Promise<JobOutcome>;

export interface JobRunnerOptions {
  readonly store: JobStore;
  readonly clock: Clock;
  /** Each job type belongs to one lane. Jobs of other types are left to other nodes. */
  readonly lanes: readonly RunnerLane[];
  /** The name of the process in the leases of its jobs. */
  readonly owner: string;
  readonly log: JobLog;
  /**
   * The interval between looks for other processes' jobs, due retries and expired leases; default 1
   * s.
   */
  readonly pollIntervalMs?: number;
  /** The time after a node's death until other nodes take over its jobs; default 30 s. */
  readonly leaseMs?: number;
}

/** Jobs under a shared bound. Waiting jobs of one lane do not delay another lane. */
export interface RunnerLane {
  /** The most jobs of the lane at a time. */
  readonly concurrency: number;
  /**
   * The most jobs of one workspace at a time, if lower. Jobs that wait for others leave room for
   * other workspaces.
   */
  readonly perWorkspace?: number;
  /** Handlers by job type. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
}

export interface JobRunner {
  start(): void;
  /**
   * Claims no more jobs, lets running jobs end for `deadlineMs`, then aborts and returns the rest.
   * A job that ignores its signal for another second is left to its lease.
   */
  stop(deadlineMs: number): Promise<void>;
}

const abortGraceMs = 1_000;

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  return new Runner(options);
}

class Lane {
  readonly handlers: RunnerLane['handlers'];
  readonly jobTypes: readonly string[];
  readonly #concurrency: number;
  readonly #perWorkspace: number;
  readonly #byWorkspace = new HeldCounts();
  #running = 0;

  constructor({ handlers, concurrency, perWorkspace = concurrency }: RunnerLane) {
    this.handlers = handlers;
    this.jobTypes = Object.keys(handlers);
    this.#concurrency = concurrency;
    this.#perWorkspace = perWorkspace;
  }

  get hasRoom(): boolean {
    return this.#running < this.#concurrency;
  }

  /** Workspaces with a running job in the lane. */
  get workspaces(): readonly string[] {
    return this.#byWorkspace.keys();
  }

  /** Workspaces at their bound in the lane. */
  get fullWorkspaces(): readonly string[] {
    return this.workspaces.filter((id) => this.#byWorkspace.of(id) >= this.#perWorkspace);
  }

  enter({ workspaceId }: Job): void {
    this.#count(workspaceId, 1);
  }

  leave({ workspaceId }: Job): void {
    this.#count(workspaceId, -1);
  }

  #count(workspaceId: string | null, by: 1 | -1): void {
    this.#running += by;
    if (workspaceId !== null) this.#byWorkspace.add(workspaceId, by);
  }
}

class Runner implements JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #leaseMs: number;
  readonly #lanes: readonly Lane[];
  readonly #running = new Map<Promise<void>, RunningJob>();
  #stopped = true;
  #endOfStart = () => {};
  #filling: Promise<void> | undefined;
  #wokenMeanwhile = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? 30_000;
    this.#lanes = options.lanes.map((lane) => new Lane(lane));
  }

  start(): void {
    const { store, pollIntervalMs = 1_000 } = this.#options;
    this.#stopped = false;
    const endings = [
      store.onEnqueued(() => this.#wake()),
      store.onCancelled((id) => this.#cancel(id)),
    ];
    const timer = setInterval(() => this.#poll(), pollIntervalMs).unref();
    this.#endOfStart = () => {
      for (const end of endings) end();
      clearInterval(timer);
    };
    void this.#poll();
  }

  async stop(deadlineMs: number): Promise<void> {
    this.#stopped = true;
    this.#endOfStart();
    await this.#filling;
    await within(Promise.all(this.#running.keys()), deadlineMs);
    for (const job of this.#running.values()) job.abort('the node is stopping');
    await within(Promise.all(this.#running.keys()), abortGraceMs);
    for (const job of this.#running.values()) job.abandon();
  }

  #cancel(id: string): void {
    for (const job of this.#running.values()) if (job.id === id) job.abort('the job was cancelled');
  }

  async #poll(): Promise<void> {
    const { store, log } = this.#options;
    try {
      await store.endExpiredLeases();
    } catch (error) {
      log.error({ err: error }, 'expired job leases cannot be ended');
      this.#tellStalled(error);
    }
    this.#wake();
  }

  #wake(): void {
    if (this.#stopped) return;
    this.#wokenMeanwhile = true;
    this.#filling ??= this.#fill()
      .catch((error: unknown) => {
        this.#options.log.error({ err: error }, 'jobs cannot be claimed');
        this.#tellStalled(error);
      })
      .finally(() => {
        this.#filling = undefined;
        if (this.#wokenMeanwhile) this.#wake();
      });
  }

  /**
   * Ends the wait of callers for jobs that no runner here works on. The wait would last as long as
   * the stall.
   */
  #tellStalled(error: unknown): void {
    const runs = new Set([...this.#running.values()].map(({ id }) => id));
    this.#options.store.tellStalled({ error, concerns: (id) => !runs.has(id) });
  }

  async #fill(): Promise<void> {
    while (this.#wokenMeanwhile && !this.#stopped) {
      this.#wokenMeanwhile = false;
      while (!this.#stopped) {
        const claimed = await this.#claim();
        if (claimed === null) break;
        this.#run(claimed);
      }
    }
  }

  /**
   * Claims the next job of any lane with room. Workspaces without a running job in the lane come
   * first, so a workspace with many jobs does not delay the others.
   */
  async #claim(): Promise<ClaimedJob | null> {
    const lanes = this.#lanes.filter(({ hasRoom }) => hasRoom);
    const idle = lanes.filter(({ workspaces }) => workspaces.length === 0);
    const busy = lanes.filter(({ workspaces }) => workspaces.length > 0);
    const { store, owner } = this.#options;
    const claim = (jobTypes: readonly string[], besides: readonly string[] = []) =>
      store.claim(owner, this.#leaseMs, jobTypes, besides);
    let claimed = await claim(idle.flatMap(({ jobTypes }) => jobTypes));
    for (const { jobTypes, workspaces, fullWorkspaces } of busy) {
      claimed ??= await claim(jobTypes, workspaces);
      if (fullWorkspaces.length < workspaces.length)
        claimed ??= await claim(jobTypes, fullWorkspaces);
    }
    return claimed;
  }

  #run(claimed: ClaimedJob): void {
    const lane = this.#lanes.find(({ jobTypes }) => jobTypes.includes(claimed.job.jobType));
    const handler = lane?.handlers[claimed.job.jobType];
    invariant(lane && handler, 'a claimed job is of a lane');
    const job = new RunningJob(claimed, handler, this.#options, this.#leaseMs);
    lane.enter(claimed.job);
    const done = job.run().finally(() => {
      lane.leave(claimed.job);
      this.#running.delete(done);
      this.#wake();
    });
    this.#running.set(done, job);
  }
}

/** One attempt at one job. */
class RunningJob {
  readonly #claimed: ClaimedJob;
  readonly #handler: JobHandler;
  readonly #options: JobRunnerOptions;
  readonly #controller = new AbortController();
  readonly #endRenewal: () => void;
  /** The attempt has reached a transaction that commits work. */
  #mayHaveCommitted = false;

  constructor(
    claimed: ClaimedJob,
    handler: JobHandler,
    options: JobRunnerOptions,
    leaseMs: number,
  ) {
    this.#claimed = claimed;
    this.#handler = handler;
    this.#options = options;
    this.#endRenewal = keepLease({
      renew: () => options.store.heartbeat(claimed, leaseMs),
      leaseMs,
      onLost: () =>
        this.#controller.abort(new Error('the job was cancelled, or its lease was lost')),
      onError: (error) => this.#warn(error, 'the lease of a job cannot be renewed'),
    });
  }

  get id(): string {
    return this.#claimed.job.id;
  }

  /** Never rejects. */
  async run(): Promise<void> {
    try {
      const held = await this.#attempt();
      if (held) return;
      this.#warn(
        this.#controller.signal.reason,
        'a job was cancelled or taken over by another attempt',
      );
      if (this.#mayHaveCommitted) await this.#options.store.tellCommitted(this.#claimed);
    } catch (error) {
      // The lease will end, and the job will be retried.
      const { store, log } = this.#options;
      log.error({ err: error, jobId: this.id }, 'the end of a job cannot be recorded');
      store.tellStalled({ error, concerns: (id) => id === this.id });
    } finally {
      this.#endRenewal();
    }
  }

  /** Runs the handler and records the end. Returns false when the lease was lost. */
  async #attempt(): Promise<boolean> {
    const { store } = this.#options;
    const claimed = this.#claimed;
    let outcome: JobOutcome;
    try {
      outcome = await this.#handler({
        job: claimed.job,
        signal: this.#controller.signal,
        assertLease: async (trx) => {
          await store.assertLease(trx, claimed);
          this.#mayHaveCommitted = true;
        },
        report: async (progress) => {
          await store.report(claimed, progress);
        },
      });
    } catch (error) {
      if (this.#controller.signal.aborted) return store.giveBack(claimed);
      this.#warn(error, 'an attempt at a job failed');
      return store.fail(claimed, attemptFailure(error, claimed.job));
    }
    return store.complete(claimed, outcome);
  }

  abort(why: string): void {
    this.#controller.abort(new Error(why));
  }

  abandon(): void {
    this.#endRenewal();
    this.#warn(undefined, 'a job did not heed its signal; its lease will end');
  }

  #warn(error: unknown, message: string): void {
    const { id, jobType, attempts } = this.#claimed.job;
    this.#options.log.warn({ err: error, jobId: id, jobType, attempts }, message);
  }
}
