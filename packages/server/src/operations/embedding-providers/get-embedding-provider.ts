import { findEmbeddingProvider } from '../../metadata/embedding-provider-store.ts';
import type { Operation } from '../operation.ts';
import { providerNotFound, toProviderBody, toSystemBody } from './embedding-provider.ts';

export const getEmbeddingProvider: Operation<
  'embeddingProviders.get',
  'metadata' | 'systemProviders'
> = async (services, { scope, params }) => {
  const system = services.systemProviders.find(({ id }) => id === params.id);
  if (system) return { status: 200, body: toSystemBody(system) };
  const row = await findEmbeddingProvider(services.metadata.db, scope.workspaceId, params.id);
  if (!row) throw providerNotFound(params.id);
  return { status: 200, body: toProviderBody(row) };
};
