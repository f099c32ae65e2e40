import { newSecret } from '../kernel/ids.ts';
import { hashToken } from './token-store.ts';

/** How long the code of a sign-in link serves, in milliseconds. */
export const signInCodeMs = 600_000;

/**
 * One-time codes of sign-in links, 256 random bits each, known to this process alone. Who reads
 * what the service prints as it starts may enter; who reads it later, or takes the link from a
 * browser's history, finds it used.
 */
export class SignInCodes {
  /** The ends of unused codes, by their hash. */
  readonly #ends = new Map<string, number>();

  issue(now: number): string {
    const code = newSecret('');
    this.#ends.set(hashToken(code), now + signInCodeMs);
    return code;
  }

  /** Whether the code is one that was issued, in time; it is used from now on. */
  take(code: string, now: number): boolean {
    const hash = hashToken(code);
    const end = this.#ends.get(hash);
    this.#ends.delete(hash);
    return end !== undefined && end > now;
  }
}

export interface HasSignInCodes {
  readonly signInCodes: SignInCodes;
}
