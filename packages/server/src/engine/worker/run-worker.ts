import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { createDeferred, type Deferred } from '../../kernel/deferred.ts';
import { invariant } from '../../kernel/invariant.ts';
import { offerToOutOfMemoryKiller } from '../../kernel/offer-to-out-of-memory-killer.ts';
import { sqlStateIn } from '../../kernel/sql-error.ts';
import { BytePipe } from '../byte-pipe.ts';
import { mapDuckdbError } from '../map-duckdb-error.ts';
import type {
  Failure,
  FromWorker,
  KeptOfFiles,
  Told,
  ToWorker,
  WorkerOptions,
} from '../protocol.ts';
import { KeptCatalogs } from '../query/kept-catalogs.ts';
import {
  connectOwn,
  connectSandbox,
  leftovers,
  openSandbox,
  type SandboxFixtures,
  setTaskLimits,
} from '../sandbox.ts';
import type { OwnConnections, Task, TaskContext, TaskTable } from '../task.ts';
import { tasksBetweenLooks, tendFileCaches } from './tend-file-caches.ts';

type TaskMessage = Extract<ToWorker, { kind: 'task' }>;
type AfterTask = (connection: DuckDBConnection) => Promise<void>;

const noFixtures: SandboxFixtures = { catalogs: [], functions: [], statements: [] };
/**
 * The interval between repeated interrupts: an interrupt only stops a running statement, and a task
 * has several statements.
 */
const interruptEveryMs = 50;

/**
 * Turns the process into a worker: one locked DuckDB instance, and one task at a time from `tasks`,
 * each on a connection of its own. The process ends when the pool disappears, or when a task's
 * state cannot be removed.
 */
export function runWorker(tasks: TaskTable, fixtures: SandboxFixtures = noFixtures): void {
  // exit() would wait, perhaps for ever, for a statement on another thread.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // A terminal or supervisor signals the whole process group. The pool alone decides when the
  // worker ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  const send = (message: FromWorker) => void process.send?.(message);
  const options: WorkerOptions = JSON.parse(process.argv[2] ?? '');
  offerToOutOfMemoryKiller();
  mkdirSync(options.tempDir, { recursive: true });
  Worker.open({ tasks, fixtures, options, send }).then((worker) => {
    process.on('message', (message: ToWorker) => {
      if (message.kind === 'task') worker.run(message).catch(die);
      else if (message.kind === 'execute') worker.execute(message.id);
      else worker.interrupt(message.id);
    });
    send({ kind: 'ready' });
  }, die);
}

interface WorkerSetup {
  readonly tasks: TaskTable;
  readonly fixtures: SandboxFixtures;
  readonly options: WorkerOptions;
  send(message: FromWorker): void;
}

class Worker {
  readonly #setup: WorkerSetup;
  readonly #instance: DuckDBInstance;
  /** A connection opened ahead of the next task, off the task's path. */
  #connection: DuckDBConnection;
  readonly #own: OwnConnections;
  readonly #kept: KeptCatalogs;
  #limits = '';
  /** The threads that the last task asked for. */
  #askedThreads = 0;
  #tasks = 0;
  #worn = false;
  #keptOfFiles: KeptOfFiles | undefined;
  #taskId: number | undefined;
  #held: Deferred<void> | undefined;
  #spooled = false;
  /**
   * True after the task has taken its connection. An untaken connection stays for the next task.
   */
  #connectionTaken = false;
  #interrupts: NodeJS.Timeout | undefined;
  /**
   * The last text sent to the worker. The next task may share the text, and then brings only the
   * digest.
   */
  #told: Told | undefined;

  static async open(setup: WorkerSetup): Promise<Worker> {
    const instance = await openSandbox(setup.options, setup.fixtures);
    const own = {
      reader: await connectOwn(instance),
      writer: await connectOwn(instance),
      pipe: BytePipe.open(join(setup.options.tempDir, 'pipe')),
    };
    return new Worker(setup, instance, await connectSandbox(instance), own);
  }

  private constructor(
    setup: WorkerSetup,
    instance: DuckDBInstance,
    connection: DuckDBConnection,
    own: OwnConnections,
  ) {
    this.#setup = setup;
    this.#instance = instance;
    this.#connection = connection;
    this.#own = own;
    this.#kept = new KeptCatalogs(() => connectSandbox(instance), own.writer);
  }

  async run(message: TaskMessage): Promise<void> {
    invariant(this.#taskId === undefined, 'a worker runs one task at a time');
    const { id } = message;
    const connection = this.#connection;
    const deferred: AfterTask[] = [];
    this.#taskId = id;
    this.#held = message.held ? createDeferred() : undefined;
    let failed = false;
    try {
      // The text is stored first: the pool does not send it again, whatever happens to the task.
      const told = this.#toldBy(message);
      const task = this.#task(message.name);
      await this.#applyLimits(message);
      const context = this.#context(message, told, connection, deferred);
      const reply = await task(context, message.request as never);
      // A task without preparation need not know that it was held.
      await this.#held?.promise;
      if (this.#isClean(deferred)) {
        this.#taskId = undefined;
        clearInterval(this.#interrupts);
        this.#tasks += 1;
        this.#setup.send({
          kind: 'reply',
          id,
          reply,
          idle: { spooled: this.#spooled, worn: this.#worn },
        });
        return;
      }
      this.#setup.send({ kind: 'reply', id, reply });
    } catch (thrown) {
      failed = true;
      this.#setup.send({ kind: 'failure', id, failure: toFailure(thrown, message.memoryBytes) });
    }
    // No interrupt is wanted from here on: the clean-up must run to its end.
    this.#taskId = undefined;
    clearInterval(this.#interrupts);
    await this.#cleanUp(connection, deferred, failed);
    await this.#tend();
    const keptOfFiles = this.#keptOfFiles;
    this.#setup.send({
      kind: 'idle',
      id,
      spooled: this.#spooled,
      worn: this.#worn,
      ...(keptOfFiles && { keptOfFiles }),
    });
  }

