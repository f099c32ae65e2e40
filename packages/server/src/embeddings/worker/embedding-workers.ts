/**
 * The processes that embed texts: at most one per provider at a time, so no key is in the memory of
 * another provider's process. A process starts on request, ends after a while without requests, and
 * serves all requesters of its provider.
 */
import type { ChildProcess } from 'node:child_process';
import { residentBytes } from '../../engine/host/resident-memory.ts';
import { createDeferred, type Deferred } from '../../kernel/deferred.ts';
import { compiledBeside, forkPrivate } from '../../kernel/fork-private.ts';
import { EmbeddingError } from '../embedding-error.ts';
import type {
  EmbeddedTexts,
  Embedder,
  EmbeddingCounts,
  EmbeddingTarget,
  EmbedOptions,
} from '../provider.ts';
import { EmbeddingTask } from './embedding-task.ts';
import type { FromEmbeddingWorker, ToEmbeddingWorker } from './protocol.ts';

export interface EmbeddingWorkersOptions {
  /** Processes at a time. */
  readonly workers: number;
  /** Limit of resident bytes per process; a process above the limit is killed. */
  readonly memoryBytes: number;
  /** Called for unmapped errors, for the log. */
  readonly onEvent?: (event: { readonly provider: string; readonly detail: string }) => void;
}

interface Slot {
  readonly providerId: string;
  readonly workspaceId: string | null;
  readonly child: ChildProcess;
  readonly tasks: Map<number, EmbeddingTask>;
  /** Number of tasks so far. */
  taskCount: number;
  idleTimer: NodeJS.Timeout | undefined;
  /** True if the service ended the process and has already blamed the responsible task. */
  isEnding: boolean;
}

const entry = compiledBeside(import.meta.url, 'embedding-main.js');
const heapMegabytes = 256;
/**
 * Returns a batch's memory to the system before the next batch: 32 texts of 256 tokens left 567 MB
 * resident with glibc's defaults, and 194 with these settings, in the same time.
 */
const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '1000000' };
const idleMs = 30_000;
const graceMs = 5_000;
const sampleEveryMs = 100;

export class EmbeddingWorkers implements Embedder {
  readonly #options: EmbeddingWorkersOptions;
  readonly #slots = new Map<string, Slot>();
  /** In the order of requests; a new request waits behind waiting requests. */
  readonly #waiting: EmbeddingTask[] = [];
  #lastId = 0;
  #texts = 0;
  #tokens = 0;
  #failures = 0;
  #sampler: NodeJS.Timeout | undefined;
  #closing: Deferred<void> | undefined;

  constructor(options: EmbeddingWorkersOptions) {
    this.#options = options;
  }

