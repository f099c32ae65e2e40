import { QuernError } from '../kernel/errors.ts';
import type { Principal } from './principal.ts';
import type { ShortLivedTokens } from './short-lived-tokens.ts';
import { hashToken, isLiveToken, type LiveToken, type TokenName } from './token-store.ts';

/** Finds a token that is not revoked, expired or not. */
export type FindToken = (by: TokenName) => Promise<LiveToken | null>;

/** Longer credentials are refused unread. */
const maxTokenLength = 1024;

/**
 * The principal of an `Authorization: Bearer` header; 401 for a missing, malformed, unknown,
 * expired or revoked token.
 */
export async function authenticate(
  find: FindToken,
  shortLived: ShortLivedTokens,
  header: string | undefined,
  now: number,
): Promise<Principal> {
  if (header === undefined) {
    throw unauthorized(
      "Missing credential: send 'Authorization: Bearer <token>'",
      'missing_authorization',
    );
  }
  const token = /^Bearer +(\S+)$/i.exec(header.slice(0, maxTokenLength + 16))?.[1];
  if (!token) {
    throw unauthorized(
      "Malformed credential: send 'Authorization: Bearer <token>'",
      'invalid_authorization',
    );
  }
  const principal =
    token.length <= maxTokenLength ? await principalOf(find, shortLived, token, now) : null;
  if (!principal) throw invalidToken();
  return principal;
}

async function principalOf(
  find: FindToken,
  shortLived: ShortLivedTokens,
  token: string,
  now: number,
): Promise<Principal | null> {
  const id = shortLived.read(token, now);
  const found = await find(id === null ? { token_hash: hashToken(token) } : { id });
  if (!found || !isLiveToken(found, now)) return null;
  if (id === null) return found.principal;
  return Object.freeze({ ...found.principal, isShortLived: true as const });
}

export const invalidToken = () =>
  unauthorized('Invalid credential: the token is unknown, expired or revoked', 'invalid_token');

function unauthorized(message: string, workspaceCode: string): QuernError {
  return new QuernError('UNAUTHORIZED', message, { workspaceCode });
}
