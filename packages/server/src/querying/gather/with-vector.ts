import { embedTexts } from '../../indexing/embed-texts.ts';
import type { EmbeddingServices } from '../../indexing/index-services.ts';
import { readIndexTarget } from '../../indexing/index-target.ts';
import { badRequest } from '../../kernel/errors.ts';
import type { PlannedSearch } from '../see/planned-search.ts';

/**
 * The search with the vector of its text, from the index's provider; any other search unchanged.
 */
export async function withVector(
  services: EmbeddingServices,
  search: PlannedSearch,
  { workspaceId, signal }: { readonly workspaceId: string; readonly signal: AbortSignal },
): Promise<PlannedSearch> {
  const { embed: text } = search.query as { readonly embed?: string };
  if (text === undefined) return search;
  const target = await readIndexTarget(services, workspaceId, search.index);
  if (target === null) {
    throw badRequest(
      `Index '${search.index.name}' holds vectors that were loaded, and has no provider for the text; use vector_search_vector(), or create an index on a column of text with an embedding_provider_id`,
    );
  }
  const options = { signal, deadlineMs: services.settings.queryTimeoutS * 1000 };
  const { vectors } = await embedTexts(services, { workspaceId, target }, [text], options);
  return { ...search, query: { vector: Array.from(vectors.get(text) ?? []) } };
}
