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
  const leftOver = new LeftOver(db);
  return {
    async acquire(name, owner, ttlMs, { handle = db, longestMs = ttlMs } = {}) {
      if (handle === db) await leftOver.end(name);
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
      if (handle !== db) return endLease(lease, handle);
      try {
        await endLease(lease, db);
      } catch (error) {
        leftOver.keep(lease);
        throw error;
      }
      await leftOver.endAll();
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

async function endLease({ name, fencingToken }: Lease, handle: MetadataHandle): Promise<void> {
  await handle
    .updateTable('locks')
    .set({ expires_at: releasedAt })
    .where('name', '=', name)
    .where('fencing_token', '=', fencingToken)
    .execute();
}

/** Leases that were over while nothing could be written, by name. */
class LeftOver {
  readonly #db: MetadataHandle;
  readonly #leases = new Map<string, Lease>();

  constructor(db: MetadataHandle) {
    this.#db = db;
  }

  keep(lease: Lease): void {
    this.#leases.set(lease.name, lease);
  }

  async end(name: string): Promise<void> {
    const lease = this.#leases.get(name);
    if (!lease) return;
    await endLease(lease, this.#db);
    if (this.#leases.get(name) === lease) this.#leases.delete(name);
  }

  /** Once something can be written again: other nodes need not wait for the time of their leases. */
  async endAll(): Promise<void> {
    for (const name of this.#leases.keys()) await this.end(name).catch(() => {});
  }
}
