/**
 * Access tokens: an extension of the published contract. Only a creation ever shows the token
 * itself.
 */
import type { Static } from 'typebox';
import { tokenKinds } from '../vocabularies.ts';
import { forms } from './forms.ts';
import {
  flag,
  flagOff,
  integer,
  listOf,
  oneOf,
  optionalNull,
  requestBody,
  responseBody,
  shortText,
  stated,
  text,
  textLike,
  timestamp,
} from './shapes.ts';

const tokenFields = {
  id: text(),
  name: text(),
  kind: oneOf(tokenKinds),
  workspace_id: optionalNull(text('Set on workspace and database tokens')),
  database_id: optionalNull(text('Set on database tokens')),
  read_only: flag(),
  created_at: timestamp(),
  expires_at: optionalNull(timestamp('Null or absent: does not expire')),
};

export const TokenInfo = responseBody('TokenInfo', tokenFields);
export type TokenInfo = Static<typeof TokenInfo>;

export const ListTokensResponse = responseBody('ListTokensResponse', { tokens: listOf(TokenInfo) });
export type ListTokensResponse = Static<typeof ListTokensResponse>;

const absent = { type: 'null' };

/** A kind with the ids of the kind. */
const idsOfKind = {
  anyOf: [
    { properties: { kind: { const: 'organization' }, workspace_id: absent, database_id: absent } },
    { properties: { kind: { const: 'workspace' }, database_id: absent } },
    {
      properties: { kind: { const: 'database' }, database_id: { type: 'string' } },
      required: ['database_id'],
    },
  ],
};

export const CreateTokenRequest = requestBody(
  'CreateTokenRequest',
  {
    kind: oneOf(tokenKinds),
    name: optionalNull(shortText(255, 'A label')),
    workspace_id: optionalNull(
      text(
        'For kind `workspace` and `database`; absent means the only workspace that the caller can reach',
      ),
    ),
    database_id: optionalNull(text('Required for kind `database`, refused for the others')),
    expires_at: optionalNull(
      textLike(
        forms.expiry,
        'RFC 3339, or a duration such as `24h`, `90m`, `7d`; absent or empty: never',
      ),
    ),
    read_only: flagOff('Whether the token may only read'),
  },
  { 'x-stated': idsOfKind },
);
export type CreateTokenRequest = Static<typeof CreateTokenRequest>;

export const CreateTokenResponse = responseBody('CreateTokenResponse', {
  ...tokenFields,
  token: text('The bearer token; it is shown here once and stored nowhere'),
});
export type CreateTokenResponse = Static<typeof CreateTokenResponse>;

/** The token of the request itself. */
export const OwnTokenResponse = responseBody('OwnTokenResponse', {
  ...tokenFields,
  organization_id: text(),
  user_id: text('`user_public_id` of its query runs'),
  permissions: listOf(text(), { description: 'What it may do, such as `queries:run`' }),
  workspaces: listOf(responseBody('OwnWorkspace', { id: text(), name: text() }), {
    description: 'Those that it may enter, oldest first',
  }),
});
export type OwnTokenResponse = Static<typeof OwnTokenResponse>;

export const RedeemCodeRequest = requestBody('RedeemCodeRequest', {
  code: textLike(forms.header, 'The code of a sign-in link; it serves once'),
});
export type RedeemCodeRequest = Static<typeof RedeemCodeRequest>;

/** Names of OAuth 2.0 (RFC 6749); older clients send such forms. */
export const ExchangeTokenRequest = requestBody(
  'ExchangeTokenRequest',
  {
    grant_type: stated(text(), { enum: ['api_token'] }),
    api_token: optionalNull(textLike(forms.header, 'The access token, as it was issued')),
    client_id: optionalNull(text('Which client asks; nothing depends on it')),
    refresh_token: optionalNull(text('Of another grant, which is not offered')),
  },
  {
    'x-stated': {
      allOf: [
        { properties: { api_token: { type: 'string', minLength: 1 } }, required: ['api_token'] },
      ],
    },
  },
);
export type ExchangeTokenRequest = Static<typeof ExchangeTokenRequest>;

export const ExchangeTokenResponse = responseBody('ExchangeTokenResponse', {
  access_token: text("The bearer token, in the form of a JWT; what it holds is the service's own"),
  token_type: oneOf(['Bearer']),
  expires_in: integer('Whole seconds from now'),
});
export type ExchangeTokenResponse = Static<typeof ExchangeTokenResponse>;
