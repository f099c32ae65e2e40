/**
 * The pool of source workers: processes that connect to users' sources. A process serves one
 * connection in its life, so no password is ever in the memory of another connection's process. A
 * spare process without a connection is always ready, so a first read does not wait for a start (60
 * ms).
 */

import { residentBytes } from '../../engine/host/resident-memory.ts';
import { createDeferred, type Deferred } from '../../kernel/deferred.ts';
import type { HostRules } from '../host-rules.ts';
import type {
  CheckReport,
  DiscoveredTable,
  DiscoverFilter,
  ExtractProgress,
  ExtractRequest,
  ExtractSummary,
  SourceReader,
  SourceRunOptions,
  SourceTarget,
  TakeTables,
} from '../source.ts';
import { SourceError } from '../source-error.ts';
import { chooseNext } from './choose-next.ts';
import type { FromSourceWorker, SourcePart, SourceReply, SourceWork } from './protocol.ts';
import { Silence } from './silence.ts';
import { SourceProcess } from './source-process.ts';

export interface SourceWorkersOptions {
  /** Pieces of work at the same time. */
  readonly workers: number;
  /** Resident bytes a worker may have; killed above. */
  readonly memoryBytes: number;
  readonly rules: HostRules;
  /** Time limit of near silence after connecting, after which the source is given up. */
  readonly silenceMs: number;
  /** `SourceContext.scratchFolder` */
  readonly scratchFolder: string;
  /**
   * Called for failures that no driver mapped and for workers that ended by themselves, for the
   * log.
   */
  readonly onEvent?: (event: SourceEvent) => void;
}

export type SourceEvent =
  | { readonly kind: 'work_failed'; readonly type: string; readonly detail: string }
  | { readonly kind: 'worker_ended'; readonly pid: number; readonly how: string };

interface Job {
  readonly target: SourceTarget;
  readonly work: SourceWork;
  readonly options: SourceRunOptions;
  readonly onPart: (part: SourcePart) => void | Promise<void>;
  /** Measured from the start of the job. */
  silence: Silence;
  /** Number of parts so far. */
  parts: number;
  readonly done: Deferred<SourceReply>;
  /** The caller's error if the process ends before its answer. */
  endsAs: SourceError | undefined;
  forget: () => void;
}

interface Slot {
  readonly process: SourceProcess;
  /** Undefined before the first work. */
  connectionId: string | undefined;
  job: Job | undefined;
  idleTimer: NodeJS.Timeout | undefined;
  /** True after a kill, until the exit of the process. */
  isEnding: boolean;
}

/** Time for a cancelled source to end; then the process is killed. */
const abortGraceMs = 5_000;
/** Time that a process waits for more work of its connection. */
const idleMs = 30_000;
const sampleEveryMs = 100;
/** Maximum time between two messages of a worker about received bytes. */
const tellsEveryMostMs = 5_000;

export class SourceWorkers implements SourceReader {
  readonly #options: SourceWorkersOptions;
  readonly #slots = new Set<Slot>();
  readonly #queue: Job[] = [];
  #sampler: NodeJS.Timeout | undefined;
  #closing: Deferred<void> | undefined;

  constructor(options: SourceWorkersOptions) {
    this.#options = options;
  }

  async check(target: SourceTarget, options: SourceRunOptions): Promise<CheckReport> {
    return (await this.#run(target, { kind: 'check' }, options)) as CheckReport;
  }

  async discover(
    target: SourceTarget,
    filter: DiscoverFilter,
    options: SourceRunOptions & { readonly onTables: TakeTables },
  ): Promise<void> {
    const onPart = (part: SourcePart) => options.onTables(part as readonly DiscoveredTable[]);
    await this.#run(target, { kind: 'discover', filter }, options, onPart);
  }

  async extract(
    target: SourceTarget,
    request: ExtractRequest,
    options: SourceRunOptions & { readonly onProgress?: (progress: ExtractProgress) => void },
  ): Promise<ExtractSummary> {
    const onPart = (part: SourcePart) => options.onProgress?.(part as ExtractProgress);
    return (await this.#run(
      target,
      { kind: 'extract', request },
      options,
      onPart,
    )) as ExtractSummary;
  }

