import { toTimestamp } from '../../kernel/clock.ts';
import { badRequest, conflict } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { printable } from '../../lake/identifiers.ts';
import { insertEmbeddingProvider } from '../../metadata/embedding-provider-store.ts';
import { maxEmbeddingProviders } from '../../scope/limits.ts';
import type { Operation } from '../operation.ts';
import { insertAutomaticSecret } from '../secrets/automatic-secrets.ts';
import { readSecretName } from '../secrets/secret-name.ts';
import { findReferenced, type SecretReference } from '../secrets/secret-reference.ts';
import {
  assertMayHoldStoredSecret,
  readProviderConfig,
  readProviderName,
} from './embedding-provider.ts';

/**
 * Registers a provider; nobody is asked yet. A key that is given inline becomes a secret of the
 * provider's own.
 */
export const createEmbeddingProvider: Operation<'embeddingProviders.create'> = async (
  services,
  { scope, body },
) => {
  const { workspaceId } = scope;
  const name = readProviderName(body.name);
  if (body.provider_type === 'local') {
    throw badRequest(
      "Embedding providers of type 'local' are not offered by this version; use 'service'",
    );
  }
  const service = readProviderConfig(services, body.config);
  const apiKey = body.api_key ?? null;
  const stored: SecretReference | null =
    body.secret_name == null ? null : { name: readSecretName(body.secret_name) };
  if (stored !== null && apiKey !== null) {
    throw badRequest('Cannot specify both api_key and secret_name; use one or the other');
  }
  if (stored !== null) {
    assertMayHoldStoredSecret(services, service);
    if (!(await findReferenced(services.metadata.db, workspaceId, stored))) {
      throw badRequest(`Secret ${printable(stored.name)} not found`);
    }
  }
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
    const count = await trx
      .selectFrom('embedding_providers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    if (Number(count.count) >= maxEmbeddingProviders) {
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
