import { type Permission, permissions } from '@quern/contract';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { liveWorkspaces } from '../../metadata/workspace-store.ts';
import type { Principal } from '../../scope/principal.ts';
import { tokenOf } from '../../scope/token-store.ts';
import type { Operation } from '../operation.ts';
import { toTokenInfo } from './list-tokens.ts';

/**
 * Describes the request's token, so a client with nothing but the token can show the allowed
 * actions.
 */
export const getOwnToken: Operation<'tokens.getOwn', HasMetadata> = async (
  { metadata: { db } },
  { principal },
) => {
  const info = toTokenInfo(await tokenOf(db, principal));
  const workspaces = await liveWorkspaces(db, principal);
  return {
    status: 200,
    body: {
      ...info,
      organization_id: principal.organizationId,
      user_id: principal.userId,
      permissions: permissionsOf(principal),
      workspaces: workspaces.map(({ id, name }) => ({ id, name })),
    },
  };
};

function permissionsOf({ kind, readOnly, isShortLived }: Principal): Permission[] {
  const rules = Object.entries(permissions) as [
    Permission,
    { mutates: boolean; tokens: readonly string[] },
  ][];
  return rules
    .filter(([, { mutates, tokens }]) => tokens.includes(kind) && !(mutates && readOnly))
    .map(([name]) => name)
    .filter((name) => !(isShortLived && name === 'tokens:write'));
}