  workerPids(): readonly number[] {
    return [...this.#slots].map(({ process }) => process.pid);
  }

  close(): Promise<void> {
    if (!this.#closing) {
      this.#closing = createDeferred();
      for (const job of this.#queue.splice(0)) this.#settle(job, closed());
      for (const slot of this.#slots) this.#end(slot, closed());
      if (this.#slots.size === 0) this.#closing.resolve();
    }
    return this.#closing.promise;
  }

  #run(
    target: SourceTarget,
    work: SourceWork,
    options: SourceRunOptions,
    onPart: Job['onPart'] = () => {},
  ): Promise<SourceReply> {
    const job: Job = {
      target,
      work,
      options,
      onPart,
      silence: new Silence(this.#options.silenceMs, performance.now()),
      parts: 0,
      done: createDeferred(),
      endsAs: undefined,
      forget: () => {},
    };
    if (this.#closing) this.#settle(job, closed());
    else if (options.signal.aborted) this.#settle(job, cancelled());
    else {
      const onAbort = () => this.#abort(job, cancelled());
      options.signal.addEventListener('abort', onAbort, { once: true });
      job.forget = () => options.signal.removeEventListener('abort', onAbort);
      this.#queue.push(job);
      this.#dispatch();
    }
    return job.done.promise;
  }

  /** Starts all work that can start; a connection's work waits for its other work. */
  #dispatch(): void {
    for (;;) {
      const slots = [...this.#slots];
      const ownSlot = (job: Job) =>
        slots.find((slot) => slot.connectionId === job.target.connectionId);
      const job = chooseNext(
        this.#queue,
        slots.flatMap((slot) => slot.job ?? []),
        this.#options.workers,
        (waiting) => {
          const own = ownSlot(waiting);
          return !own?.job && !own?.isEnding;
        },
      );
      if (!job) return;
      this.#queue.splice(this.#queue.indexOf(job), 1);
      this.#assign(ownSlot(job) ?? slots.find(isSpare) ?? this.#start(), job);
    }
  }

  #start(): Slot {
    const slot: Slot = {
      connectionId: undefined,
      job: undefined,
      idleTimer: undefined,
      isEnding: false,
      process: new SourceProcess({
        onReady: () => {},
        onMessage: (message) => this.#onMessage(slot, message),
        onExit: (how) => this.#onExit(slot, how),
      }),
    };
    slot.process.unref();
    this.#slots.add(slot);
    return slot;
  }

  #assign(slot: Slot, job: Job): void {
    const { type, connectionId, config } = job.target;
    clearTimeout(slot.idleTimer);
    slot.connectionId = connectionId;
    slot.job = job;
    slot.process.ref();
    job.options.onStarted?.();
    const { rules, memoryBytes, scratchFolder, silenceMs } = this.#options;
    job.silence = new Silence(silenceMs, performance.now());
    const place = { rules, memoryBytes, scratchFolder };
    const tellsEveryMs = Math.min(silenceMs / 4, tellsEveryMostMs);
    slot.process.send({ kind: 'work', type, config, ...place, tellsEveryMs, work: job.work });
    const { forget } = job;
    const deadline = setTimeout(
      () => this.#abort(job, timeLimit(job.options.deadlineMs)),
      job.options.deadlineMs,
    );
    job.forget = () => {
      forget();
      clearTimeout(deadline);
    };
    this.#sampler ??= setInterval(() => void this.#sample(), sampleEveryMs);
    this.#keepSpare();
  }

  #keepSpare(): void {
    if (!this.#closing && ![...this.#slots].some(isSpare)) this.#start();
  }

  #abort(job: Job, reason: SourceError): void {
    const index = this.#queue.indexOf(job);
    if (index >= 0) {
      this.#queue.splice(index, 1);
      this.#settle(job, reason);
      return;
    }
    const slot = [...this.#slots].find((candidate) => candidate.job === job);
    if (!slot || job.endsAs) return;
    job.endsAs = reason;
    slot.process.send({ kind: 'abort' });
    const timer = setTimeout(() => this.#end(slot, reason), abortGraceMs);
    const { forget } = job;
    job.forget = () => {
      forget();
      clearTimeout(timer);
    };
  }

  #onMessage(slot: Slot, message: Exclude<FromSourceWorker, { kind: 'ready' }>): void {
    const { job } = slot;
    if (!job) return;
    if (message.kind === 'received') {
      job.silence.hearBytes(message.bytes, performance.now());
      if (job.silence.isOver(performance.now()))
        this.#abort(job, silenceLimit(this.#options.silenceMs));
      return;
    }
    if (message.kind === 'part') {
      void this.#tell(slot, job, message.part);
      return;
    }
    slot.job = undefined;
    if (message.kind === 'reply' && !job.endsAs) this.#settle(job, message.reply);
    else if (message.kind === 'failure')
      this.#settle(job, job.endsAs ?? this.#toError(job, message.failure));
    else this.#settle(job, job.endsAs ?? null);
    this.#rest(slot);
    this.#dispatch();
  }

  /** An error of the caller's callback fails the work. */
  async #tell(slot: Slot, job: Job, part: SourcePart): Promise<void> {
    if (job.endsAs) return;
    // Each table or file is reported once. Row counts may be repeated without new rows, so only an
    // increase counts.
    if (!('rows' in part) || part.file) job.parts += 1;
    const heard = job.parts + ('rows' in part ? part.rows : 0);
    job.silence.hearRows(heard, performance.now());
    try {
      await job.onPart(part);
      if (job.work.kind === 'discover' && slot.job === job) slot.process.send({ kind: 'taken' });
    } catch (error) {
      job.done.reject(error);
      if (slot.job === job) this.#end(slot, cancelled());
    }
  }

  #toError(
    job: Job,
    failure: Extract<FromSourceWorker, { kind: 'failure' }>['failure'],
  ): SourceError {
    const { detail, sourceCode, column } = failure;
    if (detail !== undefined)
      this.#options.onEvent?.({ kind: 'work_failed', type: job.target.type, detail });
    return new SourceError(failure.class, failure.message, {
      ...(sourceCode !== undefined && { sourceCode }),
      ...(column !== undefined && { column }),
    });
  }

  #rest(slot: Slot): void {
    slot.process.unref();
    slot.idleTimer = setTimeout(() => this.#end(slot, cancelled()), idleMs);
    slot.idleTimer.unref();
    const idle = [...this.#slots].filter(
      (one) => one.connectionId !== undefined && !one.job && !one.isEnding,
    );
    if (idle.length > this.#options.workers && idle[0]) this.#end(idle[0], cancelled());
  }

  #onExit(slot: Slot, how: string): void {
    const { job } = slot;
    clearTimeout(slot.idleTimer);
    this.#slots.delete(slot);
    if (job) {
      slot.job = undefined;
      if (!job.endsAs)
        this.#options.onEvent?.({ kind: 'worker_ended', pid: slot.process.pid, how });
      this.#settle(job, job.endsAs ?? readerEnded());
    }
    if (!this.#closing) this.#dispatch();
    else if (this.#slots.size === 0) this.#closing.resolve();
  }

  /** Kills a worker; its work fails with `reason`. */
  #end(slot: Slot, reason: SourceError): void {
    if (slot.job) slot.job.endsAs ??= reason;
    slot.isEnding = true;
    slot.process.ref();
    slot.process.kill();
  }

  #settle(job: Job, outcome: SourceReply | SourceError): void {
    job.forget();
    if (outcome instanceof SourceError) job.done.reject(outcome);
    else job.done.resolve(outcome);
  }

  async #sample(): Promise<void> {
    const busy = [...this.#slots].filter((slot) => slot.job);
    if (busy.length === 0) {
      clearInterval(this.#sampler);
      this.#sampler = undefined;
      return;
    }
    const resident = await residentBytes(busy.map(({ process }) => process.pid));
    for (const slot of busy) {
      const bytes = resident.get(slot.process.pid) ?? 0;
      if (bytes > this.#options.memoryBytes)
        this.#end(slot, memoryLimit(this.#options.memoryBytes));
    }
  }
}

const isSpare = (slot: Slot) => slot.connectionId === undefined && !slot.isEnding;

const cancelled = () => new SourceError('cancelled', 'Reading the source was cancelled');
const closed = () =>
  new SourceError('reader_ended', 'The service is shutting down; try again in a moment');
const readerEnded = () =>
  new SourceError(
    'reader_ended',
    'The process that read the source ended before it was done; try again',
  );
const timeLimit = (ms: number) =>
  new SourceError(
    'time_limit',
    `Reading the source took longer than ${Math.round(ms / 1000)} s and was stopped`,
  );
const silenceLimit = (ms: number) =>
  new SourceError(
    'time_limit',
    `The source sent next to nothing for ${Math.round(ms / 1000)} s and was left; look there at what the query waits for, or ask the ` +
      'operator to raise QUERN_SOURCE_SILENCE',
  );
const memoryLimit = (bytes: number) =>
  new SourceError(
    'memory_limit',
    `Reading the source took more than ${Math.round(bytes / 2 ** 20)} MiB of memory and was stopped; leave out columns ` +
      'of very long values',
  );
