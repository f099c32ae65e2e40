import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { deleteSavedQuery as remove } from '../../metadata/saved-query-store.ts';
import type { Operation } from '../operation.ts';
import { savedQueryNotFound } from './saved-query-body.ts';

/** Deletes all versions; the runs remain in the history under the query's id. */
export const deleteSavedQuery: Operation<'savedQueries.delete', HasMetadata> = async (
  services,
  { scope, params },
) => {
  if (!(await remove(services.metadata.db, scope.workspaceId, params.id)))
    throw savedQueryNotFound(params.id);
  return { status: 204, body: undefined };
};
