import type { RequestOf } from '@quern/contract';
import type { HasEmbeddingOrigins } from '../../embeddings/embedding-origins.ts';
import type { HasLocalModels } from '../../embeddings/local/local-models.ts';
import type { HasSystemProviders, ServiceConfig } from '../../embeddings/provider.ts';
import { readServiceConfig } from '../../embeddings/read-service-config.ts';
import {
  assertMayHoldStoredSecret,
  configOf,
  noKeyOfLocal,
  providerNotFound,
  readConfig,
  readLocalModel,
  readProviderName,
  secretOf,
} from '../../indexing/embedding-provider.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { toTimestamp } from '../../kernel/clock.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import {
  changeEmbeddingProvider,
  type EmbeddingProviderRow,
  findEmbeddingProvider,
  listEmbeddingProviders,
} from '../../metadata/embedding-provider-store.ts';
import type { HasMetadata, MetadataTransaction } from '../../metadata/open-metadata.ts';
import { insertAutomaticSecret, removeUnheldSecrets } from '../../secrets/automatic-secrets.ts';
import { findReferenced, type SecretReference } from '../../secrets/secret-reference.ts';
import type { HasVault } from '../../secrets/secret-vault.ts';
import type { Operation } from '../operation.ts';
import { readSecretName } from '../secrets/secret-name.ts';

type Body = RequestOf<'embeddingProviders.update'>['body'];

/**
 * Changes the given fields. An index requires the model it was built with. After a change of the
 * model or its address, the index reports the change and is not used
 * (docs/contract/embedding-providers.md#changes).
 */
export const updateEmbeddingProvider: Operation<
  'embeddingProviders.update',
  HasClock & HasEmbeddingOrigins & HasLocalModels & HasMetadata & HasSystemProviders & HasVault
> = async (services, { scope, params, body }) => {
  const { workspaceId } = scope;
  if (services.systemProviders.some(({ id }) => id === params.id)) {
    throw badRequest(
      "This embedding provider is one of the service's settings; only its operator changes it",
    );
  }
  const name = body.name == null ? undefined : readProviderName(services, body.name);
  await assertLocalModel(services, workspaceId, params.id, body);
  const updatedAt = await services.metadata.transaction(async (trx) => {
    const row = await findEmbeddingProvider(trx, workspaceId, params.id);
    if (!row) throw providerNotFound(params.id);
    if (name !== undefined) await assertFree(trx, row, name);
    const config =
      body.config === undefined
        ? row.config
        : body.config === null
          ? null
          : JSON.stringify(body.config);
    const before = secretOf(row);
    const secret = await readSecret(services, trx, { ...row, name: name ?? row.name }, body);
    if (row.provider_type === 'service') {
      const service = readConfig(configOf({ config }));
      assertKeyStays(row, service, body);
      if (secret !== null && 'name' in secret) assertMayHoldStoredSecret(services, service);
    }
    const updated_at = Math.max(services.clock.now(), row.updated_at);
    const change = {
      ...(name !== undefined && { name }),
      config,
      secret: secret && JSON.stringify(secret),
      updated_at,
    };
    await changeEmbeddingProvider(trx, row.id, change);
    if (before !== null) await removeUnheldSecrets(trx, workspaceId, [before]);
    return { name: name ?? row.name, updated_at };
  });
  return {
    status: 200,
    body: { id: params.id, name: updatedAt.name, updated_at: toTimestamp(updatedAt.updated_at) },
  };
};

/** A local provider has no key, and uses a model of this machine. */
async function assertLocalModel(
  services: HasLocalModels & HasMetadata,
  workspaceId: string,
  id: string,
  { config, api_key, secret_name }: Body,
): Promise<void> {
  const row = await findEmbeddingProvider(services.metadata.db, workspaceId, id);
  if (row?.provider_type !== 'local') return;
  if (api_key != null || secret_name != null) throw noKeyOfLocal();
  if (config !== undefined) await readLocalModel(services, config);
}

/**
 * A key is given for one address. A caller who changes the address may not be the key's owner, so a
 * new address requires the key again.
 */
function assertKeyStays(
  row: EmbeddingProviderRow,
  { baseUrl }: ServiceConfig,
  { api_key, secret_name }: Body,
): void {
  if (row.secret === null || api_key != null || secret_name !== undefined) return;
  const before = readServiceConfig(row.config === null ? null : JSON.parse(row.config)).baseUrl;
  if (new URL(before).origin === new URL(baseUrl).origin) return;
  throw badRequest(
    "The key of this provider was given for another address; give 'api_key' or 'secret_name' with the new 'base_url'",
  );
}

async function assertFree(
  trx: MetadataTransaction,
  row: EmbeddingProviderRow,
  name: string,
): Promise<void> {
  const rows = await listEmbeddingProviders(trx, row.workspace_id);
  if (rows.some((other) => other.name === name && other.id !== row.id)) {
    throw conflict(`Embedding provider ${printable(name)} already exists`);
  }
}

/**
 * The provider's secret after the change: a new secret for an inline key, the named secret, none,
 * or the present secret.
 */
async function readSecret(
  services: HasClock & HasVault,
  trx: MetadataTransaction,
  row: EmbeddingProviderRow,
  { api_key, secret_name }: Body,
): Promise<SecretReference | null> {
  if (api_key != null && secret_name != null) {
    throw badRequest('Cannot specify both api_key and secret_name; use one or the other');
  }
  if (api_key != null) {
    const made = {
      workspaceId: row.workspace_id,
      kind: 'emb',
      owner: row.name,
      property: 'api_key',
    };
    return insertAutomaticSecret(services, trx, made, api_key);
  }
  if (secret_name === undefined) return secretOf(row);
  if (secret_name === null) return null;
  const reference = { name: readSecretName(secret_name) };
  if (!(await findReferenced(trx, row.workspace_id, reference))) {
    throw badRequest(`Secret ${printable(reference.name)} not found`);
  }
  return reference;
}
