/**
 * The processes that embed texts: one for a provider at a time, so that no key is ever in the
 * memory of another's, started when it is asked and ended when nobody has asked it for a while.
 * Several askers of one provider share its process.
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
import type { FromEmbeddingWorker, ToEmbeddingWorker } from './protocol.ts';

export interface EmbeddingWorkersOptions {
  /** Processes at a time. */
  readonly workers: number;
  /** Resident bytes that one may have; killed above. */
  readonly memoryBytes: number;
  /** Told of what nobody mapped, for the log. */
  readonly onEvent?: (event: { readonly provider: string; readonly detail: string }) => void;
}

interface Task {
  readonly target: EmbeddingTarget;
  readonly texts: readonly string[];
  readonly deadlineMs: number;
  readonly done: Deferred<EmbeddedTexts>;
  readonly forget: () => void;
  /** Ends a process that does not keep the deadline itself: a model may hold its one thread. */
  overdue: NodeJS.Timeout | undefined;
}

interface Slot {
  readonly providerId: string;
  readonly workspaceId: string | null;
  readonly child: ChildProcess;
  readonly tasks: Map<number, Task>;
  idleTimer: NodeJS.Timeout | undefined;
  /** What tasks are told when the process ends under them. */
  endsAs: EmbeddingError | undefined;
}

const entry = compiledBeside(import.meta.url, 'embedding-main.js');
const heapMegabytes = 256;
/**
 * What a model took for one batch goes back to the system before the next: 32 texts of 256 tokens
 * left 567 MB resident with the defaults of glibc, and 194 with these, at the same time.
 */
const allocator = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '1000000' };
const idleMs = 30_000;
const graceMs = 5_000;
const sampleEveryMs = 100;

export class EmbeddingWorkers implements Embedder {
  readonly #options: EmbeddingWorkersOptions;
  readonly #slots = new Map<string, Slot>();
  /** In the order of asking; whoever comes while somebody waits, waits too. */
  readonly #waiting: Task[] = [];
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
    const { signal, deadlineMs } = options;
    const done = createDeferred<EmbeddedTexts>();
    const onAbort = () => this.#abort(task);
    const task: Task = {
      ...{ target, texts, deadlineMs, done },
      forget: () => signal.removeEventListener('abort', onAbort),
      overdue: undefined,
    };
    if (this.#closing) done.reject(closed());
    else if (signal.aborted) done.reject(cancelled());
    else {
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(task);
      this.#dispatch();
    }
    return done.promise;
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
      for (const task of this.#waiting.splice(0)) settle(task, closed());
      for (const slot of this.#slots.values()) this.#end(slot, closed());
      if (this.#slots.size === 0) this.#closing.resolve();
    }
    return this.#closing.promise;
  }

  #dispatch(): void {
    /** Takes nothing more, since somebody who came before waits for a process. */
    let yielding: Slot | undefined;
    for (const task of [...this.#waiting]) {
      const { target } = task;
      const own = this.#slots.get(target.providerId);
      if (own === undefined && !this.#hasShare(target)) yielding ??= this.#makeRoom(target);
      const slot = this.#slots.get(target.providerId);
      if (slot === undefined || slot === yielding || slot.endsAs !== undefined) continue;
      this.#waiting.splice(this.#waiting.indexOf(task), 1);
      this.#assign(slot, task);
    }
  }

  /**
   * Whether the workspace has its share of the processes, of other providers: half of them, and the
   * last that is not at work only where it has none. So services that sleep keep their workspace's
   * own work waiting, and no other's. One of its own that rests is ended for this one.
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
    if (idle && own.every(({ endsAs }) => endsAs === undefined)) this.#end(idle, cancelled());
    return true;
  }

  /**
   * Starts the provider's process where there is room; else ends one that rests, or gives back the
   * one with the least work, which is to come to rest.
   */
  #makeRoom({ providerId, workspaceId }: EmbeddingTarget): Slot | undefined {
    if (this.#slots.size < this.#options.workers) {
      this.#start(providerId, workspaceId);
      return undefined;
    }
    const slots = [...this.#slots.values()];
    if (slots.some(({ endsAs }) => endsAs !== undefined)) return undefined;
    const [least] = slots.sort((one, other) => one.tasks.size - other.tasks.size);
    if (least?.tasks.size === 0) this.#end(least, cancelled());
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
      endsAs: undefined,
    };
    this.#slots.set(providerId, slot);
    child.on('message', (message: FromEmbeddingWorker) => this.#onMessage(slot, message));
    child.once('exit', () => this.#onExit(slot));
    child.on('error', () => {
      // A failed send to a dying process also comes here; its exit follows. A failed start has no
      // exit.
      if (child.pid === undefined) this.#onExit(slot);
    });
    return slot;
  }

  #assign(slot: Slot, task: Task): void {
    const { target, texts, deadlineMs } = task;
    this.#lastId += 1;
    clearTimeout(slot.idleTimer);
    slot.tasks.set(this.#lastId, task);
    const tooLate = () => this.#end(slot, overdue(target.name));
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
    slot.tasks.delete(message.id);
    clearTimeout(task.overdue);
    if (message.kind === 'reply') {
      this.#texts += task.texts.length;
      this.#tokens += message.reply.tokens;
      settle(task, message.reply);
    } else {
      this.#failures += 1;
      const { detail } = message;
      if (detail !== undefined) this.#options.onEvent?.({ provider: slot.providerId, detail });
      settle(task, new EmbeddingError(message.class, message.message));
    }
    if (slot.tasks.size === 0) this.#rest(slot);
  }

  #rest(slot: Slot): void {
    slot.child.unref();
    slot.child.channel?.unref();
    slot.idleTimer = setTimeout(() => this.#end(slot, cancelled()), idleMs);
    slot.idleTimer.unref();
    this.#dispatch();
  }

  #abort(task: Task): void {
    const index = this.#waiting.indexOf(task);
    if (index >= 0) this.#waiting.splice(index, 1);
    for (const slot of this.#slots.values()) {
      for (const [id, running] of slot.tasks)
        if (running === task) tell(slot, { kind: 'abort', id });
    }
    // The caller is told at once; what the process still says of it is not heard.
    settle(task, cancelled());
  }

  #onExit(slot: Slot): void {
    if (this.#slots.get(slot.providerId) !== slot) return;
    clearTimeout(slot.idleTimer);
    this.#slots.delete(slot.providerId);
    for (const task of slot.tasks.values()) {
      clearTimeout(task.overdue);
      settle(task, slot.endsAs ?? workerEnded(task.target.name));
    }
    if (!this.#closing) this.#dispatch();
    else if (this.#slots.size === 0) this.#closing.resolve();
  }

  #end(slot: Slot, reason: EmbeddingError): void {
    slot.endsAs ??= reason;
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
      if (bytes > this.#options.memoryBytes)
        this.#end(slot, memoryLimit(this.#options.memoryBytes));
    }
  }
}

function tell({ child }: Slot, message: ToEmbeddingWorker): void {
  if (child.connected) child.send(message, () => {});
}

function settle(task: Task, outcome: EmbeddedTexts | EmbeddingError): void {
  task.forget();
  if (outcome instanceof EmbeddingError) task.done.reject(outcome);
  else task.done.resolve(outcome);
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
const memoryLimit = (bytes: number) =>
  new EmbeddingError(
    'memory_limit',
    `Embedding took more than ${Math.round(bytes / 2 ** 20)} MiB of memory and was stopped; lower the provider's 'batch_size', or have the operator raise QUERN_EMBEDDING_MEMORY`,
  );
