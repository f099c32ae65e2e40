import type { HasClock } from '../../kernel/clock.ts';
import { badRequest } from '../../kernel/errors.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { invalidToken } from '../../scope/authenticate.ts';
import type { HasShortLivedTokens } from '../../scope/short-lived-tokens.ts';
import { shortLivedMs } from '../../scope/short-lived-tokens.ts';
import { findLiveToken, hashToken } from '../../scope/token-store.ts';
import type { Operation } from '../operation.ts';

/** A token for some minutes in place of an issued token. 401 for a short-lived token. */
export const exchangeToken: Operation<
  'tokens.exchange',
  HasClock & HasMetadata & HasShortLivedTokens
> = async (services, { body, annotate }) => {
  if (body.grant_type !== 'api_token') {
    throw badRequest(
      "'grant_type' must be 'api_token'; nothing is refreshed here, so exchange the access token again",
    );
  }
  if (!body.api_token)
    throw badRequest("'api_token' is required: the access token, as it was issued");
  const now = services.clock.now();
  const found = await findLiveToken(
    services.metadata.db,
    { token_hash: hashToken(body.api_token) },
    now,
  );
  const expiresAt = Math.min(now + shortLivedMs, found?.expiresAt ?? Number.POSITIVE_INFINITY);
  const expiresIn = Math.floor((expiresAt - now) / 1000);
  if (!found || expiresIn < 1) throw invalidToken();
  const { tokenId } = found.principal;
  annotate({ token_id: tokenId });
  return {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      access_token: services.shortLivedTokens.issue({ tokenId, expiresAt }, now),
      token_type: 'Bearer',
      expires_in: expiresIn,
    },
  };
};
