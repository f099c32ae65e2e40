import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { findSavedQuery } from '../../metadata/saved-query-store.ts';
import type { Operation } from '../operation.ts';
import { savedQueryNotFound, toDetail } from './saved-query-body.ts';

export const getSavedQuery: Operation<'savedQueries.get', HasMetadata> = async (
  services,
  { scope, params },
) => {
  const saved = await findSavedQuery(services.metadata.db, scope.workspaceId, params.id);
  if (!saved) throw savedQueryNotFound(params.id);
  return { status: 200, body: toDetail(saved) };
};
