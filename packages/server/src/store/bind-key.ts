import { newId } from '../kernel/ids.ts';
import type { MetadataHandle } from '../metadata/open-metadata.ts';
import { hasOrganization } from '../metadata/organization-store.ts';
import { bindKey, ensureBinding, readBinding } from '../metadata/store-binding.ts';
import {
  findSecretKey,
  keepSecretKey,
  newSecretKey,
  secretKeyId,
  secretKeyOf,
} from '../secrets/secret-key.ts';

export interface KeySettings {
  /** QUERN_SECRET_KEY, or null. */
  readonly secretKey: string | null;
  /** QUERN_FORMER_SECRET_KEYS. */
  readonly formerSecretKeys: readonly string[];
  readonly dataDir: string;
}

export interface ServiceKey {
  readonly key: Uint8Array;
  /** Earlier keys, which open and verify but never seal or sign. */
  readonly formerKeys: readonly Uint8Array[];
  /**
   * Stores a new key, and makes the key the metadata's. Throws where another node has bound another
   * key.
   */
  bind(db: MetadataHandle): Promise<void>;
}

const whatDepends =
  'stored secrets could not be opened, and upload URLs that were given out would be refused. Put the key back ' +
  "(QUERN_SECRET_KEY, or the file 'secret.key' in QUERN_DATA_DIR), name it in QUERN_FORMER_SECRET_KEYS beside a new one, or go " +
  "over to a new one without it with 'quern adopt'";

/**
 * The secret key of the metadata, generated at the first start. Later, a missing or different key
 * is refused with an Error for the operator, because such a key fits nothing. The function writes
 * nothing.
 */
export async function findServiceKey(
  db: MetadataHandle,
  { secretKey, formerSecretKeys, dataDir }: KeySettings,
  now: number,
): Promise<ServiceKey> {
  const { key_id: boundId } = await ensureBinding(db, newId('store'), now);
  const found = findSecretKey(secretKey, dataDir);
  // A service with an earlier start has had a key.
  if (found === null && (boundId !== null || (await hasOrganization(db)))) {
    throw new Error(`the secret key of this service is missing: ${whatDepends}`);
  }
  const text = found ?? newSecretKey();
  const key = secretKeyOf(text);
  const id = secretKeyId(key);
  const formerKeys = formerSecretKeys.map(secretKeyOf);
  const formerIds = formerKeys.map(secretKeyId);
  const assertSame = (bound: string | null) => {
    if (bound !== null && bound !== id && !formerIds.includes(bound)) {
      throw new Error(
        `the secret key is not the one that this service has worked with: ${whatDepends}`,
      );
    }
  };
  assertSame(boundId);
  return {
    key,
    formerKeys,
    async bind(handle) {
      if (found === null) keepSecretKey(dataDir, text);
      await bindKey(handle, id, formerIds);
      assertSame((await readBinding(handle))?.key_id ?? null);
    },
  };
}