  embed(
    target: EmbeddingTarget,
    texts: readonly string[],
    options: EmbedOptions,
  ): Promise<EmbeddedTexts> {
    const { signal } = options;
    const onAbort = () => this.#abort(task);
    const forget = () => signal.removeEventListener('abort', onAbort);
    const task = new EmbeddingTask(target, texts, options, forget);
    if (this.#closing) task.fail(closed());
    else if (signal.aborted) task.fail(cancelled());
    else {
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(task);
      this.#dispatch();
    }
    return task.promise;
  }

  stats(): EmbeddingCounts {
    return {
      workers: this.#slots.size,
      texts: this.#texts,
      tokens: this.#tokens,
      failures: this.#failures,
    };
  }

  workerPids(): readonly number[] {
    return [...this.#slots.values()].flatMap(({ child }) => child.pid ?? []);
  }

  close(): Promise<void> {
    if (!this.#closing) {
      this.#closing = createDeferred();
      for (const task of this.#waiting.splice(0)) task.fail(closed());
      for (const slot of this.#slots.values()) {
        for (const task of slot.tasks.values()) task.fail(closed());
        this.#end(slot);
      }
      if (this.#slots.size === 0) this.#closing.resolve();
    }
    return this.#closing.promise;
  }

  #dispatch(): void {
    /** The slot takes no further task, because an earlier request waits for a process. */
    let yielding: Slot | undefined;
    /** Slots without further tasks: a suspect runs alone in the slot, or waits to do so. */
    const reserved = new Set<Slot>();
    for (const task of [...this.#waiting]) {
      const { target } = task;
      const own = this.#slots.get(target.providerId);
      if (own === undefined && !this.#hasShare(target)) yielding ??= this.#makeRoom(target);
      const slot = this.#slots.get(target.providerId);
      if (slot === undefined || slot === yielding || slot.isEnding) continue;
      if (!hasPlaceFor(slot, task)) reserved.add(slot);
      if (reserved.has(slot)) continue;
      this.#waiting.splice(this.#waiting.indexOf(task), 1);
      this.#assign(slot, task);
    }
  }

  /**
   * True if the workspace's other providers already occupy its share of the processes: half of
   * them, and the last idle process only for a workspace with none. So slow services delay only
   * their own workspace. An idle process of the same workspace is ended for the new provider.
   */
  #hasShare({ workspaceId }: EmbeddingTarget): boolean {
    if (workspaceId === null) return false;
    const slots = [...this.#slots.values()];
    const own = slots.filter((slot) => slot.workspaceId === workspaceId);
    const isAtWork = ({ tasks }: Slot) => tasks.size > 0;
    const isLast = slots.filter(isAtWork).length >= this.#options.workers - 1;
    if (own.length < Math.ceil(this.#options.workers / 2) && !(isLast && own.some(isAtWork)))
      return false;
    const idle = own.find((slot) => !isAtWork(slot));
    if (idle && own.every(({ isEnding }) => !isEnding)) this.#end(idle);
    return true;
  }

  /**
   * Starts the provider's process if there is room; otherwise ends an idle process, or returns the
   * process with the least work, which takes no further tasks.
   */
  #makeRoom({ providerId, workspaceId }: EmbeddingTarget): Slot | undefined {
    if (this.#slots.size < this.#options.workers) {
      this.#start(providerId, workspaceId);
      return undefined;
    }
    const slots = [...this.#slots.values()];
    if (slots.some(({ isEnding }) => isEnding)) return undefined;
    const [least] = slots.sort((one, other) => one.tasks.size - other.tasks.size);
    if (least?.tasks.size === 0) this.#end(least);
    return least;
  }

  #start(providerId: string, workspaceId: string | null): Slot {
    const child = forkPrivate(entry, heapMegabytes, allocator);
    const slot: Slot = {
      providerId,
      workspaceId,
      child,
      tasks: new Map(),
      idleTimer: undefined,
      taskCount: 0,
      isEnding: false,
    };
    this.#slots.set(providerId, slot);
    child.on('message', (message: FromEmbeddingWorker) => this.#onMessage(slot, message));
    child.once('exit', () => this.#onExit(slot));
    child.on('error', () => {
      // A failed send to a dying process is also reported here, before its exit. A failed start has
      // no exit event.
      if (child.pid === undefined) this.#onExit(slot);
    });
    return slot;
  }

  #assign(slot: Slot, task: EmbeddingTask): void {
    const { target } = task;
    const { texts, deadlineMs } = task.start();
    clearTimeout(task.overdue);
    this.#lastId += 1;
    clearTimeout(slot.idleTimer);
    slot.tasks.set(this.#lastId, task);
    slot.taskCount += 1;
    const tooLate = () => {
      task.fail(overdue(target.name));
      this.#end(slot);
    };
    task.overdue = setTimeout(tooLate, deadlineMs + graceMs);
    task.overdue.unref();
    slot.child.ref();
    slot.child.channel?.ref();
    tell(slot, { kind: 'embed', id: this.#lastId, target, texts, deadlineMs });
    this.#sampler ??= setInterval(() => void this.#sample(), sampleEveryMs);
  }

  #onMessage(slot: Slot, message: FromEmbeddingWorker): void {
    const task = slot.tasks.get(message.id);
    if (!task) return;
    if (message.kind === 'part') {
      this.#texts += message.part.places.length;
      this.#tokens += message.part.tokens;
      task.add(message.part);
      return;
    }
    slot.tasks.delete(message.id);
    clearTimeout(task.overdue);
    if (message.kind === 'done') task.finish();
    else {
      this.#failures += 1;
      const { detail } = message;
      if (detail !== undefined) this.#options.onEvent?.({ provider: slot.providerId, detail });
      task.fail(new EmbeddingError(message.class, message.message));
    }
    if (slot.tasks.size === 0) this.#rest(slot);
  }

  #rest(slot: Slot): void {
    slot.child.unref();
    slot.child.channel?.unref();
    slot.idleTimer = setTimeout(() => this.#end(slot), idleMs);
    slot.idleTimer.unref();
    this.#dispatch();
  }

  #abort(task: EmbeddingTask): void {
    const index = this.#waiting.indexOf(task);
    if (index >= 0) this.#waiting.splice(index, 1);
    for (const slot of this.#slots.values()) {
      for (const [id, running] of slot.tasks)
        if (running === task) tell(slot, { kind: 'abort', id });
    }
    // The caller gets the error at once; later messages of the process are ignored.
    task.fail(cancelled());
  }

  #onExit(slot: Slot): void {
    if (this.#slots.get(slot.providerId) !== slot) return;
    clearTimeout(slot.idleTimer);
    this.#slots.delete(slot.providerId);
    if (!slot.isEnding) blame(slot, ({ target }) => workerEnded(target.name));
    const left = [...slot.tasks.values()];
    // Later messages of the process about these tasks are ignored.
    slot.tasks.clear();
    this.#putBack(left);
    if (!this.#closing) this.#dispatch();
    else if (this.#slots.size === 0) this.#closing.resolve();
  }

  /** Tasks of an ended process come first, in another process. */
  #putBack(tasks: readonly EmbeddingTask[]): void {
    for (const task of tasks) {
      clearTimeout(task.overdue);
      if (task.leftMs === 0) task.fail(overdue(task.target.name));
      if (!task.mayStartAgain) task.fail(workerEnded(task.target.name));
    }
    const waiting = tasks.filter(({ isSettled }) => !isSettled);
    this.#waiting.unshift(...waiting);
    // The deadline continues while the task waits for others to run alone.
    for (const task of waiting) {
      const tooLate = () => {
        this.#waiting.splice(this.#waiting.indexOf(task), 1);
        task.fail(overdue(task.target.name));
      };
      task.overdue = setTimeout(tooLate, task.leftMs);
      task.overdue.unref();
    }
  }

  /** Tasks without an earlier failure return to the queue. */
  #end(slot: Slot): void {
    slot.isEnding = true;
    slot.child.ref();
    slot.child.kill('SIGKILL');
  }

  async #sample(): Promise<void> {
    const busy = [...this.#slots.values()].filter(({ tasks }) => tasks.size > 0);
    if (busy.length === 0) {
      clearInterval(this.#sampler);
      this.#sampler = undefined;
      return;
    }
    const resident = await residentBytes(busy.flatMap(({ child }) => child.pid ?? []));
    for (const slot of busy) {
      const bytes = resident.get(slot.child.pid ?? 0) ?? 0;
      if (bytes <= this.#options.memoryBytes || slot.isEnding) continue;
      blame(slot, (task) => memoryLimit(task, this.#options.memoryBytes));
      this.#end(slot);
    }
  }
}

/**
 * Blames the only task a process ever had. Several tasks, including tasks that left memory behind,
 * run alone afterwards to find the cause.
 */
function blame({ tasks, taskCount }: Slot, toError: (task: EmbeddingTask) => EmbeddingError): void {
  for (const task of tasks.values()) {
    task.isSuspect = true;
    if (taskCount === 1) task.fail(toError(task));
  }
}

function hasPlaceFor({ tasks }: Slot, { isSuspect }: EmbeddingTask): boolean {
  if (isSuspect) return tasks.size === 0;
  return [...tasks.values()].every((running) => !running.isSuspect);
}

function tell({ child }: Slot, message: ToEmbeddingWorker): void {
  if (child.connected) child.send(message, () => {});
}

const cancelled = () => new EmbeddingError('cancelled', 'Embedding was cancelled');
const closed = () =>
  new EmbeddingError('worker_ended', 'The service is shutting down; try again in a moment');
const overdue = (provider: string) =>
  new EmbeddingError(
    'time_limit',
    `Embedding provider '${provider}' took longer than there was time; try again later`,
  );
const workerEnded = (provider: string) =>
  new EmbeddingError(
    'worker_ended',
    `The process that asked embedding provider '${provider}' ended; try again`,
  );
const memoryLimit = ({ target }: EmbeddingTask, bytes: number) =>
  new EmbeddingError(
    'memory_limit',
    `Embedding took more than ${Math.round(bytes / 2 ** 20)} MiB of memory and was stopped; lower the provider's ${target.kind === 'local' ? "'batch_size' or 'max_tokens'" : "'batch_size'"}, or have the operator raise QUERN_EMBEDDING_MEMORY`,
  );
