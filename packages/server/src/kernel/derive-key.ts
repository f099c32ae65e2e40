import { hkdfSync } from 'node:crypto';

/**
 * A key for one purpose, of so many bytes, made of the service's (HKDF-SHA-256, RFC 5869): it tells
 * nothing of that, nor of the keys for other purposes.
 */
export function deriveKey(secretKey: Uint8Array, purpose: string, bytes = 32): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, new Uint8Array(0), purpose, bytes));
}
