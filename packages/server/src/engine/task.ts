import type { DuckDBConnection } from '@duckdb/node-api';

/**
 * A task is what a worker process does at a time: a function of one request to one reply, over a DuckDB connection that
 * nobody else uses. Requests and replies are plain values (structured clone). Files are named by local path; a task
 * writes only below `spoolDir` and reads only the files its request names.
 */
export type Task<Request, Reply> = (context: TaskContext, request: Request) => Promise<Reply>;

export interface TaskContext {
  readonly connection: DuckDBConnection;
  /** A directory of this worker, on the object store's file system where objects are on local disk. */
  readonly spoolDir: string;
  /** Sends a value to the caller before the reply (the preview of a result while it is still being written). */
  emit(part: unknown): void;
}

/** A column of a result or a table as DuckDB types it (`DECIMAL(18,3)`, `STRUCT(a INTEGER, b VARCHAR[])`). */
export interface TypedColumn {
  readonly name: string;
  readonly type: string;
}
