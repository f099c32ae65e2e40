import { QuernError } from '../../kernel/errors.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { liveWorkspaces } from '../../metadata/workspace-store.ts';
import type { Operation } from '../operation.ts';

/**
 * The workspaces of the caller's organization; a database token lists its own workspace
 * (docs/contract/access.md#workspaces-by-token).
 */
export const listWorkspaces: Operation<'workspaces.list', HasMetadata> = async (
  services,
  { principal, query },
) => {
  if (principal.kind === 'workspace') {
    throw new QuernError(
      'ACCESS_DENIED',
      'A workspace token cannot list workspaces; use an organization token',
      {
        workspaceCode: 'forbidden',
      },
    );
  }
  requireOrganization(principal.organizationId, query.organization_public_id);
  const workspaces = await liveWorkspaces(services.metadata.db, principal);
  return {
    status: 200,
    body: {
      ok: true,
      workspaces: workspaces.map((row) => ({
        public_id: row.id,
        name: row.name,
        active: row.active === 1,
        favorite: row.favorite === 1,
        provision_status: row.provision_status,
      })),
    },
  };
};

/** 404 for any other organization, so existence stays private. */
export function requireOrganization(own: string, asked: string | null | undefined): void {
  if (asked !== null && asked !== undefined && asked !== own) {
    throw new QuernError('NOT_FOUND', 'Organization not found', {
      workspaceCode: 'organization_not_found',
    });
  }
}
