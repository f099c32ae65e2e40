import type { RequestOf } from '@quern/contract';
import type { HasEmbeddingOrigins } from '../../embeddings/embedding-origins.ts';
import type { HasLocalModels } from '../../embeddings/local/local-models.ts';
import type { HasSystemProviders } from '../../embeddings/provider.ts';
import {
  assertMayHoldStoredSecret,
  noKeyOfLocal,
  readConfig,
  readLocalModel,
  readProviderName,
} from '../../indexing/embedding-provider.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { toTimestamp } from '../../kernel/clock.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { printable } from '../../lake/identifiers.ts';
import {
  countEmbeddingProviders,
  insertEmbeddingProvider,
} from '../../metadata/embedding-provider-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { maxEmbeddingProviders } from '../../scope/limits.ts';
import { insertAutomaticSecret } from '../../secrets/automatic-secrets.ts';
import { findReferenced, type SecretReference } from '../../secrets/secret-reference.ts';
import type { HasVault } from '../../secrets/secret-vault.ts';
import type { Operation } from '../operation.ts';
import { readSecretName } from '../secrets/secret-name.ts';

/** Registers a provider without contacting it. An inline key becomes a secret of the provider. */
export const createEmbeddingProvider: Operation<
  'embeddingProviders.create',
  HasClock & HasEmbeddingOrigins & HasLocalModels & HasMetadata & HasSystemProviders & HasVault
> = async (services, { scope, body }) => {
  const { workspaceId } = scope;
  const name = readProviderName(services, body.name);
  const { apiKey, stored } = await readNew(services, workspaceId, body);
  const now = services.clock.now();
  const row = {
    id: newId('embeddingProvider'),
    workspace_id: workspaceId,
    name,
    provider_type: body.provider_type,
    config: body.config === undefined ? null : JSON.stringify(body.config),
    created_at: now,
    updated_at: now,
  };
  await services.metadata.transaction(async (trx) => {
    if ((await countEmbeddingProviders(trx, workspaceId)) >= maxEmbeddingProviders) {
      throw conflict(
        `A workspace has ${maxEmbeddingProviders} embedding providers at most; delete one first`,
      );
    }
    const made = { workspaceId, kind: 'emb', owner: name, property: 'api_key' };
    const secret =
      apiKey === null ? stored : await insertAutomaticSecret(services, trx, made, apiKey);
    const isNew = await insertEmbeddingProvider(trx, {
      ...row,
      secret: secret && JSON.stringify(secret),
    });
    if (!isNew) throw conflict(`Embedding provider ${printable(name)} already exists`);
  });
  const { id, provider_type } = row;
  return {
    status: 201,
    body: { id, name, provider_type, config: body.config ?? null, created_at: toTimestamp(now) },
  };
};

/** The inline or stored key of a new provider, after validation of the configuration. */
async function readNew(
  services: HasEmbeddingOrigins & HasLocalModels & HasMetadata,
  workspaceId: string,
  { provider_type, config, api_key, secret_name }: RequestOf<'embeddingProviders.create'>['body'],
): Promise<{ readonly apiKey: string | null; readonly stored: SecretReference | null }> {
  if (provider_type === 'local') {
    if (api_key != null || secret_name != null) throw noKeyOfLocal();
    await readLocalModel(services, config);
    return { apiKey: null, stored: null };
  }
  const service = readConfig(config);
  const apiKey = api_key ?? null;
  const stored: SecretReference | null =
    secret_name == null ? null : { name: readSecretName(secret_name) };
  if (stored !== null && apiKey !== null) {
    throw badRequest('Cannot specify both api_key and secret_name; use one or the other');
  }
  if (stored !== null) {
    assertMayHoldStoredSecret(services, service);
    if (!(await findReferenced(services.metadata.db, workspaceId, stored))) {
      throw badRequest(`Secret ${printable(stored.name)} not found`);
    }
  }
  return { apiKey, stored };
}
