/** What knows whether this process was told to stop. */
export interface HasStopping {
  isStopping(): boolean;
}
