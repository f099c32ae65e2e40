import type { Kysely } from 'kysely';
import { badRequest, QuernError } from '../kernel/errors.ts';
import type { MetadataSchema } from '../metadata/schema.ts';
import type { Principal, Scope } from './principal.ts';

type Db = Kysely<MetadataSchema>;

/**
 * The workspace of a request: `X-Workspace-Id`, or else the only workspace of the token
 * (docs/contract/access.md#the-workspace-of-a-request). An unknown workspace and a forbidden
 * workspace give the same 404.
 */
export async function resolveScope(
  db: Db,
  principal: Principal,
  header: string | undefined,
  find: FindWorkspace = (id, organizationId) => findWorkspace(db, id, organizationId),
): Promise<Scope> {
  const workspaceId =
    header ?? principal.workspaceId ?? (await onlyWorkspace(db, principal.organizationId));
  const own = principal.workspaceId === null || principal.workspaceId === workspaceId;
  const found = own ? await find(workspaceId, principal.organizationId) : null;
  if (found === null) {
    throw new QuernError(
      'NOT_FOUND',
      'Workspace not found, or this credential has no access to it; check X-Workspace-Id',
      {
        workspaceCode: 'workspace_not_found',
      },
    );
  }
  return Object.freeze({ principal, workspaceId: found });
}

export type FindWorkspace = (id: string, organizationId: string) => Promise<string | null>;

/** The id of a live workspace of the organization, or null. */
export async function findWorkspace(
  db: Db,
  id: string,
  organizationId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
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
