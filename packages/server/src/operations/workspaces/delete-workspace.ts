import type { HasClock } from '../../kernel/clock.ts';
import { QuernError } from '../../kernel/errors.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { markWorkspaceDeleted } from '../../metadata/workspace-store.ts';
import type { Operation } from '../operation.ts';

/**
 * The workspace is inaccessible at once; its content is removed in the background (the workspace
 * sweep looks for deleted rows, so a restart loses nothing).
 */
export const deleteWorkspace: Operation<'workspaces.delete', HasClock & HasMetadata> = async (
  services,
  { principal, params },
) => {
  if (principal.kind !== 'organization') {
    throw new QuernError('ACCESS_DENIED', 'Only an organization token can delete workspaces', {
      workspaceCode: 'forbidden',
    });
  }
  const { organizationId } = principal;
  const workspace = { organizationId, id: params.public_id, now: services.clock.now() };
  if (!(await markWorkspaceDeleted(services.metadata.db, workspace))) {
    throw new QuernError('NOT_FOUND', 'Workspace not found', {
      workspaceCode: 'workspace_not_found',
    });
  }
  return { status: 204, body: undefined };
};
