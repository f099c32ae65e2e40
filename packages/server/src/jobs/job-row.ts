import type { Selectable } from 'kysely';
import type { Jobs } from '../metadata/job-tables.ts';
import type { JobStatus } from './job-state.ts';

/** What a job has done so far. */
export interface JobProgress {
  readonly rows: number;
  readonly bytes: number;
  /** Of an index on texts, as its provider counted. */
  readonly tokens?: number;
}

/** A job as the rest of the server sees it. Instants in milliseconds. */
export interface Job {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly databaseId: string | null;
  readonly jobType: string;
  readonly listed: boolean;
  readonly status: JobStatus;
  /** JSON values, as they were enqueued and as the handler answered. */
  readonly payload: unknown;
  readonly result: unknown;
  /**
   * Of a failed or partially succeeded job, and of the last attempt at one that is tried again; fit
   * for the caller.
   */
  readonly errorMessage: string | null;
  /** Of the error that `errorMessage` tells. */
  readonly errorCode: string | null;
  /** As far as it has come, while it runs. */
  readonly progress: JobProgress | null;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly dedupeKey: string | null;
  /** Not before this instant. */
  readonly runAt: number;
  readonly createdAt: number;
  readonly completedAt: number | null;
}

export function toJob(row: Selectable<Jobs>): Job {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    databaseId: row.database_id,
    jobType: row.job_type,
    listed: row.listed === 1,
    status: row.status,
    payload: JSON.parse(row.payload),
    result: row.result === null ? null : JSON.parse(row.result),
    errorMessage: row.error_message,
    errorCode: row.error_code,
    progress: row.progress === null ? null : JSON.parse(row.progress),
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    dedupeKey: row.dedupe_key,
    runAt: row.run_at,
    createdAt: row.created_at,
    completedAt: row.completed_at,
  };
}
