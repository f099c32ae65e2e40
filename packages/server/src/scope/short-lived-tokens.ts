import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';

/** The content of a short-lived token: the issued token's id and the expiry (milliseconds). */
export interface ShortLivedToken {
  readonly tokenId: string;
  readonly expiresAt: number;
}

/** Maximum lifetime in milliseconds, as the official clients expect. */
export const shortLivedMs = 300_000;

/**
 * Short-lived tokens in the form of a JWT (RFC 7519), signed by HMAC-SHA-256 under a key derived
 * from the service's key. A token contains only an issued token's id and an expiry. The rights are
 * read with the issued token at each request, so revoking the issued token also ends the
 * short-lived one. The header is compared as a whole, so no token can choose the algorithm of its
 * verification.
 */
export class ShortLivedTokens {
  readonly #key: Buffer;

  constructor(secretKey: Uint8Array) {
    this.#key = Buffer.from(
      hkdfSync('sha256', secretKey, new Uint8Array(0), 'quern short-lived tokens', 32),
    );
  }

  /** `expiresAt` is rounded down to whole seconds. */
  issue({ tokenId, expiresAt }: ShortLivedToken, now: number): string {
    const seconds = (instant: number) => Math.floor(instant / 1000);
    const claims = {
      iss: 'quern',
      sub: tokenId,
      iat: seconds(now),
      exp: seconds(expiresAt),
      jti: randomUUID(),
    };
    const signed = `${header}.${base64url(JSON.stringify(claims))}`;
    return `${signed}.${this.#signature(signed).toString('base64url')}`;
  }

  /**
   * The id of the issued token in a short-lived token; null for any other text and for an expired
   * token.
   */
  read(text: string, now: number): string | null {
    const [head, claims, signature, rest] = text.split('.');
    if (head !== header || !claims || !signature || rest !== undefined) return null;
    const [given, right] = [
      Buffer.from(signature, 'base64url'),
      this.#signature(`${head}.${claims}`),
    ];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    const { sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as {
      sub: string;
      exp: number;
    };
    return exp * 1000 > now ? sub : null;
  }

  #signature(signed: string): Buffer {
    return createHmac('sha256', this.#key).update(signed).digest();
  }
}

const base64url = (text: string) => Buffer.from(text).toString('base64url');
const header = base64url('{"alg":"HS256","typ":"JWT"}');

export interface HasShortLivedTokens {
  readonly shortLivedTokens: ShortLivedTokens;
}
