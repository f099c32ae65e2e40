import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';

/** What a short-lived token says: the token that it stands for, and until when (milliseconds). */
export interface ShortLivedToken {
  readonly tokenId: string;
  readonly expiresAt: number;
}

/** The longest that one lives, in milliseconds: what the official clients expect. */
export const shortLivedMs = 300_000;

/**
 * Short-lived tokens in the form of a JWT (RFC 7519), signed by HMAC-SHA-256 under a key that is
 * derived from the service's. One names an issued token and an end, and nothing else: what it
 * allows is read with the issued token at each request, so it ends with it. The header is compared
 * as a whole, so that no token chooses how it is looked at.
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
   * The id of the issued token that a text stands for; null where the text is none of these, or its
   * time is over.
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
