import type { Kysely } from 'kysely';
import { badRequest, QuernError } from '../kernel/errors.ts';
import type { MetadataSchema } from '../metadata/schema.ts';
import type { Principal, Scope } from './principal.ts';

type Db = Kysely<MetadataSchema>;

/**
 * The workspace of a request: `X-Workspace-Id`, or without it the token's own workspace where it has exactly one
 * (decisions.md, "tokens"). A workspace that does not exist and one the token may not enter look the same: 404.
 */
export async function resolveScope(db: Db, principal: Principal, header: string | undefined): Promise<Scope> {
  const workspaceId = header ?? principal.workspaceId ?? (await onlyWorkspace(db, principal.organizationId));
  const own = principal.workspaceId === null || principal.workspaceId === workspaceId;
  const row = own ? await findWorkspace(db, workspaceId, principal.organizationId) : undefined;
  if (!row) {
    throw new QuernError(
      'NOT_FOUND',
      'Workspace not found, or this credential has no access to it; check X-Workspace-Id',
      {
        workspaceCode: 'workspace_not_found',
      },
    );
  }
  return Object.freeze({ principal, workspaceId: row.id });
}

function findWorkspace(db: Db, id: string, organizationId: string) {
  return db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

async function onlyWorkspace(db: Db, organizationId: string): Promise<string> {
  const rows = await db
    .selectFrom('workspaces')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute();
  const only = rows.length === 1 ? rows[0] : undefined;
  if (!only) throw badRequest('A workspace is required: set the X-Workspace-Id header');
  return only.id;
}
