import type { Selectable } from 'kysely';
import type { Jobs } from '../metadata/job-tables.ts';
import type { JobStatus } from './job-state.ts';

/** The progress of a job. */
export interface JobProgress {
  readonly rows: number;
  readonly bytes: number;
  /** The provider's token count, for an index on texts. */
  readonly tokens?: number;
}

/** A job as the rest of the server sees jobs. Instants are in milliseconds. */
export interface Job {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly databaseId: string | null;
  readonly jobType: string;
  readonly listed: boolean;
  readonly status: JobStatus;
  /** JSON values: the payload from the enqueuer, and the result from the handler. */
  readonly payload: unknown;
  readonly result: unknown;
  /**
   * The message of a failed or partially succeeded job, or of the last attempt before a retry. The
   * caller may see the message.
   */
  readonly errorMessage: string | null;
  /** The code of the error behind `errorMessage`. */
  readonly errorCode: string | null;
  /** The progress of a running job. */
  readonly progress: JobProgress | null;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly dedupeKey: string | null;
  /** The job does not start before the instant. */
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
