import { newId } from '../../kernel/ids.ts';
import type { MetadataTransaction } from '../../metadata/open-metadata.ts';
import { insertSecret } from '../../metadata/secret-store.ts';
import { sealSecret } from '../secrets/seal-secret.ts';
import type { Services } from '../services.ts';
import { type SecretReferences, secretsOf } from '../sources/source-target.ts';

/** Names with a number behind them that are tried before one that is taken by nobody. */
const NUMBERED = 20;

/** Stores what was given inline as secrets of the connection's own (docs/contract/connections.md#secrets). */
export async function storeAutomaticSecrets(
  services: Services,
  trx: MetadataTransaction,
  connection: { readonly workspaceId: string; readonly name: string },
  inline: Readonly<Record<string, string>>,
): Promise<SecretReferences> {
  const stored: Record<string, { id: string }> = {};
  for (const [property, value] of Object.entries(inline)) {
    const name = `conn-${normalized(connection.name)}-${property.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '-')}`;
    const row = sealSecret(services, { workspaceId: connection.workspaceId, name, isAutomatic: true }, value);
    for (let suffix = 0; !(await insertSecret(trx, { ...row, name: suffixed(name, suffix) })); suffix += 1);
    stored[property] = { id: row.id };
  }
  return stored;
}

const suffixed = (name: string, suffix: number) =>
  suffix === 0 ? name : `${name}-${suffix <= NUMBERED ? suffix : newId('secret')}`;

function normalized(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .slice(0, 60);
}

/** Takes the secrets away that were made for a connection, unless another one has them too. */
export async function removeAutomaticSecrets(
  trx: MetadataTransaction,
  connection: { readonly id: string; readonly workspace_id: string; readonly secrets: string | null },
): Promise<void> {
  const ids = Object.values(secretsOf(connection)).flatMap((reference) => ('id' in reference ? [reference.id] : []));
  if (ids.length === 0) return;
  const others = await trx
    .selectFrom('connections')
    .select('secrets')
    .where('workspace_id', '=', connection.workspace_id)
    .where('secrets', 'is not', null)
    .where('id', '<>', connection.id)
    .execute();
  const secrets = await trx
    .selectFrom('secrets')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('workspace_id', '=', connection.workspace_id)
    .where('automatic', '=', 1)
    .execute();
  for (const { id, name } of secrets) {
    const isHeld = others.some((other) =>
      Object.values(secretsOf(other)).some((held) => ('id' in held ? held.id === id : held.name === name)),
    );
    if (!isHeld) await trx.deleteFrom('secrets').where('id', '=', id).execute();
  }
}
