import type { HasClock } from '../kernel/clock.ts';
import { newId } from '../kernel/ids.ts';
import { listSecretReferences } from '../metadata/connection-store.ts';
import { listKeyReferences } from '../metadata/embedding-provider-store.ts';
import type { MetadataTransaction } from '../metadata/open-metadata.ts';
import { deleteSecretById, insertSecret, listAutomaticSecrets } from '../metadata/secret-store.ts';
import { sealSecret } from './seal-secret.ts';
import type { SecretReference } from './secret-reference.ts';
import type { HasVault } from './secret-vault.ts';

/** Names with a number behind them that are tried before one that is taken by nobody. */
const maxNumbered = 20;
const maxOwnerLength = 60;

/**
 * Stores a value that was given inline with a connection or a provider as a secret of its own
 * (docs/contract/connections.md#secrets), named `<kind>-<owner>-<property>`, or so with a number
 * behind it.
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
 * Takes automatic secrets away that `references` name, unless a connection or a provider has them
 * still. Called when their holder is gone.
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
