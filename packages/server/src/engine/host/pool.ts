/**
 * A pool of worker processes with a bounded fair queue, admission by workers and memory, and limits
 * enforced from outside. DuckDB's own limits do not bound a query (`memory_limit` of 1 GB: 7.7 GB
 * resident; `interrupt()`: no effect within 25 s on `list_sum(range(2e9))`). Therefore the pool
 * watches each busy process and kills processes over a limit. The service runs two pools, `planner`
 * for parsing and `main` for the rest, so short work never waits for long queries.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDeferred, type Deferred } from '../../kernel/deferred.ts';
import { overloaded, QuernError, toQuernError } from '../../kernel/errors.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { FromWorker, Idle } from '../protocol.ts';
import type { TaskTable } from '../task.ts';
import { Admission } from './admission.ts';
import type { EnginePool } from './engine-pool.ts';
import { FairQueue } from './fair-queue.ts';
import { cancelledError, closedError, interruptGraceMs, jobError, PoolJob } from './pool-job.ts';
import type { EnginePoolOptions, PoolStats, RunOptions, StopReason } from './pool-options.ts';
import { residentBytes, sampleIntervalMs } from './resident-memory.ts';
import { TaskDirectories } from './task-directories.ts';
import { WorkerProcess } from './worker-process.ts';
import { workerSums } from './worker-sums.ts';

export function createEnginePool<Tasks extends TaskTable>(
  options: EnginePoolOptions,
): EnginePool<Tasks> {
  const pool = new Pool(options);
  return {
    run: (name, request, runOptions) => pool.run(name, request, runOptions) as Promise<never>,
    assertRoom: (workspaceId) => pool.assertRoom(workspaceId),
    ready: () => pool.ready(),
    stats: () => pool.stats(),
    workerPids: () => pool.workerPids(),
    close: () => pool.close(),
  };
}

/** A worker goes from starting to alternating idle and busy, and may end in any state. */
interface Slot {
  readonly worker: WorkerProcess;
  state: 'starting' | 'idle' | 'busy';
  job: PoolJob | undefined;
  killedFor: StopReason | undefined;
  /** The affinity of the worker's last task. */
  affinity: string | undefined;
  /** The number of the worker's last task, counted over all workers. */
  lastTurn: number;
}

const queueFull = 'too many queries are waiting; try again in a moment, or run fewer at a time';
const waitedTooLong = 'the engine is too busy to start this query; try again in a moment';
/** The pool gives up a worker whose clean-up takes longer. */
const cleanUpLimitMs = 10_000;
/**
 * The share of the last task's budget that an idle worker may still hold. Above the share, the
 * worker is replaced.
 */
const recycleShare = 0.9;
const noKills = { memory: 0, deadline: 0, cancelled: 0, clean_up: 0, recycled: 0, closed: 0 };

class Pool {
  readonly #options: EnginePoolOptions;
  readonly #directory: string;
  readonly #queue: FairQueue<PoolJob>;
  readonly #slots = new Set<Slot>();
  readonly #admission: Admission;
  readonly #directories = new TaskDirectories();
  readonly #ready = createDeferred<void>();
  readonly #kills: Record<StopReason, number> = { ...noKills };
  #turns = 0;
  #deaths = 0;
  #started = 0;
  #restarts = 0;
  #refused = 0;
  #lastId = 0;
  #sampler: NodeJS.Timeout | undefined;
  #closing: Deferred<void> | undefined;

