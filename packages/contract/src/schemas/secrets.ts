/** Secrets are write-only: no response of any endpoint holds a value. */
import type { Static } from 'typebox';
import { listOf, requestBody, responseBody, text, timestamp } from './shapes.ts';

const metadataFields = { name: text(), created_at: timestamp(), updated_at: timestamp() };

export const SecretMetadataResponse = responseBody('SecretMetadataResponse', metadataFields);
export type SecretMetadataResponse = Static<typeof SecretMetadataResponse>;

export const ListSecretsResponse = responseBody('ListSecretsResponse', { secrets: listOf(SecretMetadataResponse) });
export type ListSecretsResponse = Static<typeof ListSecretsResponse>;

export const GetSecretResponse = responseBody('GetSecretResponse', metadataFields);
export type GetSecretResponse = Static<typeof GetSecretResponse>;

export const CreateSecretRequest = requestBody('CreateSecretRequest', {
  name: text('1 to 128 of [A-Za-z0-9_-], kept in lower case'),
  value: text(),
});
export type CreateSecretRequest = Static<typeof CreateSecretRequest>;

export const CreateSecretResponse = responseBody('CreateSecretResponse', {
  id: text(),
  name: text(),
  created_at: timestamp(),
});
export type CreateSecretResponse = Static<typeof CreateSecretResponse>;

export const UpdateSecretRequest = requestBody('UpdateSecretRequest', { value: text() });
export type UpdateSecretRequest = Static<typeof UpdateSecretRequest>;

export const UpdateSecretResponse = responseBody('UpdateSecretResponse', { name: text(), updated_at: timestamp() });
export type UpdateSecretResponse = Static<typeof UpdateSecretResponse>;
