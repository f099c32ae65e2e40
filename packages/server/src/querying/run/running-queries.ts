export interface RunningQuery {
  /** Stops the query; the run becomes `cancelled`, with the reason as its message. */
  cancel(reason: string): void;
  /** Settles, never with an error, when the run has its final state. */
  readonly done: Promise<void>;
  /** The query is asynchronous, accepted, and has no worker yet. */
  readonly isWaiting: boolean;
  /** The row in `query_runs` is committed. */
  readonly isRecorded: boolean;
}

export interface HasRunningQueries {
  /** Queries running in this process, by run id. */
  readonly runningQueries: Map<string, RunningQuery>;
}
