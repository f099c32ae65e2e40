import type { ErrorCode } from '../kernel/errors.ts';
import type { SandboxOptions } from './sandbox.ts';

/**
 * What the pool and a worker process say to each other: child_process IPC with V8's serialization.
 */
export type ToWorker =
  | {
      readonly kind: 'task';
      readonly id: number;
      readonly name: string;
      readonly request: unknown;
      /** The task's budget; DuckDB's memory_limit is a share of it. */
      readonly memoryBytes: number;
      readonly threads: number;
      /** Made by the worker when the task first asks for it. */
      readonly spoolDir: string;
      /** Nothing of it executes before the `execute` message; an interrupt instead ends it. */
      readonly held: boolean;
      /** Without its text where that is what the worker was told last. */
      readonly told?: Omit<Told, 'text'> & Partial<Told>;
    }
  | { readonly kind: 'execute'; readonly id: number }
  | { readonly kind: 'interrupt'; readonly id: number };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'part'; readonly id: number; readonly part: unknown }
  /**
   * `idle`: as the message of that name, where there is nothing to clean up; it does not follow
   * then.
   */
  | { readonly kind: 'reply'; readonly id: number; readonly reply: unknown; readonly idle?: Idle }
  | { readonly kind: 'failure'; readonly id: number; readonly failure: Failure }
  /**
   * The task's state is gone; the next may come. Always follows a reply or a failure. `spooled`: it
   * has a directory. `worn`: the process holds what it cannot give back, and is to be replaced.
   */
  | ({ readonly kind: 'idle'; readonly id: number } & Idle);

export interface Idle {
  readonly spooled: boolean;
  readonly worn: boolean;
  /** Where the worker has just looked. */
  readonly keptOfFiles?: KeptOfFiles;
}

/** Bytes of DuckDB's caches: of footers of Parquet files, and of ranges of files. */
export interface KeptOfFiles {
  readonly footerBytes: number;
  readonly rangeBytes: number;
}

/** A text that one task after another is told, and what stands for it: no other text has that. */
export interface Told {
  readonly digest: string;
  readonly text: string;
}

/** A QuernError as a plain value; `detail` is for the log. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly detail: string;
}

/** The worker's one command line argument, as JSON. */
export interface WorkerOptions extends SandboxOptions {
  /**
   * Look after every task, not only after a failed one, whether it left anything behind, and die if
   * it did.
   */
  readonly verify: boolean;
}
