/** Knows about a request to stop the process. */
export interface HasStopping {
  isStopping(): boolean;
}
