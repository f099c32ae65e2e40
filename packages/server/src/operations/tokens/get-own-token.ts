import { type Permission, permissions } from '@quern/contract';
import type { Principal } from '../../scope/principal.ts';
import type { Operation } from '../operation.ts';
import type { Services } from '../services.ts';
import { toTokenInfo } from './list-tokens.ts';

/** What the token of the request is: for clients that have nothing else, and show only what it may do. */
export const getOwnToken: Operation<'tokens.getOwn'> = async ({ metadata: { db } }, { principal }) => {
  const row = await db.selectFrom('tokens').selectAll().where('id', '=', principal.tokenId).executeTakeFirstOrThrow();
  const info = toTokenInfo({
    id: row.id,
    kind: row.kind,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    databaseId: row.database_id,
    name: row.name,
    readOnly: row.read_only === 1,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  });
  return {
    status: 200,
    body: {
      ...info,
      organization_id: principal.organizationId,
      user_id: principal.userId,
      permissions: permissionsOf(principal),
      workspaces: await workspacesOf(db, principal),
    },
  };
};

function permissionsOf({ kind, readOnly, isShortLived }: Principal): Permission[] {
  const rules = Object.entries(permissions) as [Permission, { mutates: boolean; tokens: readonly string[] }][];
  return rules
    .filter(([, { mutates, tokens }]) => tokens.includes(kind) && !(mutates && readOnly))
    .map(([name]) => name)
    .filter((name) => !(isShortLived && name === 'tokens:write'));
}

/** The live workspaces that the token may enter. */
async function workspacesOf(db: Services['metadata']['db'], { organizationId, workspaceId }: Principal) {
  let rows = db
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null);
  if (workspaceId !== null) rows = rows.where('id', '=', workspaceId);
  return rows.orderBy('created_at').orderBy('id').execute();
}
