import type { CompiledQuery } from 'kysely';
import type { QuernError } from '../kernel/errors.ts';
import type { HasLog } from '../kernel/log.ts';
import { keepLease } from '../metadata/keep-lease.ts';
import type { HasLocks } from '../metadata/locks.ts';
import type { HasNodeId } from '../metadata/nodes.ts';
import type { HasMetadata, MetadataTransaction } from '../metadata/open-metadata.ts';
import type { HasTurns } from './turns.ts';

/** How long a lock outlives its node. */
const lockLeaseMs = 15_000;

export interface HeldLock {
  /**
   * To be called in the transaction that commits what the lock protects; throws when it was lost.
   */
  assertHeld(trx: MetadataTransaction): Promise<void>;
  /**
   * The same where nothing rests on the lock after the commit: it is given back by it on SQLite.
   */
  endIn(trx: MetadataTransaction): Promise<void>;
  /**
   * Writes printed statements as `Metadata.write` does, synced, and gives the lock back by the same
   * transaction; false, and nothing is written, where it was lost or one of them changes no row.
   */
  endWith(statements: readonly CompiledQuery[]): Promise<boolean>;
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
    // What was cut off because the lock was lost says that it was cancelled, but nobody did that.
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    endRenewal();
    await locks[isEnded ? 'ended' : 'release'](lease).catch((error: unknown) =>
      log.warn({ err: error, lock: name }, 'a lock cannot be released'),
    );
    turns.freed(name);
  }
}

/** Services that hold a lock. */
export type LockServices = HasLocks & HasLog & HasMetadata & HasNodeId & HasTurns;
