import type { HasSystemProviders } from '../../embeddings/provider.ts';
import { providerNotFound, secretOf } from '../../indexing/embedding-provider.ts';
import { badRequest } from '../../kernel/errors.ts';
import {
  findEmbeddingProvider,
  deleteEmbeddingProvider as removeProvider,
} from '../../metadata/embedding-provider-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { removeUnheldSecrets } from '../../secrets/automatic-secrets.ts';
import type { Operation } from '../operation.ts';

/** Deletes the provider and its own secret at once. Indexes of the provider report the deletion. */
export const deleteEmbeddingProvider: Operation<
  'embeddingProviders.delete',
  HasMetadata & HasSystemProviders
> = async (services, { scope, params }) => {
  if (services.systemProviders.some(({ id }) => id === params.id)) {
    throw badRequest(
      "This embedding provider is one of the service's settings; only its operator removes it",
    );
  }
  await services.metadata.transaction(async (trx) => {
    const row = await findEmbeddingProvider(trx, scope.workspaceId, params.id);
    if (!row) throw providerNotFound(params.id);
    await removeProvider(trx, row.id);
    const secret = secretOf(row);
    if (secret !== null) await removeUnheldSecrets(trx, scope.workspaceId, [secret]);
  });
  return { status: 204, body: undefined };
};
