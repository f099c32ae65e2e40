import type { ErrorCode } from '../kernel/errors.ts';
import type { SandboxOptions } from './sandbox.ts';

/**
 * The messages between the pool and a worker process: child_process IPC with V8's serialization.
 */
export type ToWorker =
  | {
      readonly kind: 'task';
      readonly id: number;
      readonly name: string;
      readonly request: unknown;
      /** The task's budget. DuckDB's memory_limit is a share of the budget. */
      readonly memoryBytes: number;
      readonly threads: number;
      /** The directory that the worker creates on the task's first use. */
      readonly spoolDir: string;
      /**
       * The task executes nothing before the `execute` message. An interrupt ends the task instead.
       */
      readonly held: boolean;
      /** The text is absent where the worker already has it as its last text. */
      readonly told?: Omit<Told, 'text'> & Partial<Told>;
    }
  | { readonly kind: 'execute'; readonly id: number }
  | { readonly kind: 'interrupt'; readonly id: number };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'part'; readonly id: number; readonly part: unknown }
  /**
   * `idle` stands for the message of the same name, where nothing needs clean-up. No `idle` message
   * follows then.
   */
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown; readonly idle?: Idle }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  /**
   * The task's state is removed, and the next task may come. The message follows every reply or
   * failure. `spooled`: the task has a directory. `worn`: the process holds memory that it cannot
   * release, and must be replaced.
   */
  | ({ readonly kind: 'idle'; readonly id: number } & Idle);

export interface Idle {
  readonly spooled: boolean;
  readonly worn: boolean;
  /** Present after a look at the caches. */
  readonly keptOfFiles?: KeptOfFiles;
}

/** Bytes of DuckDB's caches: of footers of Parquet files, and of ranges of files. */
export interface KeptOfFiles {
  readonly footerBytes: number;
  readonly rangeBytes: number;
}

/** A text shared by consecutive tasks, and its digest, which is unique to the text. */
export interface Told {
  readonly digest: string;
  readonly text: string;
}

/** A QuernError as a plain value; `detail` is for the log. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** PostgreSQL's code of what a text raised. */
  readonly sqlState?: string;
  readonly detail: string;
}

/** The worker's only command line argument, as JSON. */
export interface WorkerOptions extends SandboxOptions {
  /**
   * Checks for leftovers after every task, not only after a failed task, and ends the process if
   * there are any.
   */
  readonly verify: boolean;
}
