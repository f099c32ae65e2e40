import { defineEndpoints } from '../endpoint.ts';
import { badRequest, conflict, type EndpointError, notFound } from '../errors.ts';
import {
  CreateEmbeddingProviderRequest,
  CreateEmbeddingProviderResponse,
  EmbeddingProviderResponse,
  ListEmbeddingProvidersResponse,
  UpdateEmbeddingProviderRequest,
  UpdateEmbeddingProviderResponse,
} from '../schemas/embedding-providers.ts';

const noKey: EndpointError = {
  status: 503,
  codes: ['SERVICE_UNAVAILABLE'],
  when: 'no encryption key is configured',
};

export const embeddingProviderEndpoints = defineEndpoints('Embedding providers', {
  'embeddingProviders.list': {
    method: 'GET',
    path: '/v1/embedding-providers',
    summary: 'List the embedding providers',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'embedding_providers:read',
    responses: { 200: { description: 'The providers', schema: ListEmbeddingProvidersResponse } },
    errors: [],
  },
  'embeddingProviders.create': {
    method: 'POST',
    path: '/v1/embedding-providers',
    summary: 'Register an embedding provider',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'embedding_providers:write',
    body: { schema: CreateEmbeddingProviderRequest, required: true },
    responses: { 201: { description: 'Registered', schema: CreateEmbeddingProviderResponse } },
    errors: [
      badRequest('an invalid type, configuration or key'),
      conflict('the name is taken'),
      noKey,
    ],
  },
  'embeddingProviders.get': {
    method: 'GET',
    path: '/v1/embedding-providers/{id}',
    summary: 'Get an embedding provider',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'embedding_providers:read',
    responses: { 200: { description: 'The provider', schema: EmbeddingProviderResponse } },
    errors: [notFound('no such provider')],
  },
  'embeddingProviders.update': {
    method: 'PUT',
    path: '/v1/embedding-providers/{id}',
    summary: 'Change an embedding provider',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'embedding_providers:write',
    body: { schema: UpdateEmbeddingProviderRequest, required: true },
    responses: { 200: { description: 'Changed', schema: UpdateEmbeddingProviderResponse } },
    errors: [
      badRequest('a field is invalid'),
      notFound('no such provider'),
      conflict('the name is taken'),
      noKey,
    ],
  },
  'embeddingProviders.delete': {
    method: 'DELETE',
    path: '/v1/embedding-providers/{id}',
    summary: 'Delete an embedding provider',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'embedding_providers:write',
    responses: { 204: { description: 'Deleted' } },
    errors: [badRequest("a provider of the service's settings"), notFound('no such provider')],
  },
});
