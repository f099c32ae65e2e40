import { newId } from '../kernel/ids.ts';
import type { MetadataHandle } from '../metadata/open-metadata.ts';
import { type BindingRow, ensureBinding, updateBinding } from '../metadata/store-binding.ts';
import { storeMarkKey } from '../objects/keys.ts';
import {
  findSecretKey,
  keepSecretKey,
  newSecretKey,
  removeSecretKey,
  secretKeyId,
  secretKeyOf,
} from '../secrets/secret-key.ts';
import type { KeySettings } from './bind-key.ts';
import { type BoundServices, observe } from './bind-store.ts';
import { decideBinding } from './decide-binding.ts';
import { DamagedMarkError, markBytes } from './store-mark.ts';

/**
 * Makes the key from the settings the metadata's key, or a new key without a setting. Returns lines
 * for the operator.
 */
export async function adoptKey(
  db: MetadataHandle,
  { secretKey, dataDir }: Pick<KeySettings, 'secretKey' | 'dataDir'>,
  now: number,
): Promise<{ readonly key: Uint8Array; readonly said: readonly string[] }> {
  const row = await ensureBinding(db, newId('store'), now);
  const found = usableKey(secretKey, dataDir);
  const text = found ?? newSecretKey();
  if (found === null) {
    removeSecretKey(dataDir);
    keepSecretKey(dataDir, text);
  }
  const key = secretKeyOf(text);
  const id = secretKeyId(key);
  if (row.key_id === id) return { key, said: [] };
  await updateBinding(db, { key_id: id });
  const made =
    found === null
      ? "a new secret key is in 'secret.key' of the data folder"
      : 'the secret key is this one now';
  return {
    key,
    said: [
      `${made}: upload URLs that were signed with another one are refused, and secrets that were stored under another one ` +
        'open only while it is in QUERN_FORMER_SECRET_KEYS',
    ],
  };
}

function usableKey(secretKey: string | null, dataDir: string): string | null {
  try {
    return findSecretKey(secretKey, dataDir);
  } catch {
    // Empty or damaged.
    return null;
  }
}

/**
 * Gives the metadata and the store a new identity, so any earlier partner of either is refused from
 * now on. Objects that the metadata does not name stay until a person allows their collection.
 * Returns lines for the operator.
 */
export async function adoptStore(services: BoundServices): Promise<readonly string[]> {
  const { metadata, objects, clock } = services;
  const row = await ensureBinding(metadata.db, newId('store'), clock.now());
  const observed = await observeOrDamaged(services, row);
  const decision = observed && decideBinding(observed.metadataSide, observed.storeSide);
  if (decision?.kind === 'continue' || decision?.kind === 'restored') {
    return ['the metadata database and the object store belong together already'];
  }
  const identity = newId('store');
  const isHeld = observed?.storeSide.hasObjects ?? true;
  // The order matters: an interruption leaves a store of another identity, which is refused until
  // the command runs again.
  await updateBinding(metadata.db, {
    identity,
    is_bound: 0,
    mark: 1,
    ...(isHeld ? { held: 'adopted' as const } : {}),
  });
  await objects.replaceBytes(storeMarkKey, markBytes({ identity, mark: 1 }));
  await updateBinding(metadata.db, { is_bound: 1 });
  const bound = 'the metadata database and the object store are bound to each other';
  return isHeld
    ? [bound, "objects that the metadata does not name are kept until 'quern collect --allow'"]
    : [bound];
}

/** Observes both sides. Returns null for a store with an unintelligible mark. */
async function observeOrDamaged(services: BoundServices, row: BindingRow) {
  try {
    return await observe(services, row);
  } catch (error) {
    if (error instanceof DamagedMarkError) return null;
    throw error;
  }
}
