import type { CreateIndexRequest } from '@quern/contract';
import type { HasEmbeddingOrigins } from '../embeddings/embedding-origins.ts';
import type { HasLocalModels } from '../embeddings/local/local-models.ts';
import type { EmbeddingTarget, HasSystemProviders } from '../embeddings/provider.ts';
import { badRequest, QuernError } from '../kernel/errors.ts';
import type { IndexRow } from '../metadata/index-store.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { IndexDefinition } from '../search/index-definition.ts';
import type { StoredVectorOptions, VectorMetric } from '../search/vector/vector-options.ts';
import type { HasVault } from '../secrets/secret-vault.ts';
import { modelKey } from './embed-texts.ts';
import { readEmbeddingTarget } from './embedding-provider.ts';
import { definitionOf } from './stored-definition.ts';

/** The provider's additions to the index of a text column. */
export interface IndexEmbedding {
  readonly providerId: string;
  readonly model: string;
  readonly metric: VectorMetric;
  readonly dimensions: number | null;
}

export const isEmbedded = ({ indexType, options }: IndexDefinition): boolean =>
  indexType === 'vector' && (options as unknown as StoredVectorOptions).embedding !== null;

/**
 * The additions by the provider of a request; null for a request without a provider. Throws 400 for
 * a missing provider.
 */
export async function readIndexEmbedding(
  services: HasEmbeddingOrigins & HasLocalModels & HasMetadata & HasSystemProviders & HasVault,
  workspaceId: string,
  { embedding_provider_id: id, index_type }: CreateIndexRequest,
): Promise<IndexEmbedding | null> {
  if (id == null || index_type !== 'vector') return null;
  try {
    const target = await readEmbeddingTarget(services, workspaceId, id);
    const { metric, dimensions } = target.config;
    return { providerId: target.providerId, model: modelKey(target), metric, dimensions };
  } catch (error) {
    if (!(error instanceof QuernError) || error.code !== 'NOT_FOUND') throw error;
    throw badRequest(error.message);
  }
}

/**
 * The target that embeds the texts of an index; null for an index of loaded vectors. Throws 400
 * where the provider is gone, or gives other vectors than the index was built with.
 */
export async function readIndexTarget(
  services: HasEmbeddingOrigins & HasLocalModels & HasMetadata & HasSystemProviders & HasVault,
  workspaceId: string,
  index: IndexRow,
): Promise<EmbeddingTarget | null> {
  const { embedding } = definitionOf(index).options as unknown as StoredVectorOptions;
  if (embedding === null) return null;
  let target: EmbeddingTarget;
  try {
    target = await readEmbeddingTarget(services, workspaceId, embedding.providerId);
  } catch (error) {
    if (!(error instanceof QuernError) || error.code !== 'NOT_FOUND') throw error;
    throw new NoProvider(
      `The embedding provider of index '${index.name}' was deleted; drop the index and create it with another one`,
    );
  }
  if (modelKey(target) === embedding.model) return target;
  throw new NoProvider(
    `Embedding provider '${target.name}' has another model, address or dimensions than index '${index.name}' was built with; ` +
      'drop the index and create it anew, or change the provider back',
  );
}

/** No provider gives the index's vectors any more. */
class NoProvider extends QuernError {
  constructor(message: string) {
    super('BAD_REQUEST', message);
  }
}

/** True for an error of `readIndexTarget` about a deleted or changed provider. */
export const hasNoProvider = (error: unknown): boolean => error instanceof NoProvider;
