import { type CompiledQuery, sql } from 'kysely';
import { type Clock, farAheadMs } from '../kernel/clock.ts';
import { resourceLocked } from '../kernel/errors.ts';
import type { Metadata, MetadataHandle, MetadataTransaction } from './open-metadata.ts';
import { PrintedStatement } from './printed-statement.ts';

/** Proof of a lock. The commit of the work checks the lease, because a lease can end unnoticed. */
export interface Lease {
  readonly name: string;
  /** Rises with each acquisition of the name, for ever. */
  readonly fencingToken: number;
}

/**
 * Named leases in the metadata. The nodes' clocks decide only how soon another owner can follow a
 * dead owner. The fencing token alone guarantees that two owners never both commit.
 */
export interface Locks {
  /**
   * Returns the lease, or null if another lease of the name is held (even by the same owner).
   * `longestMs`: the maximum lease time of any owner of the name, if longer than `ttlMs`. A lease
   * that ends far later was acquired before the clock was set back, and does not count. If
   * `acquire` throws, a possibly acquired lease is ended before the next acquisition of the name in
   * this process.
   */
  acquire(
    name: string,
    owner: string,
    ttlMs: number,
    options?: { readonly handle?: MetadataHandle; readonly longestMs?: number },
  ): Promise<Lease | null>;
  /**
   * Extends the lease to `ttlMs` from now; false if another owner has the lock, or if the lease was
   * released.
   */
  renew(lease: Lease, ttlMs: number): Promise<boolean>;
  /**
   * Ends the lease now, without effect on a later owner's lease. If `release` throws, this process
   * still treats the lease as ended: the next acquisition of the name first ends the old lease, and
   * fails if that fails.
   */
  release(lease: Lease, handle?: MetadataHandle): Promise<void>;
  /**
   * Throws RESOURCE_LOCKED unless `lease` is the newest lease of its name and unreleased; no other
   * owner can follow before `trx` ends. An expired lease without a successor still holds: the token
   * decides, not the clock.
   */
  assertHeld(trx: MetadataTransaction, lease: Lease): Promise<void>;
  /**
   * Throws as `assertHeld` does. Returns true if `trx` also ends the lease, so the last work under
   * a lock needs no second transaction. After the commit call `ended` then, and otherwise
   * `release`. PostgreSQL reads the few rows of all locks to change one, and would abort
   * serializable transactions that end different locks.
   */
  endIn(trx: MetadataTransaction, lease: Lease): Promise<boolean>;
  /** `endIn` as a statement. The statement changes a row exactly if `lease` is still held. */
  ending(lease: Lease): CompiledQuery;
  /** Replaces `release` after the commit of a transaction that ended the lease. */
  ended(lease: Lease): Promise<void>;
}

/**
 * Rows stay after release. Deleted rows would reset the tokens of the name, and an old token could
 * become valid again.
 */
const releasedAt = 0;

export function createLocks(metadata: Pick<Metadata, 'unsynced' | 'kind'>, clock: Clock): Locks {
  // A process's locks outlive the process by at most their lease time, and a power loss ends all
  // locks. So a lock need not be on disk, and without it no commit under the lock is on disk
  // either.
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
        // SQLite has one writer at a time. On PostgreSQL, the row lock excludes the next owner
        // until the transaction ends.
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

/** The error for a former owner of a lost lock. */
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
 * Leases, by name, whose end could not be written, and possible leases after a failed acquisition:
 * a commit may be valid although its sync failed.
 */
class LeftOver {
  readonly #db: MetadataHandle;
  readonly #leases = new Map<string, Lease>();
  readonly #doubts = new Map<string, { readonly owner: string }>();
  /** Tokens of leases that this process acquired. */
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

  /** Ends leases when writes succeed again, so other nodes need not wait for their expiry. */
  async endAll(): Promise<void> {
    for (const name of [...this.#leases.keys(), ...this.#doubts.keys()])
      await this.end(name).catch(() => {});
  }

  /** Ends a lease in the owner's name if no successful acquisition reported its token. */
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
