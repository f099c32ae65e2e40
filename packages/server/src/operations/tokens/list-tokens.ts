import type { TokenInfo } from '@quern/contract';
import type { HasClock } from '../../kernel/clock.ts';
import { toTimestamp, toTimestampOrNull } from '../../kernel/clock.ts';
import { accessDenied } from '../../kernel/errors.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Principal } from '../../scope/principal.ts';
import { listTokens as readTokens, type TokenRecord } from '../../scope/token-store.ts';
import type { Operation } from '../operation.ts';

/** The live tokens under the caller's control, newest first; never their text. */
export const listTokens: Operation<'tokens.list', HasClock & HasMetadata> = async (
  services,
  { principal },
) => {
  const now = services.clock.now();
  const tokens = await readTokens(services.metadata.db, managedBy(principal));
  const live = tokens.filter(
    (token) => token.revokedAt === null && (token.expiresAt === null || token.expiresAt > now),
  );
  return { status: 200, body: { tokens: live.map(toTokenInfo) } };
};

/**
 * An organization token manages all tokens of the organization, a workspace token those of the
 * workspace.
 */
export function managedBy(principal: Principal): {
  organizationId: string;
  workspaceId: string | null;
} {
  if (principal.kind === 'database') {
    throw accessDenied('A credential limited to one database cannot manage tokens');
  }
  return { organizationId: principal.organizationId, workspaceId: principal.workspaceId };
}

export function toTokenInfo(token: TokenRecord): TokenInfo {
  return {
    id: token.id,
    name: token.name,
    kind: token.kind,
    workspace_id: token.workspaceId,
    database_id: token.databaseId,
    read_only: token.readOnly,
    created_at: toTimestamp(token.createdAt),
    expires_at: toTimestampOrNull(token.expiresAt),
  };
}
