import type { HasClock } from '../../kernel/clock.ts';
import { QuernError } from '../../kernel/errors.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { insertWorkspace } from '../../metadata/workspace-store.ts';
import type { Operation } from '../operation.ts';
import { requireOrganization } from './list-workspaces.ts';

const maxNameLength = 255;

export const createWorkspace: Operation<'workspaces.create', HasClock & HasMetadata> = async (
  services,
  { principal, body },
) => {
  if (principal.kind !== 'organization') {
    throw new QuernError('ACCESS_DENIED', 'Only an organization token can create workspaces', {
      workspaceCode: 'forbidden',
    });
  }
  requireOrganization(principal.organizationId, body.organization_public_id);
  const name = body.name.trim();
  if (name === '' || name.length > maxNameLength) {
    throw new QuernError('VALIDATION_FAILED', `'name' must have 1 to ${maxNameLength} characters`, {
      workspaceCode: 'validation_failed',
    });
  }
  const id = await services.metadata.transaction((trx) =>
    insertWorkspace(trx, {
      organizationId: principal.organizationId,
      name,
      now: services.clock.now(),
    }),
  );
  return {
    status: 201,
    body: { ok: true, workspace: { public_id: id, name, provision_status: 'provisioned' } },
  };
};
