import { overloaded } from '../kernel/errors.ts';
import { HeldCounts } from '../kernel/held-counts.ts';

/**
 * Bodies of at most so many bytes have a part of the budget to themselves: large ones that stall
 * never keep a query out.
 */
const smallBodyBytes = 64 * 1024;

/** The place of one body in the budget. */
export interface BodyHold {
  /**
   * Takes place for a body of so many bytes in all; throws 429 where there is none, and holds what
   * it held then.
   */
  reserve(sizeBytes: number): void;
  /** Gives the place back; again is without effect. */
  release(): void;
}

type Pool = 'small' | 'large';

/**
 * Bytes of request bodies that this process holds, from the moment that a body is announced until
 * its request is answered. A body is refused before it is read where it would not fit: 150 clients
 * that sent 7.9 MB each held 1.3 GB.
 */
export class BodyBudget {
  readonly #limits: Readonly<Record<Pool, number>>;
  readonly #held: Record<Pool, number> = { small: 0, large: 0 };
  /** Large bodies, by owner: one of them takes at most half, so that another always finds room. */
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

  /** How many bodies were refused because the budget had no room for them. */
  get refused(): number {
    return this.#refused;
  }

  /** A place of nothing yet, for a body that counts against `owner`, a workspace. */
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
