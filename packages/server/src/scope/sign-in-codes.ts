import { newSecret } from '../kernel/ids.ts';
import { hashToken } from './token-store.ts';

/** Lifetime of a sign-in code, in milliseconds. */
export const signInCodeMs = 600_000;

/**
 * One-time codes of sign-in links, 256 random bits each, known to this process only. A reader of
 * the service's output at the start may sign in. A later reader, or a reader of the browser's
 * history, finds a used code.
 */
export class SignInCodes {
  /** Expiries of unused codes, by the code's hash. */
  readonly #ends = new Map<string, number>();

  issue(now: number): string {
    const code = newSecret('');
    this.#ends.set(hashToken(code), now + signInCodeMs);
    return code;
  }

  /** True if the code was issued and is neither used nor expired; it is used from now on. */
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
