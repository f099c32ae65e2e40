import type { ErrorCode } from '../../kernel/errors.ts';
import type { KeptOfFiles, Told } from '../protocol.ts';
import type { WorkSize } from './fair-queue.ts';

export interface EnginePoolOptions {
  /**
   * Names the pool's directory below `spoolDir` (`main`, `planner`); what an earlier process left
   * there is removed.
   */
  readonly name: string;
  /** At most this many worker processes, each running one task at a time. */
  readonly workers: number;
  /** Kept running without work; at least 1. */
  readonly warmWorkers: number;
  /** For all running tasks together: the sum of their budgets never exceeds it. */
  readonly memoryBytes: number;
  /** Tasks of one workspace that run at the same time. */
  readonly maxRunningPerWorkspace: number;
  readonly maxQueued: number;
  readonly maxQueuedPerWorkspace: number;
  /** How long a task may wait for its turn before it is refused. */
  readonly queueTimeoutMs: number;
  readonly spoolDir: string;
  /**
   * Directories DuckDB may read and write besides the pool's own; none for a pool that only parses.
   */
  readonly allowedDirectories: readonly string[];
  /** Spilled bytes of one worker. */
  readonly maxTempBytes: number;
  /** Compiled entry of the worker process, which has the pool's tasks. */
  readonly workerFile: string;
  /** Environment of the workers, which is otherwise empty. */
  readonly env?: Readonly<Record<string, string>>;
  /** Look after every task whether it left anything behind. For tests: 0.6 ms a task. */
  readonly verify?: boolean;
  /** Told of every failed task and ended worker, for the log. */
  readonly onEvent?: (event: PoolEvent) => void;
}

/** What tasks have taken of the time limit that they share. */
export interface TimeSpent {
  ms: number;
}

export interface RunOptions {
  readonly workspaceId: string;
  /**
   * Resident bytes the task may add to its worker process; at most the pool's `memoryBytes`. Killed
   * above it.
   */
  readonly memoryBytes: number;
  readonly threads: number;
  /** Milliseconds the task may run, counted from when a worker has it. */
  readonly deadlineMs: number;
  /** Of tasks that share one time limit: what those before have taken of it. */
  readonly timeSpent?: TimeSpent;
  readonly signal?: AbortSignal;
  readonly onPart?: (part: unknown) => void;
  /** Prefers the worker whose last task was of the same; any where it is busy. */
  readonly affinity?: string;
  /** What the task is told besides: its text crosses once to a worker while others are told it. */
  readonly told?: Told;
  /** Wait for a worker as long as it takes, not only for the pool's `queueTimeoutMs`. */
  readonly waitsForTurn?: boolean;
  /**
   * `large` work leaves one of several workers to small work, which is never behind it; `small`
   * where absent.
   */
  readonly size?: WorkSize;
  /**
   * Runs once a worker is assigned; the task prepares but executes nothing before it ended well.
   * When it fails, so does the task.
   */
  readonly onStart?: () => Promise<void>;
  /** Files outside the task's spool directory that must not stay when it fails. */
  readonly removeOnFailure?: readonly string[];
  /** What messages call the work; `query` where absent. */
  readonly subject?: string;
  /**
   * What of the caller's is to blame when two workers in a row crash under it (BAD_REQUEST);
   * absent: nothing is.
   */
  readonly diesOf?: 'text' | 'file';
  /** Not run again where its worker died: it reads an object that may end the next one too. */
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
  /** Of all worker processes together. */
  readonly residentBytes: number;
  /** What DuckDB kept of files in all workers, as they last said. */
  readonly keptOfFiles: KeptOfFiles;
  /** Workers killed by the pool, by reason. */
  readonly kills: Readonly<Record<StopReason, number>>;
  /** Workers that ended by themselves. */
  readonly deaths: number;
  /** Workers that ended, for whatever reason, while the pool was open. */
  readonly restarts: number;
  /** Tasks refused with 429. */
  readonly refused: number;
}
