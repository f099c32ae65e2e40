/** The metadata table of jobs. */
import type { ColumnType } from 'kysely';

/** JSON text. */
type Json = string;
type Immutable<T> = ColumnType<T, T, never>;

export interface Jobs {
  id: Immutable<string>;
  workspace_id: Immutable<string | null>;
  /** The database of the job, for credentials limited to one database. */
  database_id: Immutable<string | null>;
  job_type: Immutable<string>;
  /** 1 for the contract's job types, on a caller's request; 0 for maintenance, never in lists. */
  listed: Immutable<0 | 1>;
  status: 'pending' | 'running' | 'succeeded' | 'partially_succeeded' | 'failed';
  payload: Json;
  result: Json | null;
  error_message: string | null;
  attempts: number;
  max_attempts: Immutable<number>;
  /** One pending or running job has a given key, or none. */
  dedupe_key: string | null;
  run_at: number;
  lease_owner: string | null;
  lease_expires_at: number | null;
  /**
   * Rises with each lease. Commits of the job check the token, so a node without the lease cannot
   * write.
   */
  fencing_token: number;
  created_at: Immutable<number>;
  completed_at: number | null;
  /** Code of the error in `error_message`, for requests that wait for the job. */
  error_code: ColumnType<string | null, string | null | undefined, string | null>;
  /** JSON of JobProgress while the job runs. */
  progress: ColumnType<Json | null, Json | null | undefined, Json | null>;
}
