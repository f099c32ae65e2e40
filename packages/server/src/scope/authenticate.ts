import type { Kysely } from 'kysely';
import { QuernError } from '../kernel/errors.ts';
import type { MetadataSchema } from '../metadata/schema.ts';
import type { Principal } from './principal.ts';
import { findPrincipal } from './token-store.ts';

type Db = Kysely<MetadataSchema>;

/** The longest credential that is looked at. */
const MAX_TOKEN_LENGTH = 1024;

/** The principal of an `Authorization: Bearer` header; 401 when it is missing, malformed, unknown, expired or revoked. */
export async function authenticate(db: Db, header: string | undefined, now: number): Promise<Principal> {
  if (header === undefined) {
    throw unauthorized("Missing credential: send 'Authorization: Bearer <token>'", 'missing_authorization');
  }
  const token = /^Bearer +(\S+)$/i.exec(header.slice(0, MAX_TOKEN_LENGTH + 16))?.[1];
  if (!token) {
    throw unauthorized("Malformed credential: send 'Authorization: Bearer <token>'", 'invalid_authorization');
  }
  const principal = token.length <= MAX_TOKEN_LENGTH ? await findPrincipal(db, token, now) : null;
  if (!principal) {
    throw unauthorized('Invalid credential: the token is unknown, expired or revoked', 'invalid_token');
  }
  return principal;
}

function unauthorized(message: string, workspaceCode: string): QuernError {
  return new QuernError('UNAUTHORIZED', message, { workspaceCode });
}
