import type { ErrorCode } from '../../kernel/errors.ts';
import type { KeptOfFiles, Told } from '../protocol.ts';
import type { WorkSize } from './fair-queue.ts';

export interface EnginePoolOptions {
  /**
   * The name of the pool's directory below `spoolDir` (`main`, `planner`). Remains of an earlier
   * process in the directory are removed.
   */
  readonly name: string;
  /** The most worker processes. Each runs one task at a time. */
  readonly workers: number;
  /** Workers that stay running without work; at least 1. */
  readonly warmWorkers: number;
  /**
   * The memory of all running tasks together. The sum of their budgets never exceeds the number.
   */
  readonly memoryBytes: number;
  /** The most tasks of one workspace that run at the same time. */
  readonly maxRunningPerWorkspace: number;
  readonly maxQueued: number;
  readonly maxQueuedPerWorkspace: number;
  /** The longest wait of a task before the pool refuses the task. */
  readonly queueTimeoutMs: number;
  readonly spoolDir: string;
  /**
   * Directories that DuckDB may read and write besides the pool's own; none for a pool that only
   * parses.
   */
  readonly allowedDirectories: readonly string[];
  /** The most spilled bytes of one worker. */
  readonly maxTempBytes: number;
  /** The compiled entry of the worker process, with the pool's tasks. */
  readonly workerFile: string;
  /** The environment of the workers, which is otherwise empty. */
  readonly env?: Readonly<Record<string, string>>;
  /** Checks for leftovers after every task. For tests: 0.6 ms a task. */
  readonly verify?: boolean;
  /** Receives every failed task and ended worker, for the log. */
  readonly onEvent?: (event: PoolEvent) => void;
}

/** The used part of a time limit that several tasks share. */
export interface TimeSpent {
  ms: number;
}

export interface RunOptions {
  readonly workspaceId: string;
  /**
   * The most resident bytes that the task may add to its worker process; at most the pool's
   * `memoryBytes`. The pool kills the process above the number.
   */
  readonly memoryBytes: number;
  readonly threads: number;
  /** Milliseconds that the task may run, from the assignment of a worker. */
  readonly deadlineMs: number;
  /** The used part of the time limit, for tasks with a shared limit. */
  readonly timeSpent?: TimeSpent;
  readonly signal?: AbortSignal;
  readonly onPart?: (part: unknown) => void;
  /**
   * Prefers the worker whose last task had the same affinity. Any other worker serves where that
   * worker is busy.
   */
  readonly affinity?: string;
  /** A text besides the request. The text reaches a worker once for consecutive tasks. */
  readonly told?: Told;
  /** The task waits for a worker without a limit, not only for the pool's `queueTimeoutMs`. */
  readonly waitsForTurn?: boolean;
  /**
   * `large` work leaves one of several workers to small work, and never delays small work. Absent:
   * `small`.
   */
  readonly size?: WorkSize;
  /**
   * Runs once a worker is assigned. The task prepares, and executes nothing before `onStart`
   * succeeds. A failure of `onStart` fails the task.
   */
  readonly onStart?: () => Promise<void>;
  /** Files outside the task's spool directory to remove when the task fails. */
  readonly removeOnFailure?: readonly string[];
  /** The name of the work in messages. Absent: `query`. */
  readonly subject?: string;
  /** The caller's part to blame when two workers in a row crash (BAD_REQUEST). Absent: no part. */
  readonly diesOf?: 'text' | 'file';
  /**
   * The task does not run again after the death of its worker: an object that the task reads may
   * kill the next worker too.
   */
  readonly runsOnce?: boolean;
}

/** Why the pool stopped a task or ended a worker. */
export type StopReason = 'memory' | 'deadline' | 'cancelled' | 'clean_up' | 'recycled' | 'closed';

export type PoolEvent =
  | {
      readonly kind: 'task_failed';
      readonly task: string;
      readonly code: ErrorCode;
      readonly detail: string;
    }
  | {
      readonly kind: 'worker_ended';
      readonly pid: number;
      readonly how: string;
      readonly reason: StopReason | 'died';
    };

export interface PoolStats {
  readonly workers: { readonly starting: number; readonly idle: number; readonly busy: number };
  readonly queued: number;
  /** Sum of the budgets of running tasks. */
  readonly reservedBytes: number;
  /** The resident bytes of all worker processes together. */
  readonly residentBytes: number;
  /** DuckDB's memory for files in all workers, by their last report. */
  readonly keptOfFiles: KeptOfFiles;
  /** Workers killed by the pool, by reason. */
  readonly kills: Readonly<Record<StopReason, number>>;
  /** The number of workers that ended by themselves. */
  readonly deaths: number;
  /** The number of workers that ended, for any reason, while the pool was open. */
  readonly restarts: number;
  /** Tasks refused with 429. */
  readonly refused: number;
}
