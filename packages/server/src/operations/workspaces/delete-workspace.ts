import { QuernError } from '../../kernel/errors.ts';
import type { Operation } from '../operation.ts';

/**
 * The workspace is gone for every request at once; what belongs to it is removed in the background
 * (the workspace sweep, which a restart does not lose because it looks for deleted rows).
 */
export const deleteWorkspace: Operation<'workspaces.delete'> = async (
  services,
  { principal, params },
) => {
  if (principal.kind !== 'organization') {
    throw new QuernError('ACCESS_DENIED', 'Only an organization token can delete workspaces', {
      workspaceCode: 'forbidden',
    });
  }
  const deleted = await services.metadata.db
    .updateTable('workspaces')
    .set({ deleted_at: services.clock.now(), active: 0 })
    .where('id', '=', params.public_id)
    .where('organization_id', '=', principal.organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (deleted.numUpdatedRows === 0n) {
    throw new QuernError('NOT_FOUND', 'Workspace not found', {
      workspaceCode: 'workspace_not_found',
    });
  }
  return { status: 204, body: undefined };
};
