import type { DuckDBConnection } from '@duckdb/node-api';
import type { BytePipe } from './byte-pipe.ts';
import type { Told } from './protocol.ts';
import type { KeptCatalogs } from './query/kept-catalogs.ts';

/**
 * A task is what a worker process does at a time: a function of one request to one reply, over a
 * DuckDB connection that nobody else uses. Requests and replies are plain values (structured
 * clone). Files are named by local path; a task writes only below `spoolDir` and reads only the
 * files its request names.
 */
export type Task<Request, Reply> = (context: TaskContext, request: Request) => Promise<Reply>;

export interface TaskContext {
  /** Taken by reading it: a task that does not spares the next one a new connection (0.4 ms). */
  readonly connection: DuckDBConnection;
  /**
   * A directory of this worker, on the object store's file system where objects are on local disk.
   */
  readonly spoolDir: string;
  /**
   * Sends a value to the caller before the reply (the preview of a result while it is still being
   * written).
   */
  emit(part: unknown): void;
  /** Bytes that the task may add to its worker; absent outside one. */
  readonly memoryBytes?: number;
  /** What the task was told besides its request. */
  readonly told?: Told;
  /** Absent outside a worker. */
  readonly own?: OwnConnections;
  /** What the worker keeps from one small query to the next; absent outside a worker. */
  readonly kept?: KeptCatalogs;
  /**
   * Resolves when the task may execute what it was asked to: until then it prepares. Rejects when
   * it shall not at all. Absent where nothing is waited for.
   */
  readonly mayExecute?: Promise<void>;
  /**
   * Work for after the reply and before the next task, off the caller's path: it gets a connection
   * of the worker's own, the task's is closed by then. Should it fail, the worker ends and is
   * replaced. Absent outside a worker.
   */
  defer?(work: (connection: DuckDBConnection) => Promise<void>): void;
}

/**
 * Further connections to the same instance, for statements that run beside those of the task's.
 * They serve task after task, so nothing of a caller's text is run on them, though it may be
 * parsed. DuckDB's optimizer is off: it takes 0.1 ms of each small statement of ours and finds
 * nothing to do (and makes LIMIT a join by row id: 0.6 ms instead of 0.24).
 */
export interface OwnConnections {
  readonly reader: DuckDBConnection;
  readonly writer: DuckDBConnection;
  /**
   * Brings a file that DuckDB writes into this process; null where the system has no named pipes.
   */
  readonly pipe: BytePipe | null;
}

/**
 * Tasks by name. `never` and `unknown` let tasks of any request and reply in; the two types below
 * get them out again.
 */
export type TaskTable = Readonly<Record<string, Task<never, unknown>>>;
export type RequestOf<T> = T extends Task<infer Request, infer _Reply> ? Request : never;
/**
 * A request, or what makes it once a worker waits for it: what it holds is not held while the task
 * waits for its turn.
 */
export type RequestSource<T> = RequestOf<T> | (() => Promise<RequestOf<T>>);
export type ReplyOf<T> = T extends Task<infer _Request, infer Reply> ? Reply : never;
