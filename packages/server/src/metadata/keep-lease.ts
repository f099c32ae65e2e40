export interface KeepLeaseOptions {
  /** Extends the lease by `leaseMs`; false when it is lost for good. */
  readonly renew: () => Promise<boolean>;
  readonly leaseMs: number;
  /** Called once, when the lease is lost. */
  readonly onLost: () => void;
  /** Called for a renewal that failed; the next one may succeed in time. */
  readonly onError: (error: unknown) => void;
}

/**
 * Renews a lease every third of its length, so that two renewals may fail in a row. Gives the
 * function that ends it.
 */
export function keepLease({ renew, leaseMs, onLost, onError }: KeepLeaseOptions): () => void {
  let renewing = false;
  const timer = setInterval(async () => {
    if (renewing) return;
    renewing = true;
    try {
      if (!(await renew())) {
        clearInterval(timer);
        onLost();
      }
    } catch (error) {
      onError(error);
    } finally {
      renewing = false;
    }
  }, leaseMs / 3);
  timer.unref();
  return () => clearInterval(timer);
}
