import type { HasMetadata } from '../../metadata/open-metadata.ts';
import {
  findSavedQuery,
  listSavedVersions as readVersions,
  type SavedVersionRow,
} from '../../metadata/saved-query-store.ts';
import { maxTextPageBytes } from '../../scope/limits.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, pageSizes, pageWithin } from '../paging.ts';
import { savedQueryNotFound, toVersionInfo } from './saved-query-body.ts';

/**
 * Newest first. A page that large texts cut short has a smaller `limit`, so the next offset follows
 * the page.
 */
export const listSavedVersions: Operation<'savedQueries.listVersions', HasMetadata> = async (
  services,
  request,
) => {
  const { scope, params, query } = request;
  const { db } = services.metadata;
  const saved = await findSavedQuery(db, scope.workspaceId, params.id);
  if (!saved) throw savedQueryNotFound(params.id);
  const asked = clampLimit(query.limit, pageSizes.usual);
  const offset = query.offset ?? 0;
  const { page, hasMore } = await pageWithin(asked, maxTextPageBytes, {
    sizeOf: (row: SavedVersionRow) => row.sql_text.length,
    read: (page, limit) => readVersions(db, { id: params.id, limit, offset: offset + page.length }),
  });
  const limit = hasMore ? page.length : asked;
  const versions = page.map(toVersionInfo);
  return {
    status: 200,
    body: {
      saved_query_id: params.id,
      versions,
      count: page.length,
      has_more: hasMore,
      limit,
      offset,
    },
  };
};
