/** The metadata table of jobs. */
import type { ColumnType } from 'kysely';

/** JSON text. */
type Json = string;
type Immutable<T> = ColumnType<T, T, never>;

export interface Jobs {
  id: Immutable<string>;
  workspace_id: Immutable<string | null>;
  /** The database it acts on, for credentials limited to one. */
  database_id: Immutable<string | null>;
  job_type: Immutable<string>;
  /**
   * 1 for the contract's job types that a caller asked for; 0 for maintenance, which is never
   * listed.
   */
  listed: Immutable<0 | 1>;
  status: 'pending' | 'running' | 'succeeded' | 'partially_succeeded' | 'failed';
  payload: Json;
  result: Json | null;
  error_message: string | null;
  attempts: number;
  max_attempts: Immutable<number>;
  /** At most one job of a key is pending or running. */
  dedupe_key: string | null;
  run_at: number;
  lease_owner: string | null;
  lease_expires_at: number | null;
  /**
   * Rises with each lease; a commit of the job checks it, so a node that lost its lease cannot
   * write.
   */
  fencing_token: number;
  created_at: Immutable<number>;
  completed_at: number | null;
  /** Of the error that `error_message` tells, for who waits for the job. */
  error_code: ColumnType<string | null, string | null | undefined, string | null>;
  /** JSON of JobProgress, while it runs. */
  progress: ColumnType<Json | null, Json | null | undefined, Json | null>;
}
