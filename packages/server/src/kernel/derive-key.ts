import { hkdfSync } from 'node:crypto';

/**
 * A key for one purpose, derived from the service's key (HKDF-SHA-256, RFC 5869). The derived key
 * reveals neither the service's key nor the keys for other purposes.
 */
export function deriveKey(secretKey: Uint8Array, purpose: string, bytes = 32): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, new Uint8Array(0), purpose, bytes));
}
