/** Secrets are write-only: no response of any endpoint holds a value. */
import type { Static } from 'typebox';
import { forms } from './forms.ts';
import { listOf, requestBody, responseBody, stated, text, textLike, timestamp } from './shapes.ts';

/** Written, and never read by any endpoint. */
const secretValue = stated(text('What is kept; no endpoint shows it'), {
  pattern: forms.plain,
  minLength: 1,
  maxLength: 65_536,
});

const metadataFields = { name: text(), created_at: timestamp(), updated_at: timestamp() };

export const SecretMetadataResponse = responseBody('SecretMetadataResponse', metadataFields);
export type SecretMetadataResponse = Static<typeof SecretMetadataResponse>;

export const ListSecretsResponse = responseBody('ListSecretsResponse', {
  secrets: listOf(SecretMetadataResponse),
});
export type ListSecretsResponse = Static<typeof ListSecretsResponse>;

export const GetSecretResponse = responseBody('GetSecretResponse', metadataFields);
export type GetSecretResponse = Static<typeof GetSecretResponse>;

export const CreateSecretRequest = requestBody('CreateSecretRequest', {
  name: textLike(forms.secretName, '1 to 128 of [A-Za-z0-9_-], kept in lower case'),
  value: secretValue,
});
export type CreateSecretRequest = Static<typeof CreateSecretRequest>;

export const CreateSecretResponse = responseBody('CreateSecretResponse', {
  id: text(),
  name: text(),
  created_at: timestamp(),
});
export type CreateSecretResponse = Static<typeof CreateSecretResponse>;

export const UpdateSecretRequest = requestBody('UpdateSecretRequest', { value: secretValue });
export type UpdateSecretRequest = Static<typeof UpdateSecretRequest>;

export const UpdateSecretResponse = responseBody('UpdateSecretResponse', {
  name: text(),
  updated_at: timestamp(),
});
export type UpdateSecretResponse = Static<typeof UpdateSecretResponse>;
