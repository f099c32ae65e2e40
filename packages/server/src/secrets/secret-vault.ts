import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../kernel/derive-key.ts';
import { QuernError } from '../kernel/errors.ts';
import { secretKeyId } from './secret-key.ts';

/** The owner of a value. A sealed value opens only for its owner and version. */
export interface SecretPlace {
  readonly workspaceId: string;
  readonly secretId: string;
  readonly version: number;
}

/** The stored form of a value. */
export interface SealedSecret {
  /** The key that wraps the data key. */
  readonly keyId: string;
  /** The data key, wrapped under a key derived from the service's key. */
  readonly wrappedKey: Uint8Array;
  /** The value, under the data key. */
  readonly sealedValue: Uint8Array;
}

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encryption of values at rest. Each value has a random data key, by AES-256-GCM (NIST SP 800-38D),
 * bound to its owner by the additional data. The data key is wrapped likewise, under a key derived
 * by HKDF-SHA-256 (RFC 5869) from the service's key. A new service key requires only new wrapping
 * of data keys. Former keys open; only the present key seals.
 */
export class SecretVault {
  readonly keyId: string;
  readonly #keys: ReadonlyMap<string, Uint8Array>;

  constructor(key: Uint8Array, formerKeys: readonly Uint8Array[] = []) {
    this.keyId = secretKeyId(key);
    this.#keys = new Map(
      [...formerKeys, key].map((each) => [secretKeyId(each), wrappingKey(each)]),
    );
  }

  seal(place: SecretPlace, value: string): SealedSecret {
    const dataKey = randomBytes(32);
    const sealedValue = encrypt(dataKey, Buffer.from(value, 'utf8'), authenticated('value', place));
    return { keyId: this.keyId, wrappedKey: this.#wrap(place, dataKey), sealedValue };
  }

  /** The value. 503 if its key is unknown, or if the sealed value is damaged. */
  open(place: SecretPlace, sealed: SealedSecret): string {
    const dataKey = this.#unwrap(place, sealed);
    return opened(() =>
      decrypt(dataKey, sealed.sealedValue, authenticated('value', place)),
    ).toString('utf8');
  }

  /** The value under the present key; null if already so. 503 as in `open`. */
  rewrap(place: SecretPlace, sealed: SealedSecret): SealedSecret | null {
    if (sealed.keyId === this.keyId) return null;
    const dataKey = this.#unwrap(place, sealed);
    return { ...sealed, keyId: this.keyId, wrappedKey: this.#wrap(place, dataKey) };
  }

  #wrap(place: SecretPlace, dataKey: Uint8Array): Uint8Array {
    return encrypt(this.#key(this.keyId), dataKey, authenticated('key', place));
  }

  #unwrap(place: SecretPlace, { keyId, wrappedKey }: SealedSecret): Uint8Array {
    const key = this.#key(keyId);
    return opened(() => decrypt(key, wrappedKey, authenticated('key', place)));
  }

  #key(keyId: string): Uint8Array {
    const key = this.#keys.get(keyId);
    if (key) return key;
    throw unavailable(
      'The key that this secret was stored under is not at hand: have the operator name it in QUERN_FORMER_SECRET_KEYS, or ' +
        'store the value again',
    );
  }
}

function wrappingKey(key: Uint8Array): Uint8Array {
  return deriveKey(key, `quern secrets ${secretKeyId(key)}`);
}

/** JSON separates the fields, whatever their content. */
function authenticated(
  what: 'key' | 'value',
  { workspaceId, secretId, version }: SecretPlace,
): Buffer {
  return Buffer.from(JSON.stringify([what, workspaceId, secretId, version]));
}

/** Nonce, ciphertext, tag. */
function encrypt(key: Uint8Array, plain: Uint8Array, additional: Uint8Array): Uint8Array {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(
    additional,
  );
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Uint8Array, sealed: Uint8Array, additional: Uint8Array): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new Error('a sealed secret is cut short');
  const end = sealed.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(additional).setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]);
}

function opened(open: () => Buffer): Buffer {
  try {
    return open();
  } catch (cause) {
    throw unavailable('What is kept of this secret is damaged; store its value again', cause);
  }
}

const unavailable = (message: string, cause?: unknown) =>
  new QuernError('SERVICE_UNAVAILABLE', message, { cause });

/** Seals the values of secrets, and opens them for the connecting process. */
export interface HasVault {
  readonly vault: SecretVault;
}
