import { overloaded } from '../kernel/errors.ts';
import { HeldCounts } from '../kernel/held-counts.ts';

/**
 * Bodies up to this size have a separate part of the budget: large bodies that stall never keep a
 * query out.
 */
const smallBodyBytes = 64 * 1024;

/** The share of one body in the budget. */
export interface BodyHold {
  /**
   * Reserves room for a body of `sizeBytes` in all. Throws 429 without room, and the earlier
   * reservation remains.
   */
  reserve(sizeBytes: number): void;
  /** Returns the room; a repeated call has no effect. */
  release(): void;
}

type Pool = 'small' | 'large';

/**
 * Bytes of request bodies in this process, from the announcement of a body until the answer. A body
 * that does not fit is refused before reading: 150 clients that sent 7.9 MB each took 1.3 GB.
 */
export class BodyBudget {
  readonly #limits: Readonly<Record<Pool, number>>;
  readonly #held: Record<Pool, number> = { small: 0, large: 0 };
  /** Large bodies, by owner: one owner takes at most half, so another owner always finds room. */
  readonly #heldByOwner = new HeldCounts();
  #refused = 0;

  /** `totalBytes` has room for two owners with a body of the largest size each: 32 MiB at least. */
  constructor(totalBytes: number) {
    const small = Math.floor(totalBytes / 8);
    this.#limits = { small, large: totalBytes - small };
  }

  get heldBytes(): number {
    return this.#held.small + this.#held.large;
  }

  /** The number of bodies refused because the budget had no room. */
  get refused(): number {
    return this.#refused;
  }

  /** An empty reservation for a body that counts against `owner`, a workspace. */
  open(owner: string): BodyHold {
    let held: { readonly pool: Pool; readonly bytes: number } = { pool: 'small', bytes: 0 };
    const move = (pool: Pool, bytes: number) => {
      this.#add(held.pool, owner, -held.bytes);
      held = { pool, bytes };
      this.#add(pool, owner, bytes);
    };
    return {
      reserve: (sizeBytes) => {
        const pool = sizeBytes <= smallBodyBytes ? 'small' : 'large';
        const own = held.pool === pool ? held.bytes : 0;
        this.#assertRoom(pool, owner, sizeBytes - own);
        move(pool, sizeBytes);
      },
      release: () => move('small', 0),
    };
  }

  #assertRoom(pool: Pool, owner: string, bytes: number): void {
    const limit = this.#limits[pool];
    const isFull = this.#held[pool] + bytes > limit;
    const isOwnFull = pool === 'large' && this.#heldByOwner.of(owner) + bytes > limit / 2;
    if (!isFull && !isOwnFull) return;
    this.#refused += 1;
    throw overloaded('too many request bodies are on their way; send this one again in a moment');
  }

  #add(pool: Pool, owner: string, bytes: number): void {
    this.#held[pool] += bytes;
    if (pool === 'large') this.#heldByOwner.add(owner, bytes);
  }
}
