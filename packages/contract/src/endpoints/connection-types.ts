import { defineEndpoints } from '../endpoint.ts';
import { notFound } from '../errors.ts';
import { ConnectionTypeDetail, ListConnectionTypesResponse } from '../schemas/connection-types.ts';

export const connectionTypeEndpoints = defineEndpoints('Connection types', {
  'connectionTypes.list': {
    method: 'GET',
    path: '/v1/connection-types',
    summary: 'List the kinds of source that can be connected',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connection_types:read',
    responses: { 200: { description: 'The types', schema: ListConnectionTypesResponse } },
    errors: [],
  },
  'connectionTypes.get': {
    method: 'GET',
    path: '/v1/connection-types/{name}',
    summary: 'Get a connection type with the schema of its configuration',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connection_types:read',
    responses: { 200: { description: 'The type', schema: ConnectionTypeDetail } },
    errors: [notFound('no such type')],
  },
});
