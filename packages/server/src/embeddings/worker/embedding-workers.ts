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
const idleMs = 30_000;
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
    for (;;) {
      const task = this.#waiting.find(({ target }) => !this.#hasShare(target));
      const slot = task && this.#slotFor(task.target);
      if (task === undefined || slot === undefined) return;
      this.#waiting.splice(this.#waiting.indexOf(task), 1);
      this.#assign(slot, task);
    }
  }

  /**
   * Whether the workspace has its half of the processes, of other providers: services that sleep
   * keep its own work waiting and no other's. One of them that rests is ended for this one.
   */
  #hasShare({ workspaceId, providerId }: EmbeddingTarget): boolean {
    if (workspaceId === null || this.#slots.has(providerId)) return false;
    const own = [...this.#slots.values()].filter((slot) => slot.workspaceId === workspaceId);
    if (own.length < Math.ceil(this.#options.workers / 2)) return false;
    const idle = own.find(({ tasks }) => tasks.size === 0);
    if (idle && own.every(({ endsAs }) => endsAs === undefined)) this.#end(idle, cancelled());
    return true;
  }

  /**
   * The provider's process, a new one where there is room, or undefined: then an idle one is being
   * ended, or one is waited for.
   */
  #slotFor({ providerId, workspaceId }: EmbeddingTarget): Slot | undefined {
    const own = this.#slots.get(providerId);
    if (own) return own.endsAs === undefined ? own : undefined;
    if (this.#slots.size < this.#options.workers) return this.#start(providerId, workspaceId);
    const slots = [...this.#slots.values()];
    if (slots.some(({ endsAs }) => endsAs !== undefined)) return undefined;
    const idle = slots.find(({ tasks }) => tasks.size === 0);
    if (idle) this.#end(idle, cancelled());
    return undefined;
  }

  #start(providerId: string, workspaceId: string | null): Slot {
    const child = forkPrivate(entry, heapMegabytes);
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
    slot.child.ref();
    slot.child.channel?.ref();
    tell(slot, { kind: 'embed', id: this.#lastId, target, texts, deadlineMs });
    this.#sampler ??= setInterval(() => void this.#sample(), sampleEveryMs);
  }

  #onMessage(slot: Slot, message: FromEmbeddingWorker): void {
    const task = slot.tasks.get(message.id);
    if (!task) return;
    slot.tasks.delete(message.id);
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
    for (const task of slot.tasks.values())
      settle(task, slot.endsAs ?? workerEnded(task.target.name));
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
