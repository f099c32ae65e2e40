import { defineEndpoints } from '../endpoint.ts';
import { badRequest, notFound } from '../errors.ts';
import {
  CreateTokenRequest,
  CreateTokenResponse,
  ExchangeTokenRequest,
  ExchangeTokenResponse,
  ListTokensResponse,
  OwnTokenResponse,
  RedeemCodeRequest,
} from '../schemas/tokens.ts';

export const tokenEndpoints = defineEndpoints('Tokens', {
  'tokens.list': {
    method: 'GET',
    path: '/v1/tokens',
    summary: 'List the access tokens that the caller may manage',
    security: 'bearer',
    errorShape: 'api',
    permission: 'tokens:read',
    responses: {
      200: { description: 'The tokens, without their secrets', schema: ListTokensResponse },
    },
    errors: [],
    extension: true,
  },
  'tokens.create': {
    method: 'POST',
    path: '/v1/tokens',
    summary: 'Issue an access token',
    security: 'bearer',
    errorShape: 'api',
    permission: 'tokens:write',
    body: { schema: CreateTokenRequest, required: true },
    responses: {
      201: { description: 'Issued; the token is shown once', schema: CreateTokenResponse },
    },
    errors: [
      badRequest('kind, ids or expiry do not fit together'),
      notFound('no such workspace or database'),
    ],
    extension: true,
  },
  'tokens.exchange': {
    method: 'POST',
    path: '/v1/auth/jwt',
    summary: 'Exchange an access token for a short-lived one that may do no more and ends with it',
    security: 'none',
    errorShape: 'api',
    permission: 'tokens:exchange',
    body: { schema: ExchangeTokenRequest, required: true, form: true },
    responses: { 200: { description: 'The short-lived token', schema: ExchangeTokenResponse } },
    errors: [badRequest('a grant that is not offered, or no token')],
  },
  'tokens.redeemCode': {
    method: 'POST',
    path: '/v1/auth/code',
    summary: 'Exchange the one-time code of a sign-in link for an access token',
    description:
      'The service prints such a link as it starts, on a terminal; its code serves once, for some minutes.',
    security: 'none',
    errorShape: 'api',
    permission: 'tokens:exchange',
    body: { schema: RedeemCodeRequest, required: true },
    responses: {
      201: { description: 'Issued; the token is shown once', schema: CreateTokenResponse },
    },
    errors: [badRequest('no code')],
    extension: true,
  },
  'tokens.getOwn': {
    method: 'GET',
    path: '/v1/me',
    summary: 'Say what the token of this request is and may do, and which workspaces it enters',
    security: 'bearer',
    errorShape: 'api',
    permission: 'tokens:own',
    responses: { 200: { description: 'The token, without its secret', schema: OwnTokenResponse } },
    errors: [],
    extension: true,
  },
  'tokens.revoke': {
    method: 'DELETE',
    path: '/v1/tokens/{id}',
    summary: 'Revoke an access token',
    security: 'bearer',
    errorShape: 'api',
    permission: 'tokens:write',
    responses: { 204: { description: 'Revoked' } },
    errors: [notFound('no such token')],
    extension: true,
  },
});
