import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { deriveKey } from '../kernel/derive-key.ts';
import { bareEtag } from './check-parts.ts';

/** A range of a part's bytes in a file. */
export interface ByteRange {
  readonly path: string;
  readonly startBytes: number;
}

/** A digest of bytes that arrive in pieces. */
export interface BodyDigest {
  update(piece: Uint8Array): void;
  /** 40 digits of base 16, as a SHA-1 has. */
  hex(): string;
}

/** GMAC takes a nonce. All bodies share one, because the HMAC hides the GMAC's output. */
const nonce = new Uint8Array(12);

/**
 * Computes the ETags of the disk store: an HMAC-SHA-256, cut to 160 bits, of the GMAC of a body,
 * both under keys of the service (a universal hash under a pseudorandom function: Wegman and
 * Carter, 1981). Nobody without the keys finds other bytes with the same ETag. A body of 80 MB
 * takes 11 ms of the main thread; SHA-1 takes 40.
 */
export class BodyDigests {
  /** The present key first. */
  readonly #keys: readonly DigestKey[];

  /** `formerKeys` made the digests of bodies that no reader has checked yet. */
  constructor(secretKey: Uint8Array, formerKeys: readonly Uint8Array[] = []) {
    this.#keys = [secretKey, ...formerKeys].map(digestKey);
  }

  start(): BodyDigest {
    return keyedDigest(this.#keys[0] as DigestKey);
  }

  /** True if `sizeBytes` of a file match the ETag, which an older build may have made. */
  async isOf(etag: string, { path, startBytes }: ByteRange, sizeBytes: number): Promise<boolean> {
    const digests = [...this.#keys.map(keyedDigest), plainDigest()];
    if (sizeBytes > 0) {
      const end = startBytes + sizeBytes - 1;
      const pieces = createReadStream(path, { start: startBytes, end, highWaterMark: 2 ** 20 });
      for await (const piece of pieces) {
        for (const digest of digests) digest.update(piece as Buffer);
      }
    }
    return digests.some((digest) => digest.hex() === bareEtag(etag));
  }
}

interface DigestKey {
  readonly gmac: Uint8Array;
  readonly hmac: Uint8Array;
}

function digestKey(secretKey: Uint8Array): DigestKey {
  const bytes = deriveKey(secretKey, 'quern digests of uploaded bodies', 48);
  return { gmac: bytes.subarray(0, 16), hmac: bytes.subarray(16) };
}

function keyedDigest({ gmac, hmac }: DigestKey): BodyDigest {
  const cipher = createCipheriv('aes-128-gcm', gmac, nonce);
  return {
    update: (piece) => void cipher.setAAD(piece),
    hex: () => {
      cipher.final();
      return createHmac('sha256', hmac).update(cipher.getAuthTag()).digest('hex').slice(0, 40);
    },
  };
}

/** SHA-1, the digest of former ETags: a part may wait over an upgrade. */
function plainDigest(): BodyDigest {
  const hash = createHash('sha1');
  return { update: (piece) => void hash.update(piece), hex: () => hash.digest('hex') };
}
