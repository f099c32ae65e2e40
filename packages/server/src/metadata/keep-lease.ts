export interface KeepLeaseOptions {
  /** Extends the lease by `leaseMs`; false if the lease is lost for good. */
  readonly renew: () => Promise<boolean>;
  readonly leaseMs: number;
  /** Called once, when the lease is lost. */
  readonly onLost: () => void;
  /** Called for a failed renewal; the next renewal may succeed in time. */
  readonly onError: (error: unknown) => void;
}

/**
 * Renews a lease after every third of its length, so two renewals in a row may fail. Returns the
 * function that ends the renewals.
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
