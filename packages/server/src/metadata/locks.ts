import { type CompiledQuery, sql } from 'kysely';
import { type Clock, farAheadMs } from '../kernel/clock.ts';
import { resourceLocked } from '../kernel/errors.ts';
import type { Metadata, MetadataHandle, MetadataTransaction } from './open-metadata.ts';
import { PrintedStatement } from './printed-statement.ts';

/**
 * Proof of holding a lock: checked where the work is committed, because a lease can end unnoticed.
 */
export interface Lease {
  readonly name: string;
  /** Rises with each acquisition of the name, for ever. */
  readonly fencingToken: number;
}

/**
 * Named leases in the metadata. The clocks of the nodes decide only how soon a dead owner is
 * followed; that two owners never both commit rests on the fencing token alone.
 */
export interface Locks {
  /**
   * The lease, or null while another one holds (even one of the same owner). `longestMs`: how long
   * owners of this name may hold it at a time, where that is more than `ttlMs`; what is held for
   * far longer was taken before the clock was set back. Where it throws, what it may have taken all
   * the same is given back before the next of its name here is asked for.
   */
  acquire(
    name: string,
    owner: string,
    ttlMs: number,
    options?: { readonly handle?: MetadataHandle; readonly longestMs?: number },
  ): Promise<Lease | null>;
  /**
   * Moves the end to `ttlMs` from now; false when another owner has it by now, or it was released.
   */
  renew(lease: Lease, ttlMs: number): Promise<boolean>;
  /**
   * Ends the lease now; does nothing to a later owner's. Where it throws, the lease is over all the
   * same: the next of its name here is acquired as if it had been released, or fails as this did.
   */
  release(lease: Lease, handle?: MetadataHandle): Promise<void>;
  /**
   * Throws RESOURCE_LOCKED unless `lease` is still the newest of its name and was not released;
   * nobody can take it over before `trx` ends. A lease past its end that nobody took over still
   * holds: the token, not the clock, decides.
   */
  assertHeld(trx: MetadataTransaction, lease: Lease): Promise<void>;
  /**
   * Throws as `assertHeld` does; true where the lease is over with `trx`, so that what is the last
   * to be done under a lock needs no other transaction to give it back. Tell `ended` of the commit
   * then, and else release it. PostgreSQL reads the few rows of all locks to change one, and then
   * aborts serializable transactions that end different ones.
   */
  endIn(trx: MetadataTransaction, lease: Lease): Promise<boolean>;
  /** The same as a statement, which changes a row exactly where `lease` is still held. */
  ending(lease: Lease): CompiledQuery;
  /** To be called instead of `release` once a transaction is committed that ended the lease. */
  ended(lease: Lease): Promise<void>;
}

/**
 * Rows stay after release, or the tokens of a name would begin anew and an old owner's could be
 * right again.
 */
const releasedAt = 0;

export function createLocks(metadata: Pick<Metadata, 'unsynced' | 'kind'>, clock: Clock): Locks {
  // A lock outlives its process by its time at most, and a power loss ends them all: it need not be
  // on disk, and what is committed under it is not there without it.
  const { unsynced: db, kind } = metadata;
  const leftOver = new LeftOver(db);
  return {
    async acquire(name, owner, ttlMs, options = {}) {
      const asked = { name, owner, ttlMs, longestMs: ttlMs, ...options };
      if (options.handle !== undefined && options.handle !== db)
        return take(options.handle, asked, clock.now());
      await leftOver.end(name);
      try {
        const lease = await take(db, asked, clock.now());
        if (lease) leftOver.taken(lease);
        return lease;
      } catch (error) {
        leftOver.doubt(name, owner);
        throw error;
      }
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
      await this.ended(lease);
    },
    async ended(lease) {
      leftOver.released(lease);
      await leftOver.endAll();
    },
    async assertHeld(trx, lease) {
      const row = await trx
        .selectFrom('locks')
        .select('name')
        .where('name', '=', lease.name)
        .where('fencing_token', '=', lease.fencingToken)
        .where('expires_at', '<>', releasedAt)
        // SQLite has one writer at a time; PostgreSQL must keep the next owner out until this
        // transaction ends.
        .$if(kind === 'postgres', (query) => query.forShare())
        .executeTakeFirst();
      if (row === undefined) throw givenUp();
    },
    async endIn(trx, lease) {
      if (kind === 'postgres') {
        await this.assertHeld(trx, lease);
        return false;
      }
      if ((await ending.run(trx, lease)) === 0n) throw givenUp();
      return true;
    },
    ending: (lease) => ending.of(db, lease),
  };
}

