import { QuernError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { MetadataTransaction } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { requireOrganization } from './list-workspaces.ts';

const maxNameLength = 255;

export const createWorkspace: Operation<'workspaces.create'> = async (
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

/** A workspace needs nothing but its row, so it is `provisioned` at once. */
export async function insertWorkspace(
  trx: MetadataTransaction,
  workspace: { organizationId: string; name: string; now: number },
): Promise<string> {
  const id = newId('workspace');
  await trx
    .insertInto('workspaces')
    .values({
      id,
      organization_id: workspace.organizationId,
      name: workspace.name,
      active: 1,
      favorite: 0,
      provision_status: 'provisioned',
      created_at: workspace.now,
      deleted_at: null,
    })
    .execute();
  return id;
}
