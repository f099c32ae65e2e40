import { sql } from 'kysely';
import { type Clock, farAheadMs } from '../kernel/clock.ts';
import { resourceLocked } from '../kernel/errors.ts';
import type { Metadata, MetadataHandle, MetadataTransaction } from './open-metadata.ts';

/** Proof of holding a lock: checked where the work is committed, because a lease can end unnoticed. */
export interface Lease {
  readonly name: string;
  /** Rises with each acquisition of the name, for ever. */
  readonly fencingToken: number;
}

/**
 * Named leases in the metadata. The clocks of the nodes decide only how soon a dead owner is followed; that two owners
 * never both commit rests on the fencing token alone.
 */
export interface Locks {
  /**
   * The lease, or null while another one holds (even one of the same owner). `longestMs`: how long owners of this name may
   * hold it at a time, where that is more than `ttlMs`; what is held for far longer was taken before the clock was set back.
   */
  acquire(
    name: string,
    owner: string,
    ttlMs: number,
    options?: { readonly handle?: MetadataHandle; readonly longestMs?: number },
  ): Promise<Lease | null>;
  /** Moves the end to `ttlMs` from now; false when another owner has it by now, or it was released. */
  renew(lease: Lease, ttlMs: number): Promise<boolean>;
  /**
   * Ends the lease now; does nothing to a later owner's. Where it throws, the lease is over all the same: the next of its
   * name here is acquired as if it had been released, or fails as this did.
   */
  release(lease: Lease, handle?: MetadataHandle): Promise<void>;
  /**
   * Throws RESOURCE_LOCKED unless `lease` is still the newest of its name and was not released; nobody can take it over
   * before `trx` ends. A lease past its end that nobody took over still holds: the token, not the clock, decides.
   */
  assertHeld(trx: MetadataTransaction, lease: Lease): Promise<void>;
}

/** Rows stay after release, or the tokens of a name would begin anew and an old owner's could be right again. */
const releasedAt = 0;

export function createLocks(metadata: Metadata, clock: Clock): Locks {
  const { db, kind } = metadata;
  /** What was over while nothing could be written, by name. */
  const unreleased = new Map<string, Lease>();
  const end = async ({ name, fencingToken }: Lease, handle: MetadataHandle) => {
    await handle
      .updateTable('locks')
      .set({ expires_at: releasedAt })
      .where('name', '=', name)
      .where('fencing_token', '=', fencingToken)
      .execute();
  };
  const endLeftOver = async (lease: Lease) => {
    await end(lease, db);
    if (unreleased.get(lease.name) === lease) unreleased.delete(lease.name);
  };
  return {
    async acquire(name, owner, ttlMs, { handle = db, longestMs = ttlMs } = {}) {
      const left = handle === db ? unreleased.get(name) : undefined;
      if (left) await endLeftOver(left);
      const now = clock.now();
      const row = await handle
        .insertInto('locks')
        .values({ name, owner, fencing_token: 1, expires_at: now + ttlMs })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({
              owner,
              fencing_token: sql<number>`locks.fencing_token + 1`,
              expires_at: now + ttlMs,
            })
            .where((held) =>
              held.or([
                held('locks.expires_at', '<=', now),
                held('locks.expires_at', '>', now + longestMs + farAheadMs),
              ]),
            ),
        )
        .returning('fencing_token')
        .executeTakeFirst();
      return row === undefined ? null : { name, fencingToken: row.fencing_token };
    },
    async renew(lease, ttlMs) {
      const updated = await db
        .updateTable('locks')
        .set({ expires_at: clock.now() + ttlMs })
        .where('name', '=', lease.name)
        .where('fencing_token', '=', lease.fencingToken)
        .where('expires_at', '<>', releasedAt)
        .executeTakeFirst();
      return updated.numUpdatedRows === 1n;
    },
    async release(lease, handle = db) {
      if (handle !== db) return end(lease, handle);
      try {
        await end(lease, db);
      } catch (error) {
        unreleased.set(lease.name, lease);
        throw error;
      }
      // Something can be written again: other nodes need not wait for the ends of the others.
      for (const left of unreleased.values()) await endLeftOver(left).catch(() => {});
    },
    async assertHeld(trx, lease) {
      const row = await trx
        .selectFrom('locks')
        .select('name')
        .where('name', '=', lease.name)
        .where('fencing_token', '=', lease.fencingToken)
        .where('expires_at', '<>', releasedAt)
        // SQLite has one writer at a time; PostgreSQL must keep the next owner out until this transaction ends.
        .$if(kind === 'postgres', (query) => query.forShare())
        .executeTakeFirst();
      if (row === undefined) throw resourceLocked('This took too long and was given up for another attempt; try again');
    },
  };
}
