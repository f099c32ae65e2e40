import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../kernel/derive-key.ts';
import { withoutEnd } from '../kernel/without-end.ts';
import { isPartNumber } from './check-parts.ts';

/** The path below which the service serves signed URLs. */
export const signedPath = '/_objects/';

/** The permission of a URL: PUTs of one object, or of one part of a multipart upload. */
export interface PutGrant {
  readonly key: string;
  readonly part: { readonly multipartId: string; readonly partNumber: number } | null;
  readonly maxBytes: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * Makes and reads the upload URLs of the disk store: a URL contains its whole permission, under an
 * HMAC-SHA-256.
 */
export class UrlSigner {
  readonly #key: Uint8Array;
  /** Former keys, replaced by the present key: their signatures are valid until they expire. */
  readonly #formerKeys: readonly Uint8Array[];

  constructor(secretKey: Uint8Array, formerKeys: readonly Uint8Array[] = []) {
    this.#key = signingKey(secretKey);
    this.#formerKeys = formerKeys.map(signingKey);
  }

  /** `publicUrl` is an origin (`https://host:port`). */
  sign(publicUrl: string, grant: PutGrant): string {
    const query = new URLSearchParams({
      max_bytes: String(grant.maxBytes),
      expires_at: String(grant.expiresAt),
    });
    if (grant.part) {
      query.set('multipart_id', grant.part.multipartId);
      query.set('part_number', String(grant.part.partNumber));
    }
    query.set('signature', macOf(this.#key, grant));
    return `${withoutEnd(publicUrl, '/')}${signedPath}${grant.key}?${query}`;
  }

  /**
   * The grant of a request target (`/_objects/...?...`) with a valid signature, or null. The caller
   * checks the expiry.
   */
  verify(target: string): PutGrant | null {
    const separator = target.indexOf('?');
    if (separator < 0 || !target.startsWith(signedPath)) return null;
    const query = new URLSearchParams(target.slice(separator + 1));
    const multipartId = query.get('multipart_id');
    const partNumber = wholeNumber(query.get('part_number'));
    const maxBytes = wholeNumber(query.get('max_bytes'));
    const expiresAt = wholeNumber(query.get('expires_at'));
    if (maxBytes === null || expiresAt === null || (multipartId === null) !== (partNumber === null))
      return null;
    const part = multipartId === null || partNumber === null ? null : { multipartId, partNumber };
    if (part && !isPartNumber(part.partNumber)) return null;
    const grant: PutGrant = {
      key: target.slice(signedPath.length, separator),
      part,
      maxBytes,
      expiresAt,
    };
    const given = Buffer.from(query.get('signature') ?? '');
    const isSigned = [this.#key, ...this.#formerKeys].some((signing) => {
      const expected = Buffer.from(macOf(signing, grant));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return isSigned ? grant : null;
  }
}

const signingKey = (secretKey: Uint8Array) => deriveKey(secretKey, 'quern signed object urls');

function macOf(signing: Uint8Array, { key, part, maxBytes, expiresAt }: PutGrant): string {
  // JSON separates the fields whatever they contain.
  const claims = JSON.stringify([
    'PUT',
    key,
    part?.multipartId ?? '',
    part?.partNumber ?? 0,
    maxBytes,
    expiresAt,
  ]);
  return createHmac('sha256', signing).update(claims).digest('hex');
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
