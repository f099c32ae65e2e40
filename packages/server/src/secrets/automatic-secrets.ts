import type { HasClock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { listSecretReferences } from '../metadata/connection-store.ts';
import { listKeyReferences } from '../metadata/embedding-provider-store.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import { deleteSecretById, insertSecret, listAutomaticSecrets } from '../metadata/secret-store.ts';
import { sealSecret } from './seal-secret.ts';
import type { SecretReference } from './secret-reference.ts';
import type { HasVault } from './secret-vault.ts';

/** Number of numbered names to try before a random name. */
const maxNumbered = 20;
const maxOwnerLength = 60;

/**
 * Stores an inline value of a connection or a provider as a separate secret
 * (docs/contract/connections.md#secrets), named `<kind>-<owner>-<property>`, with a number if the
 * name is taken.
 */
export async function insertAutomaticSecret(
  services: HasClock & HasVault,
  trx: MetadataTransaction,
  made: {
    readonly workspaceId: string;
    readonly kind: string;
    readonly owner: string;
    readonly property: string;
  },
  value: string,
): Promise<{ readonly id: string }> {
  const { workspaceId, kind, owner, property } = made;
  const name = `${kind}-${normalized(owner).slice(0, maxOwnerLength)}-${property.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '-')}`;
  const row = sealSecret(services, { workspaceId, name, isAutomatic: true }, value);
  for (
    let suffix = 0;
    !(await insertSecret(trx, { ...row, name: suffixed(name, suffix) }));
    suffix += 1
  );
  return { id: row.id };
}

const suffixed = (name: string, suffix: number) =>
  suffix === 0 ? name : `${name}-${suffix <= maxNumbered ? suffix : newId('secret')}`;

const normalized = (owner: string) => owner.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '-');

/**
 * Deletes the automatic secrets in `references` that no connection or provider uses any more.
 * Called after the deletion of their holder.
 */
export async function removeUnheldSecrets(
  trx: MetadataTransaction,
  workspaceId: string,
  references: readonly SecretReference[],
): Promise<void> {
  const ids = references.flatMap((reference) => ('id' in reference ? [reference.id] : []));
  if (ids.length === 0) return;
  const held = await heldReferences(trx, workspaceId);
  for (const { id, name } of await listAutomaticSecrets(trx, workspaceId, ids)) {
    const isHeld = held.some((other) => ('id' in other ? other.id === id : other.name === name));
    if (!isHeld) await deleteSecretById(trx, id);
  }
}

async function heldReferences(
  trx: MetadataTransaction,
  workspaceId: string,
): Promise<SecretReference[]> {
  const connections = await listSecretReferences(trx, workspaceId);
  const providers = await listKeyReferences(trx, workspaceId);
  return [
    ...connections.flatMap((text) => Object.values(JSON.parse(text)) as SecretReference[]),
    ...providers.map((text) => JSON.parse(text) as SecretReference),
  ];
}
