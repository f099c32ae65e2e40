import type { QuernError } from '../kernel/errors.ts';
import { keepLease } from '../metadata/keep-lease.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import type { Services } from './services.ts';

/** How long a lock outlives its node. */
const lockLeaseMs = 15_000;

export interface HeldLock {
  /**
   * To be called in the transaction that commits what the lock protects; throws when it was lost.
   */
  assertHeld(trx: MetadataTransaction): Promise<void>;
  /** Aborted when the lock is lost. */
  readonly signal: AbortSignal;
}

export interface LockPatience {
  /** Milliseconds to wait for one's turn while somebody else holds it. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs `work` while holding the named lock; `busy()` is thrown when somebody else holds it, after
 * `patience`, at once without.
 */
export async function withLock<T>(
  services: Pick<Services, 'locks' | 'log' | 'nodeId' | 'turns'>,
  name: string,
  busy: () => QuernError,
  work: (lock: HeldLock) => Promise<T>,
  patience?: LockPatience,
): Promise<T> {
  const { locks, nodeId, log, turns } = services;
  const acquire = () => locks.acquire(name, nodeId, lockLeaseMs);
  const lease = await turns.take(name, patience?.waitMs ?? 0, patience?.signal, acquire);
  if (!lease) throw busy();
  const lost = new AbortController();
  const endRenewal = keepLease({
    renew: () => locks.renew(lease, lockLeaseMs),
    leaseMs: lockLeaseMs,
    onLost: () => lost.abort(busy()),
    onError: (error) => log.warn({ err: error, lock: name }, 'a lock cannot be renewed'),
  });
  try {
    return await work({ assertHeld: (trx) => locks.assertHeld(trx, lease), signal: lost.signal });
  } catch (error) {
    // What was cut off because the lock was lost says that it was cancelled, but nobody did that.
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    endRenewal();
    await locks
      .release(lease)
      .catch((error: unknown) => log.warn({ err: error, lock: name }, 'a lock cannot be released'));
    turns.freed(name);
  }
}
