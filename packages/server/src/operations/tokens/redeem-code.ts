import type { HasClock } from '../../kernel/clock.ts';
import { QuernError } from '../../kernel/errors.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { organizationOfService } from '../../metadata/organization-store.ts';
import type { HasSignInCodes } from '../../scope/sign-in-codes.ts';
import { createToken, type NewToken } from '../../scope/token-store.ts';
import type { Operation } from '../operation.ts';
import { toTokenInfo } from './list-tokens.ts';

/** Lifetime of a token from a sign-in link, in milliseconds: a day's work. */
const signedInMs = 24 * 3600_000;

/**
 * An organization token in exchange for the code that the service printed at its start. Each code
 * works once.
 */
export const redeemCode: Operation<
  'tokens.redeemCode',
  HasClock & HasMetadata & HasSignInCodes
> = async (services, { body, annotate }) => {
  const { metadata, clock, signInCodes } = services;
  const now = clock.now();
  if (!signInCodes.take(body.code, now)) throw unknownCode();
  const organizationId = await organizationOfService(metadata.db);
  const token: NewToken = {
    kind: 'organization',
    organizationId,
    workspaceId: null,
    databaseId: null,
    name: 'sign-in link',
    readOnly: false,
    expiresAt: now + signedInMs,
  };
  const created = await createToken(metadata.db, token, now);
  annotate({ token_id: created.id });
  const info = toTokenInfo({ ...token, id: created.id, createdAt: now, revokedAt: null });
  return {
    status: 201,
    headers: { 'cache-control': 'no-store' },
    body: { ...info, token: created.token },
  };
};

const unknownCode = () =>
  new QuernError(
    'UNAUTHORIZED',
    'This sign-in link is unknown, expired or used; sign in with a token',
    {
      workspaceCode: 'invalid_token',
    },
  );
