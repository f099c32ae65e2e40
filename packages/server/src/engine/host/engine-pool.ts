import type { ReplyOf, RequestSource, TaskTable } from '../task.ts';
import type { PoolStats, RunOptions } from './pool-options.ts';

export interface EnginePool<Tasks extends TaskTable> {
  /**
   * Runs one task in a worker. Fails with OVERLOADED before any effect when the queue is full or
   * the wait too long. Fails with BAD_REQUEST over memory or time, and with CLIENT_CLOSED_REQUEST
   * when `signal` aborts. After the death of its worker the task runs once more, unless the caller
   * has received a part. After a second death the error is INTERNAL_SERVER_ERROR, or BAD_REQUEST
   * where the task's own text or file crashed both workers (`diesOf`). Any other failure is the
   * task's own.
   */
  run<Name extends keyof Tasks & string>(
    name: Name,
    request: RequestSource<Tasks[Name]>,
    options: RunOptions,
  ): Promise<ReplyOf<Tasks[Name]>>;
  /**
   * Throws OVERLOADED when the pool would refuse a task of the workspace now. Callers use the
   * function before recording a task (docs/contract/requests.md#order-of-checks).
   */
  assertRoom(workspaceId: string): void;
  /** Resolves when the warm workers are ready. Rejects when workers cannot start. */
  ready(): Promise<void>;
  stats(): PoolStats;
  /** The pids of all live worker processes. */
  workerPids(): readonly number[];
  /**
   * Refuses waiting tasks, kills running tasks, and resolves when every worker process has ended.
   */
  close(): Promise<void>;
}
