import type { CompiledQuery } from 'kysely';
import type { QuernError } from '../kernel/errors.ts';
import type { HasLog } from '../kernel/log.ts';
import { keepLease } from '../metadata/keep-lease.ts';
import type { HasLocks } from '../metadata/locks.ts';
import type { HasNodeId } from '../metadata/nodes.ts';
import type { HasMetadata, MetadataTransaction } from '../metadata/open-metadata.ts';
import type { HasTurns } from './turns.ts';

/** The time that a lock outlives its node. */
const lockLeaseMs = 15_000;

export interface HeldLock {
  /**
   * The holder calls the function in the transaction that commits protected work. Throws for a lost
   * lock.
   */
  assertHeld(trx: MetadataTransaction): Promise<void>;
  /**
   * Asserts the lock in a transaction after which nothing depends on the lock. On SQLite the commit
   * also releases the lock.
   */
  endIn(trx: MetadataTransaction): Promise<void>;
  /**
   * Writes compiled statements as `Metadata.write` does, synced, and releases the lock in the same
   * transaction. Returns false and writes nothing where the lock was lost or a statement changes no
   * row.
   */
  endWith(statements: readonly CompiledQuery[]): Promise<boolean>;
  /** Aborted when the lock is lost. */
  readonly signal: AbortSignal;
}

export interface LockPatience {
  /** Milliseconds to wait while another holder has the lock. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs `work` under the named lock. Throws `busy()` when another holder has the lock, after
 * `patience`, or at once without patience.
 */
export async function withLock<T>(
  services: LockServices,
  name: string,
  busy: () => QuernError,
  work: (lock: HeldLock) => Promise<T>,
  patience?: LockPatience,
): Promise<T> {
  const { locks, metadata, nodeId, log, turns } = services;
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
  let isEnded = false;
  const held: HeldLock = {
    assertHeld: (trx) => locks.assertHeld(trx, lease),
    async endIn(trx) {
      if (!(await locks.endIn(trx, lease))) return;
      metadata.afterCommit(trx, () => {
        isEnded = true;
      });
    },
    async endWith(statements) {
      isEnded = await metadata.write([locks.ending(lease), ...statements], { synced: true });
      return isEnded;
    },
    signal: lost.signal,
  };
  try {
    return await work(held);
  } catch (error) {
    // Work interrupted by a lost lock reports a cancellation, although nobody cancelled.
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    endRenewal();
    await locks[isEnded ? 'ended' : 'release'](lease).catch((error: unknown) =>
      log.warn({ err: error, lock: name }, 'a lock cannot be released'),
    );
    turns.freed(name);
  }
}

/** Services to hold a lock. */
export type LockServices = HasLocks & HasLog & HasMetadata & HasNodeId & HasTurns;