  constructor(options: EnginePoolOptions) {
    invariant(
      options.warmWorkers >= 1 && options.warmWorkers <= options.workers,
      'at least one worker is warm',
    );
    this.#options = options;
    this.#queue = new FairQueue(options);
    this.#admission = new Admission(options);
    this.#directory = join(options.spoolDir, options.name);
    rmSync(this.#directory, { recursive: true, force: true });
    mkdirSync(this.#directory, { recursive: true });
    this.#keepWarm();
  }

  ready(): Promise<void> {
    return this.#ready.promise;
  }

  run(name: string, request: unknown, options: RunOptions): Promise<unknown> {
    if (this.#closing) return Promise.reject(closedError());
    if (options.signal?.aborted) return Promise.reject(cancelledError(options.subject));
    invariant(
      options.memoryBytes <= this.#options.memoryBytes,
      'a task fits the memory of its pool',
    );
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      const job = new PoolJob(this.#lastId, name, request, options, resolve, reject);
      if (!this.#queue.push(options.workspaceId, job, options.size)) {
        job.reject(this.#refusal(queueFull));
        return;
      }
      job.onAbort(() => this.#cancel(job));
      if (!options.waitsForTurn) {
        job.after(this.#options.queueTimeoutMs, () => {
          this.#queue.remove(options.workspaceId, job);
          job.reject(this.#refusal(waitedTooLong));
        });
      }
      this.#dispatch();
    });
  }

  stats(): PoolStats {
    return {
      ...workerSums(this.#slots),
      queued: this.#queue.size,
      reservedBytes: this.#admission.reservedBytes,
      kills: { ...this.#kills },
      deaths: this.#deaths,
      restarts: this.#restarts,
      refused: this.#refused,
    };
  }

  assertRoom(workspaceId: string): void {
    if (!this.#queue.hasRoom(workspaceId)) throw this.#refusal(queueFull);
  }

  workerPids(): readonly number[] {
    return [...this.#slots].map((slot) => slot.worker.pid);
  }

  close(): Promise<void> {
    if (!this.#closing) {
      this.#closing = createDeferred<void>();
      clearInterval(this.#sampler);
      this.#ready.reject(closedError());
      for (const job of this.#queue.drain()) job.reject(closedError());
      for (const slot of this.#slots) this.#kill(slot, 'closed');
      if (this.#slots.size === 0) this.#closing.resolve();
    }
    return this.#closing.promise.finally(() =>
      rmSync(this.#directory, { recursive: true, force: true }),
    );
  }

  // ---- workers

  #keepWarm(): void {
    while (!this.#closing && this.#slots.size < this.#options.warmWorkers) this.#start();
  }

  #start(): void {
    this.#started += 1;
    const tempDir = join(this.#directory, `temporary-${this.#started}`);
    const {
      allowedDirectories,
      maxTempBytes,
      memoryBytes,
      verify = false,
      env = {},
    } = this.#options;
    const slot: Slot = {
      worker: new WorkerProcess(
        this.#options.workerFile,
        {
          allowedDirectories: [...allowedDirectories, this.#directory],
          tempDir,
          maxTempBytes,
          memoryBytes,
          threads: 1,
          verify,
        },
        env,
        {
          onReady: () => this.#onReady(slot),
          onMessage: (message) => this.#onMessage(slot, message),
          onExit: (how) => this.#onExit(slot, how),
        },
      ),
      state: 'starting',
      job: undefined,
      killedFor: undefined,
      affinity: undefined,
      lastTurn: 0,
    };
    this.#slots.add(slot);
  }

  async #onReady(slot: Slot): Promise<void> {
    const { worker } = slot;
    const resident = await residentBytes([worker.pid]);
    worker.baselineBytes = worker.residentBytes = resident.get(worker.pid) ?? 0;
    slot.state = 'idle';
    this.#ready.resolve();
    this.#dispatch();
  }

  #kill(slot: Slot, reason: StopReason): void {
    if (slot.killedFor) return;
    slot.killedFor = reason;
    this.#kills[reason] += 1;
    slot.worker.kill();
  }

  #onExit(slot: Slot, how: string): void {
    this.#slots.delete(slot);
    const reason = slot.killedFor ?? 'died';
    if (reason === 'died') this.#deaths += 1;
    this.#options.onEvent?.({ kind: 'worker_ended', pid: slot.worker.pid, how, reason });
    const { job } = slot;
    if (job) {
      job.clearTimers();
      if (reason === 'died') job.deaths.push(how);
      if (reason === 'died' && job.mayRunAgain) this.#runAgain(job);
      else this.#fail(slot, job);
      this.#release(slot, job);
    }
    if (this.#closing) {
      if (this.#slots.size === 0) this.#closing.resolve();
      return;
    }
    // A worker that cannot start would fail again. The waiting jobs fail, and the next call of
    // run() tries again.
    if (slot.state === 'starting' && reason === 'died') {
      this.#startFailed(how);
      return;
    }
    this.#restarts += 1;
    this.#keepWarm();
    this.#dispatch();
  }

  /** Queues the job for another worker, after the files of the dead worker are removed. */
  async #runAgain(job: PoolJob): Promise<void> {
    await this.#directories.remove(this.#directory, job.id, job.options.removeOnFailure);
    const { workspaceId, size } = job.options;
    if (this.#closing) job.stopReason ??= 'closed';
    if (job.stopReason || !this.#queue.push(workspaceId, job, size)) job.reject(jobError(job));
    this.#dispatch();
  }

  #startFailed(how: string): void {
    const error = () =>
      new QuernError(
        'INTERNAL_SERVER_ERROR',
        'a worker process could not be started; the server log has the details',
        { cause: how, retryable: true },
      );
    this.#ready.reject(error());
    if (this.#slots.size > 0) return;
    for (const job of this.#queue.drain()) job.reject(error());
  }

  // ---- dispatch

  /** Gives waiting jobs to idle workers, and starts workers for jobs that could run. */
  #dispatch(): void {
    for (;;) {
      const idle = [...this.#slots].filter((slot) => slot.state === 'idle' && !slot.killedFor);
      // The choice rotates: with alternating scopes, a fixed worker would end the kept scope each
      // time.
      const any = idle.toSorted((one, other) => one.lastTurn - other.lastTurn)[0];
      if (!any) break;
      const job = this.#queue.take(({ options }) => this.#admission.verdict(options));
      if (!job) return;
      const { affinity } = job.options;
      const free = () => idle.find((slot) => slot.affinity === undefined);
      this.#assign(idle.find((slot) => slot.affinity === affinity) ?? free() ?? any, job);
    }
    const starting = [...this.#slots].filter((slot) => slot.state === 'starting').length;
    const wanted = Math.min(this.#queue.size - starting, this.#options.workers - this.#slots.size);
    for (let count = 0; count < wanted; count += 1) this.#start();
  }

  #assign(slot: Slot, job: PoolJob): void {
    const { deadlineMs, timeSpent } = job.options;
    job.clearTimers();
    slot.state = 'busy';
    slot.job = job;
    slot.affinity = job.options.affinity;
    this.#turns += 1;
    slot.lastTurn = this.#turns;
    this.#admission.enter(job.options);
    job.assignedAtMs ??= performance.now();
    const takenMs = (timeSpent?.ms ?? 0) + performance.now() - job.assignedAtMs;
    const leftMs = Math.max(0, deadlineMs - takenMs);
    job.after(leftMs, () => this.#stop(slot, job, 'deadline'));
    if (typeof job.request === 'function')
      this.#prepare(slot, job, job.request as () => Promise<unknown>);
    else this.#send(slot, job, job.request);
  }

  /**
   * Creates the request of a job. The worker is reserved and idle until then. An end of the job
   * meanwhile leaves the worker unused.
   */
  #prepare(slot: Slot, job: PoolJob, makeRequest: () => Promise<unknown>): void {
    job.isPreparing = true;
    makeRequest().then(
      (request) => {
        if (slot.job !== job) return;
        job.isPreparing = false;
        this.#send(slot, job, request);
      },
      (error: unknown) => {
        job.reject(toQuernError(error));
        if (slot.job === job) this.#giveBack(slot, job);
      },
    );
  }

  #giveBack(slot: Slot, job: PoolJob): void {
    job.clearTimers();
    this.#release(slot, job);
    slot.state = 'idle';
    this.#dispatch();
  }

  /**
   * Sends the request. The worker prepares (binds names, opens files), but executes nothing before
   * `onStart` succeeds. An `onStart` without a turn of the event loop, as with metadata on SQLite,
   * ends before the message, which saves a message.
   */
  #send(slot: Slot, job: PoolJob, request: unknown): void {
    const { onStart } = job.options;
    if (!onStart) {
      this.#post(slot, job, request, false);
      return;
    }
    job.started ??= onStart();
    const { started } = job;
    let isStarted = false;
    started.then(
      () => {
        isStarted = true;
      },
      () => {},
    );
    job.isPreparing = true;
    const post = () => {
      if (slot.job !== job) return;
      job.isPreparing = false;
      this.#post(slot, job, request, !isStarted);
      if (!isStarted) this.#afterStart(slot, job, started);
    };
    // `post` runs after all pending promise callbacks. A tick that is queued by a promise callback
    // runs after the callbacks, and a tick from elsewhere before.
    queueMicrotask(() => process.nextTick(post));
  }

  #post(slot: Slot, job: PoolJob, request: unknown, held: boolean): void {
    const spoolDir = this.#directories.path(this.#directory, job.id);
    slot.worker.send(job.message(request, spoolDir, held));
    this.#sampler ??= setInterval(() => void this.#sample(), sampleIntervalMs);
  }

  #afterStart(slot: Slot, job: PoolJob, started: Promise<void>): void {
    const giveUp = (error: QuernError) => {
      job.reject(error);
      if (slot.job !== job) return;
      slot.worker.send({ kind: 'interrupt', id: job.id });
      job.after(interruptGraceMs, () => this.#kill(slot, 'cancelled'));
    };
    started.then(
      () => {
        if (job.stopReason) giveUp(jobError(job));
        else if (slot.job === job) slot.worker.send({ kind: 'execute', id: job.id });
      },
      (error: unknown) => giveUp(toQuernError(error)),
    );
  }

  #release(slot: Slot, job: PoolJob): void {
    slot.job = undefined;
    this.#admission.leave(job.options);
  }

  // ---- a running task

  #onMessage(slot: Slot, message: Exclude<FromWorker, { kind: 'ready' }>): void {
    const { job } = slot;
    if (!job || job.id !== message.id) return;
    switch (message.kind) {
      case 'part':
        if (job.settled) return;
        job.hasShown = true;
        job.options.onPart?.(message.part);
        return;
      case 'reply':
        if (job.stopReason === 'cancelled') this.#fail(slot, job);
        else job.resolve(message.reply);
        if (message.idle) {
          this.#onIdle(slot, job, message.idle);
          return;
        }
        job.clearTimers();
        job.after(cleanUpLimitMs, () => this.#kill(slot, 'clean_up'));
        return;
      case 'failure': {
        const { code, detail } = message.failure;
        const event = { kind: 'task_failed', task: job.name, code, detail } as const;
        if (!job.settled) this.#options.onEvent?.(event);
        this.#fail(slot, job, message.failure);
        job.clearTimers();
        job.after(cleanUpLimitMs, () => this.#kill(slot, 'clean_up'));
        return;
      }
      case 'idle':
        this.#onIdle(slot, job, message);
    }
  }

  #fail(
    slot: Slot,
    job: PoolJob,
    failure?: Extract<FromWorker, { kind: 'failure' }>['failure'],
  ): void {
    if (job.settled) return;
    job.stopReason ??= slot.killedFor;
    const error = jobError(job, failure);
    // The caller receives the error after the task's files are removed.
    this.#directories
      .remove(this.#directory, job.id, job.options.removeOnFailure)
      .finally(() => job.reject(error));
  }

  #onIdle(slot: Slot, job: PoolJob, { spooled, worn, keptOfFiles }: Idle): void {
    if (keptOfFiles) slot.worker.keptOfFiles = keptOfFiles;
    const keepsTooMuch = slot.worker.keptBytes() > job.options.memoryBytes * recycleShare;
    if (keepsTooMuch || (worn && this.#allServe())) this.#kill(slot, 'recycled');
    if (spooled) this.#directories.sweep(this.#directory, job.id);
    this.#giveBack(slot, job);
  }

  /**
   * True where all workers serve. A worn worker is replaced only after the previous replacement has
   * started.
   */
  #allServe(): boolean {
    return [...this.#slots].every(({ state, killedFor }) => state !== 'starting' && !killedFor);
  }

  #cancel(job: PoolJob): void {
    if (this.#queue.remove(job.options.workspaceId, job)) {
      job.reject(cancelledError(job.options.subject));
      return;
    }
    const slot = [...this.#slots].find((candidate) => candidate.job === job);
    if (slot) this.#stop(slot, job, 'cancelled');
    // The job has left one worker and has not reached the next.
    else job.stopReason ??= 'cancelled';
  }

  /** Interrupts the task, and kills the worker when the interrupt has no effect. */
  #stop(slot: Slot, job: PoolJob, reason: StopReason): void {
    if (job.settled || job.stopReason) return;
    job.stopReason = reason;
    if (job.isPreparing) {
      job.reject(jobError(job));
      this.#giveBack(slot, job);
      return;
    }
    slot.worker.send({ kind: 'interrupt', id: job.id });
    job.after(interruptGraceMs, () => this.#kill(slot, reason));
  }

  #refusal(message: string): QuernError {
    this.#refused += 1;
    return overloaded(message);
  }

  async #sample(): Promise<void> {
    const busy = [...this.#slots].filter((slot) => slot.state === 'busy');
    if (busy.length === 0) {
      clearInterval(this.#sampler);
      this.#sampler = undefined;
      return;
    }
    const resident = await residentBytes(busy.map((slot) => slot.worker.pid));
    for (const slot of busy) {
      slot.worker.residentBytes = resident.get(slot.worker.pid) ?? slot.worker.residentBytes;
      const used = slot.worker.residentBytes - slot.worker.baselineBytes;
      if (slot.job && used > slot.job.options.memoryBytes) this.#kill(slot, 'memory');
    }
  }
}
