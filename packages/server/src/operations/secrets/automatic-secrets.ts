import { newId } from '../../kernel/ids.ts';
import type { MetadataTransaction } from '../../metadata/open-metadata.ts';
import { insertSecret } from '../../metadata/secret-store.ts';
import type { Services } from '../services.ts';
import { sealSecret } from './seal-secret.ts';
import type { SecretReference } from './secret-reference.ts';

/** Names with a number behind them that are tried before one that is taken by nobody. */
const maxNumbered = 20;
const maxOwnerLength = 60;

/**
 * Stores a value that was given inline with a connection or a provider as a secret of its own
 * (docs/contract/connections.md#secrets), named `<kind>-<owner>-<property>`, or so with a number
 * behind it.
 */
export async function insertAutomaticSecret(
  services: Pick<Services, 'vault' | 'clock'>,
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
  const secrets = await trx
    .selectFrom('secrets')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('workspace_id', '=', workspaceId)
    .where('automatic', '=', 1)
    .execute();
  for (const { id, name } of secrets) {
    const isHeld = held.some((other) => ('id' in other ? other.id === id : other.name === name));
    if (!isHeld) await trx.deleteFrom('secrets').where('id', '=', id).execute();
  }
}

async function heldReferences(
  trx: MetadataTransaction,
  workspaceId: string,
): Promise<SecretReference[]> {
  const connections = await trx
    .selectFrom('connections')
    .select('secrets')
    .where('workspace_id', '=', workspaceId)
    .where('secrets', 'is not', null)
    .execute();
  const providers = await trx
    .selectFrom('embedding_providers')
    .select('secret')
    .where('workspace_id', '=', workspaceId)
    .where('secret', 'is not', null)
    .execute();
  return [
    ...connections.flatMap(
      ({ secrets }) => Object.values(JSON.parse(secrets ?? '{}')) as SecretReference[],
    ),
    ...providers.map(({ secret }) => JSON.parse(secret ?? '{}') as SecretReference),
  ];
}
