import type { HasSystemProviders } from '../../embeddings/provider.ts';
import {
  providerNotFound,
  toProviderBody,
  toSystemBody,
} from '../../indexing/embedding-provider.ts';
import { findEmbeddingProvider } from '../../metadata/embedding-provider-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';

export const getEmbeddingProvider: Operation<
  'embeddingProviders.get',
  HasMetadata & HasSystemProviders
> = async (services, { scope, params }) => {
  const system = services.systemProviders.find(({ id }) => id === params.id);
  if (system) return { status: 200, body: toSystemBody(system) };
  const row = await findEmbeddingProvider(services.metadata.db, scope.workspaceId, params.id);
  if (!row) throw providerNotFound(params.id);
  return { status: 200, body: toProviderBody(row) };
};
