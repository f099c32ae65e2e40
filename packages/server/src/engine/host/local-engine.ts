import type { Engine, EngineRunOptions } from '../engine.ts';
import type { ReplyOf, RequestSource, TaskTable } from '../task.ts';
import type { LocalFiles } from './local-files.ts';
import { replaceFiles } from './named-files.ts';
import { OpenedFiles } from './opened-files.ts';

/** A pool of workers with budgets, whose tasks name local paths. */
export interface TaskRunner<Tasks extends TaskTable> {
  run<Name extends keyof Tasks & string>(
    task: Name,
    request: RequestSource<Tasks[Name]>,
    options: RunnerOptions,
  ): Promise<ReplyOf<Tasks[Name]>>;
  assertRoom(workspaceId: string): void;
}

export interface RunnerOptions extends EngineRunOptions {
  /** Files outside the task's own directory to remove when the task fails or runs again. */
  readonly removeOnFailure?: readonly string[];
}

/** Tasks that write a file to the `resultPath` of their request. */
const resultTasks: ReadonlySet<string> = new Set(['executeQuery']);

/**
 * The engine's port over workers of this machine. Files of a request are opened before the task
 * waits for a worker. For a request given as a function, files are opened once the task has a
 * worker. Files stay open until the task ends. A request without files goes to the worker
 * unchanged: a small query has no extra wait.
 */
export function createLocalEngine<Tasks extends TaskTable>(
  pool: TaskRunner<Tasks>,
  files: LocalFiles,
): Engine<Tasks> {
  // Callers know which task has which request. Here both are plain values.
  const runner: { run(task: string, request: unknown, options: RunnerOptions): Promise<unknown> } =
    {
      run: (task, request, options) => pool.run(task, request as never, options),
    };
  const run = async (task: string, request: unknown, options: EngineRunOptions) => {
    const opened = new OpenedFiles(files, options);
    try {
      if (typeof request === 'function') {
        const late = async () => opened.open(await request());
        return named(await runner.run(task, late, options), opened);
      }
      const opening = opened.open(request);
      const local = opening instanceof Promise ? await opening : opening;
      if (resultTasks.has(task)) return await runWithResult(task, local as object, options);
      return named(await runner.run(task, local, options), opened);
    } catch (error) {
      throw options.signal?.aborted ? error : await opened.explain(error);
    } finally {
      opened.release();
    }
  };
  const runWithResult = async (task: string, request: object, options: EngineRunOptions) => {
    const { path: resultPath, file: result } = files.newResult();
    const own = { ...options, removeOnFailure: [resultPath] };
    try {
      const reply = await runner.run(task, { ...request, resultPath }, own);
      return { ...(reply as object), result };
    } catch (error) {
      await files.discard([result]);
      throw error;
    }
  };
  return {
    run: (task, request, options) => run(task, request, options) as Promise<never>,
    assertRoom: (workspaceId) => pool.assertRoom(workspaceId),
  };
}

/** The reply with files in place of its paths. */
function named(reply: unknown, opened: OpenedFiles): unknown {
  return replaceFiles(reply, (path) => (typeof path === 'string' ? opened.fileOf(path) : path));
}