/** What is told to who held a lock and lost it. */
export const givenUp = () =>
  resourceLocked('This took too long and was given up for another attempt; try again');

interface Asked {
  readonly name: string;
  readonly owner: string;
  readonly ttlMs: number;
  readonly longestMs: number;
}

async function take(handle: MetadataHandle, asked: Asked, now: number): Promise<Lease | null> {
  const { name, owner, ttlMs, longestMs } = asked;
  const farAhead = now + longestMs + farAheadMs;
  const [row] = await taking.find(handle, { name, owner, now, until: now + ttlMs, farAhead });
  return row === undefined ? null : { name, fencingToken: row.fencing_token };
}

interface Taking {
  readonly name: string;
  readonly owner: string;
  readonly now: number;
  readonly until: number;
  readonly farAhead: number;
}

const taking = new PrintedStatement<Taking, { fencing_token: number }>(
  ['name', 'owner', 'now', 'until', 'farAhead'],
  (db, { name, owner, now, until, farAhead }) =>
    db
      .insertInto('locks')
      .values({ name, owner, fencing_token: 1, expires_at: until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({
            owner,
            fencing_token: sql<number>`locks.fencing_token + 1`,
            expires_at: until,
          })
          .where((held) =>
            held.or([held('locks.expires_at', '<=', now), held('locks.expires_at', '>', farAhead)]),
          ),
      )
      .returning('fencing_token'),
);

async function endLease(lease: Lease, handle: MetadataHandle): Promise<void> {
  await ending.run(handle, lease);
}

const ending = new PrintedStatement<Lease>(['name', 'fencingToken'], (db, lease) =>
  db
    .updateTable('locks')
    .set({ expires_at: releasedAt })
    .where('name', '=', lease.name)
    .where('fencing_token', '=', lease.fencingToken)
    .where('expires_at', '<>', releasedAt),
);

/**
 * Leases that were over while nothing could be written, and those that may be there although taking
 * them failed: a commit whose sync failed may hold. By name.
 */
class LeftOver {
  readonly #db: MetadataHandle;
  readonly #leases = new Map<string, Lease>();
  readonly #doubts = new Map<string, { readonly owner: string }>();
  /** Tokens that this process knows to be its own. */
  readonly #taken = new Map<string, number>();

  constructor(db: MetadataHandle) {
    this.#db = db;
  }

  taken({ name, fencingToken }: Lease): void {
    this.#taken.set(name, fencingToken);
  }

  released({ name, fencingToken }: Lease): void {
    if (this.#taken.get(name) === fencingToken) this.#taken.delete(name);
  }

  keep(lease: Lease): void {
    this.#leases.set(lease.name, lease);
  }

  doubt(name: string, owner: string): void {
    this.#doubts.set(name, { owner });
  }

  async end(name: string): Promise<void> {
    const lease = this.#leases.get(name);
    if (lease) {
      await endLease(lease, this.#db);
      if (this.#leases.get(name) === lease) this.#leases.delete(name);
    }
    const doubt = this.#doubts.get(name);
    if (doubt) {
      await this.#endUnknown(name, doubt.owner);
      if (this.#doubts.get(name) === doubt) this.#doubts.delete(name);
    }
  }

  /**
   * Once something can be written again: other nodes need not wait for the time of their leases.
   */
  async endAll(): Promise<void> {
    for (const name of [...this.#leases.keys(), ...this.#doubts.keys()])
      await this.end(name).catch(() => {});
  }

  /** Ends what is there in the owner's name and no acquisition of it was told of. */
  async #endUnknown(name: string, owner: string): Promise<void> {
    const row = await this.#db
      .selectFrom('locks')
      .select('fencing_token')
      .where('name', '=', name)
      .where('owner', '=', owner)
      .executeTakeFirst();
    if (row === undefined || row.fencing_token === this.#taken.get(name)) return;
    await endLease({ name, fencingToken: row.fencing_token }, this.#db);
  }
}

export interface HasLocks {
  readonly locks: Locks;
}