  /** Lets a held task execute its prepared work. */
  execute(id: number): void {
    if (this.#taskId === id) this.#held?.resolve();
  }

  interrupt(id: number): void {
    if (this.#taskId !== id) return;
    this.#held?.reject(new Error('interrupted before it was to execute'));
    const interruptAll = () => {
      const { reader, writer } = this.#own;
      for (const connection of [this.#connection, reader, writer, this.#kept.connection])
        connection?.interrupt();
    };
    interruptAll();
    clearInterval(this.#interrupts);
    this.#interrupts = setInterval(interruptAll, interruptEveryMs);
  }

  #task(name: string): Task<never, unknown> {
    const task = Object.hasOwn(this.#setup.tasks, name) ? this.#setup.tasks[name] : undefined;
    invariant(task, `the worker has a task '${name}'`);
    return task;
  }

  /**
   * Sets the limits of a task. Surplus threads stay for one task after a task that used them. A
   * restart for the next task would take as long as the threads spin during the present one.
   */
  async #applyLimits({ memoryBytes, threads: asked }: TaskMessage): Promise<void> {
    const threads = Math.max(asked, this.#askedThreads);
    this.#askedThreads = asked;
    const limits = `${memoryBytes} ${threads}`;
    if (limits === this.#limits) return;
    await setTaskLimits(this.#connection, { memoryBytes, threads });
    this.#limits = limits;
  }

  #toldBy({ told }: TaskMessage): Told | undefined {
    if (told?.text !== undefined) this.#told = { digest: told.digest, text: told.text };
    invariant(!told || told.digest === this.#told?.digest, 'a text was told before its digest');
    return told && this.#told;
  }

  #context(
    message: TaskMessage,
    told: Told | undefined,
    connection: DuckDBConnection,
    deferred: AfterTask[],
  ): TaskContext {
    this.#spooled = false;
    this.#connectionTaken = false;
    const takeConnection = () => {
      this.#connectionTaken = true;
      return connection;
    };
    const makeSpool = () => {
      if (!this.#spooled) makeFolder(message.spoolDir);
      this.#spooled = true;
      return message.spoolDir;
    };
    return {
      get connection() {
        return takeConnection();
      },
      memoryBytes: message.memoryBytes,
      wearOut: () => {
        this.#worn = true;
      },
      ...(told && { told }),
      own: this.#own,
      kept: this.#kept,
      ...(this.#held ? { mayExecute: this.#held.promise } : {}),
      get spoolDir() {
        return makeSpool();
      },
      emit: (part) => this.#setup.send({ kind: 'part', id: message.id, part }),
      defer: (work) => deferred.push(work),
    };
  }

  /** True where the ended task left nothing to clean up before the next. */
  #isClean(deferred: readonly AfterTask[]): boolean {
    const isLookDue = (this.#tasks + 1) % tasksBetweenLooks === 0;
    return (
      !this.#connectionTaken && deferred.length === 0 && !this.#setup.options.verify && !isLookDue
    );
  }

  async #tend(): Promise<void> {
    this.#tasks += 1;
    this.#keptOfFiles = undefined;
    if (this.#tasks % tasksBetweenLooks !== 0) return;
    const { kept, isWorn, changedLimit } = await tendFileCaches(this.#own.reader, this.#tasks);
    this.#keptOfFiles = kept;
    this.#worn ||= isWorn;
    if (changedLimit) this.#limits = '';
  }

  /** Throws for remaining state. The process must then not serve again. */
  async #cleanUp(
    used: DuckDBConnection,
    deferred: readonly AfterTask[],
    failed: boolean,
  ): Promise<void> {
    if (this.#connectionTaken) {
      used.closeSync();
      this.#connection = await connectSandbox(this.#instance);
    }
    for (const work of deferred) await work(this.#own.writer);
    if (!failed && !this.#setup.options.verify) return;
    await this.#kept.leave();
    const left = await leftovers(this.#connection, this.#setup.fixtures);
    invariant(left.length === 0, `a task leaves nothing behind, but left ${left.join(', ')}`);
  }
}

function toFailure(thrown: unknown, memoryBytes: number): Failure {
  const error = mapDuckdbError(thrown, { memoryBytes });
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  const sqlState = sqlStateIn(thrown) ?? sqlStateIn(error);
  return { code: error.code, message: error.message, ...(sqlState && { sqlState }), detail };
}

function die(thrown: unknown): never {
  process.stderr.write(
    `quern worker: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}\n`,
  );
  process.exit(1);
}

/**
 * The `recursive` option would report a read-only or broken disk as ENOENT, as if the parent folder
 * were gone.
 */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
