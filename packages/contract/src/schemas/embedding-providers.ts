import type { Static } from 'typebox';
import { embeddingProviderTypes } from '../vocabularies.ts';
import {
  anyJson,
  flag,
  listOf,
  oneOf,
  openObject,
  optional,
  optionalNull,
  requestBody,
  responseBody,
  text,
  timestamp,
} from './shapes.ts';

const providerFields = {
  id: text(),
  name: text(),
  provider_type: text('local or service'),
  config: anyJson('Always present, may be null'),
  created_at: timestamp(),
};

export const EmbeddingProviderResponse = responseBody('EmbeddingProviderResponse', {
  ...providerFields,
  has_secret: flag(),
  source: text('system (from the settings) or user'),
  updated_at: timestamp(),
});
export type EmbeddingProviderResponse = Static<typeof EmbeddingProviderResponse>;

export const ListEmbeddingProvidersResponse = responseBody('ListEmbeddingProvidersResponse', {
  embedding_providers: listOf(EmbeddingProviderResponse),
});
export type ListEmbeddingProvidersResponse = Static<typeof ListEmbeddingProvidersResponse>;

export const CreateEmbeddingProviderRequest = requestBody('CreateEmbeddingProviderRequest', {
  name: text(),
  provider_type: oneOf(embeddingProviderTypes),
  config: optional(openObject('Model, address, dimensions and the like')),
  api_key: optionalNull(text('Kept as a secret; not together with `secret_name`')),
  secret_name: optionalNull(text('A stored secret; not together with `api_key`')),
});
export type CreateEmbeddingProviderRequest = Static<typeof CreateEmbeddingProviderRequest>;

export const CreateEmbeddingProviderResponse = responseBody(
  'CreateEmbeddingProviderResponse',
  providerFields,
);
export type CreateEmbeddingProviderResponse = Static<typeof CreateEmbeddingProviderResponse>;

export const UpdateEmbeddingProviderRequest = requestBody('UpdateEmbeddingProviderRequest', {
  name: optionalNull(text()),
  config: optional(anyJson('Replaces the configuration')),
  api_key: optionalNull(text('Replaces the key')),
  secret_name: optionalNull(text('Null clears')),
});
export type UpdateEmbeddingProviderRequest = Static<typeof UpdateEmbeddingProviderRequest>;

export const UpdateEmbeddingProviderResponse = responseBody('UpdateEmbeddingProviderResponse', {
  id: text(),
  name: text(),
  updated_at: timestamp(),
});
export type UpdateEmbeddingProviderResponse = Static<typeof UpdateEmbeddingProviderResponse>;
