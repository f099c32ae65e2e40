import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { listSavedQueries as readPage } from '../../metadata/saved-query-store.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, pageOf, pageSizes } from '../paging.ts';
import { toSummary } from './saved-query-body.ts';

export const listSavedQueries: Operation<'savedQueries.list', HasMetadata> = async (
  services,
  { scope, query },
) => {
  const { workspaceId } = scope;
  const limit = clampLimit(query.limit, pageSizes.usual);
  const offset = query.offset ?? 0;
  const rows = await readPage(services.metadata.db, { workspaceId, limit: limit + 1, offset });
  const { page, hasMore } = pageOf(rows, limit);
  return {
    status: 200,
    body: { queries: page.map(toSummary), count: page.length, has_more: hasMore, limit, offset },
  };
};
