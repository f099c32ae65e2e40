import type { CreateTokenRequest } from '@quern/contract';
import type { HasClock } from '../../kernel/clock.ts';
import { accessDenied, badRequest, notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import { findDatabase } from '../../metadata/database-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Principal } from '../../scope/principal.ts';
import { resolveScope } from '../../scope/resolve-scope.ts';
import { type NewToken, createToken as storeToken } from '../../scope/token-store.ts';
import { parseExpiry } from '../expiry.ts';
import type { Operation } from '../operation.ts';
import { toTokenInfo } from './list-tokens.ts';

/**
 * Issues a token with no more rights than the caller's. Only this answer contains the token's text.
 */
export const createToken: Operation<'tokens.create', HasClock & HasMetadata> = async (
  services,
  { principal, body },
) => {
  const now = services.clock.now();
  const expiresAt = parseExpiry(body.expires_at, now);
  const name = readName(body.name ?? '');
  refuseContradiction(body);
  refuseWider(principal, body);
  const reach = await readReach(services, principal, body);
  const token: NewToken = {
    kind: body.kind,
    organizationId: principal.organizationId,
    ...reach,
    name,
    readOnly: body.read_only === true,
    expiresAt,
  };
  const created = await storeToken(services.metadata.db, token, now);
  const info = toTokenInfo({ ...token, id: created.id, createdAt: now, revokedAt: null });
  return { status: 201, body: { ...info, token: created.token } };
};

const maxNameLength = 255;

function readName(name: string): string {
  if (name.length > maxNameLength)
    throw badRequest(`'name' is longer than ${maxNameLength} characters`);
  return name;
}

function refuseContradiction(body: CreateTokenRequest): void {
  const hasDatabase = (body.database_id ?? null) !== null;
  if ((body.kind === 'database') !== hasDatabase) {
    throw badRequest("'database_id' goes with kind 'database', and only with it");
  }
  if (body.kind === 'organization' && (body.workspace_id ?? null) !== null) {
    throw badRequest("'workspace_id' does not go with kind 'organization'");
  }
}

function refuseWider(principal: Principal, body: CreateTokenRequest): void {
  if (principal.kind === 'database')
    throw accessDenied('A credential limited to one database cannot create tokens');
  if (principal.kind === 'workspace' && body.kind === 'organization') {
    throw accessDenied('A workspace token cannot create an organization token');
  }
  if (principal.readOnly && body.read_only !== true) {
    throw accessDenied('A read-only token can create read-only tokens only');
  }
}

async function readReach(
  services: HasClock & HasMetadata,
  principal: Principal,
  body: CreateTokenRequest,
): Promise<Pick<NewToken, 'workspaceId' | 'databaseId'>> {
  const databaseId = body.database_id ?? null;
  if (body.kind === 'organization') return { workspaceId: null, databaseId: null };
  const { workspaceId } = await resolveScope(
    services.metadata.db,
    principal,
    body.workspace_id ?? undefined,
  );
  if (databaseId !== null) {
    const row = await findDatabase(
      services.metadata.db,
      workspaceId,
      databaseId,
      services.clock.now(),
    );
    if (!row) throw notFound(`Database ${printable(databaseId)} not found`);
  }
  return { workspaceId, databaseId };
}
