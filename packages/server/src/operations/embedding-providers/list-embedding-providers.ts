import type { HasSystemProviders } from '../../embeddings/provider.ts';
import { toProviderBody, toSystemBody } from '../../indexing/embedding-provider.ts';
import { listEmbeddingProviders as readProviders } from '../../metadata/embedding-provider-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';

/** Providers of the settings first, then the workspace's own; each group sorted by name. */
export const listEmbeddingProviders: Operation<
  'embeddingProviders.list',
  HasMetadata & HasSystemProviders
> = async (services, { scope }) => {
  const rows = await readProviders(services.metadata.db, scope.workspaceId);
  const embedding_providers = [
    ...services.systemProviders.map(toSystemBody),
    ...rows.map(toProviderBody),
  ];
  return { status: 200, body: { embedding_providers } };
};
