import type { ReplyOf, RequestSource, TaskTable } from '../task.ts';
import type { PoolStats, RunOptions } from './pool-options.ts';

export interface EnginePool<Tasks extends TaskTable> {
  /**
   * Runs one task in a worker. Fails with OVERLOADED before anything happened when the queue is
   * full or the wait too long; with BAD_REQUEST over memory or time; with CLIENT_CLOSED_REQUEST
   * when `signal` aborts; when its worker dies it runs once more, unless a part of it was told, and
   * then fails with INTERNAL_SERVER_ERROR, or BAD_REQUEST where its own text or file crashed both
   * (`diesOf`); otherwise as the task failed.
   */
  run<Name extends keyof Tasks & string>(
    name: Name,
    request: RequestSource<Tasks[Name]>,
    options: RunOptions,
  ): Promise<ReplyOf<Tasks[Name]>>;
  /**
   * Throws OVERLOADED when a task of the workspace would be refused now. For a caller that has to
   * write something down before it runs a task (docs/contract/requests.md#order-of-checks).
   */
  assertRoom(workspaceId: string): void;
  /** Resolves when the warm workers serve; rejects when they cannot start. */
  ready(): Promise<void>;
  stats(): PoolStats;
  /** Of all worker processes that live. */
  workerPids(): readonly number[];
  /** Refuses what waits, kills what runs, and resolves when every worker process has ended. */
  close(): Promise<void>;
}
