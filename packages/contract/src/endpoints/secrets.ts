import { defineEndpoints } from '../endpoint.ts';
import type { EndpointError } from '../errors.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import {
  CreateSecretRequest,
  CreateSecretResponse,
  GetSecretResponse,
  ListSecretsResponse,
  UpdateSecretRequest,
  UpdateSecretResponse,
} from '../schemas/secrets.ts';

const noKey: EndpointError = {
  status: 503,
  codes: ['SERVICE_UNAVAILABLE'],
  when: 'no encryption key is configured',
};

export const secretEndpoints = defineEndpoints('Secrets', {
  'secrets.list': {
    method: 'GET',
    path: '/v1/secrets',
    summary: 'List the names of stored secrets',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'secrets:read',
    responses: {
      200: { description: 'All secrets, by name, without values', schema: ListSecretsResponse },
    },
    errors: [],
  },
  'secrets.create': {
    method: 'POST',
    path: '/v1/secrets',
    summary: 'Store a secret',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'secrets:write',
    body: { schema: CreateSecretRequest, required: true },
    responses: { 201: { description: 'Stored', schema: CreateSecretResponse } },
    errors: [
      badRequest('an invalid name'),
      conflict('the name is taken, or there are too many'),
      noKey,
    ],
  },
  'secrets.get': {
    method: 'GET',
    path: '/v1/secrets/{name}',
    summary: 'Get what is known of a secret, without its value',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'secrets:read',
    responses: { 200: { description: 'The secret', schema: GetSecretResponse } },
    errors: [notFound('no such secret')],
  },
  'secrets.update': {
    method: 'PUT',
    path: '/v1/secrets/{name}',
    summary: 'Replace the value of a secret',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'secrets:write',
    body: { schema: UpdateSecretRequest, required: true },
    responses: { 200: { description: 'Replaced', schema: UpdateSecretResponse } },
    errors: [
      badRequest('an empty value, or one too long'),
      notFound('no such secret'),
      conflict('another request changed it meanwhile'),
      noKey,
    ],
  },
  'secrets.delete': {
    method: 'DELETE',
    path: '/v1/secrets/{name}',
    summary: 'Delete a secret',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'secrets:write',
    responses: { 204: { description: 'Deleted' } },
    errors: [notFound('no such secret')],
  },
});
