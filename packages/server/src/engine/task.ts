import type { DuckDBConnection } from '@duckdb/node-api';
import type { BytePipe } from './byte-pipe.ts';
import type { Told } from './protocol.ts';
import type { KeptCatalogs } from './query/kept-catalogs.ts';

/**
 * A task is the unit of work of a worker process: a function from one request to one reply, over an
 * exclusive DuckDB connection. Requests and replies are plain values (structured clone). Files are
 * named by local path. A task writes only below `spoolDir`, and reads only files that its request
 * names.
 */
export type Task<Request, Reply> = (context: TaskContext, request: Request) => Promise<Reply>;

export interface TaskContext {
  /**
   * The first access takes the connection. A task without access saves the next task a new
   * connection (0.4 ms).
   */
  readonly connection: DuckDBConnection;
  /**
   * A directory of the worker, on the object store's file system where objects are on local disk.
   */
  readonly spoolDir: string;
  /**
   * Sends a value to the caller before the reply (the preview of a result whose file is still being
   * written).
   */
  emit(part: unknown): void;
  /** Bytes that the task may add to its worker; absent outside a worker. */
  readonly memoryBytes?: number;
  /** The text besides the request. */
  readonly told?: Told;
  /** Absent outside a worker. */
  readonly own?: OwnConnections;
  /** The worker's kept catalogs from one small query to the next; absent outside a worker. */
  readonly kept?: KeptCatalogs;
  /**
   * Resolves when the task may execute; until then the task prepares. Rejects when the task must
   * not execute. Absent without a wait.
   */
  readonly mayExecute?: Promise<void>;
  /**
   * Schedules work after the reply and before the next task, off the caller's path. The work gets a
   * connection of the worker's own, because the task's is closed by then. A failure ends the
   * worker, which is replaced. Absent outside a worker.
   */
  defer?(work: (connection: DuckDBConnection) => Promise<void>): void;
  /**
   * The process keeps memory that only its end gives back: it is replaced after the task. Absent
   * outside a worker.
   */
  wearOut?(): void;
}

/**
 * More connections to the same instance, for statements in parallel with the task's. The
 * connections serve task after task, so no caller's text runs on them, though a text may be parsed.
 * DuckDB's optimizer is off: it takes 0.1 ms of each small internal statement without effect (and
 * turns LIMIT into a join by row id: 0.6 ms instead of 0.24).
 */
export interface OwnConnections {
  readonly reader: DuckDBConnection;
  readonly writer: DuckDBConnection;
  /** Transfers a file that DuckDB writes into the process; null on systems without named pipes. */
  readonly pipe: BytePipe | null;
}

/**
 * Tasks by name. `never` and `unknown` admit tasks of any request and reply. The two types below
 * recover the request and the reply.
 */
export type TaskTable = Readonly<Record<string, Task<never, unknown>>>;
export type RequestOf<T> = T extends Task<infer Request, infer _Reply> ? Request : never;
/**
 * A request, or a function that creates the request once a worker is assigned. The resources of the
 * latter are not held while the task waits for its turn.
 */
export type RequestSource<T> = RequestOf<T> | (() => Promise<RequestOf<T>>);
export type ReplyOf<T> = T extends Task<infer _Request, infer Reply> ? Reply : never;
