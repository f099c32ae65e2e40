import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { deleteSavedQuery as remove } from '../../metadata/saved-query-store.ts';
import type { Operation } from '../operation.ts';
import { savedQueryNotFound } from './saved-query-body.ts';

/** Its versions go with it; what it ran stays in the history of runs, under its id. */
export const deleteSavedQuery: Operation<'savedQueries.delete', HasMetadata> = async (
  services,
  { scope, params },
) => {
  if (!(await remove(services.metadata.db, scope.workspaceId, params.id)))
    throw savedQueryNotFound(params.id);
  return { status: 204, body: undefined };
};
