import { defineEndpoints } from '../endpoint.ts';
import { accessDenied, badRequest, conflict, internalOrDamaged, notFound } from '../errors.ts';
import {
  ConnectionHealthResponse,
  CreateConnectionRequest,
  CreateConnectionResponse,
  GetConnectionResponse,
  ListConnectionsResponse,
} from '../schemas/connections.ts';
import { TableProfileResponse } from '../schemas/table-profiles.ts';

export const connectionEndpoints = defineEndpoints('Connections', {
  'connections.list': {
    method: 'GET',
    path: '/v1/connections',
    summary: "List the connections, without databases' default catalogs",
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:read',
    responses: {
      200: { description: 'All connections, by name', schema: ListConnectionsResponse },
    },
    errors: [
      accessDenied('the workspace is not accessible'),
      notFound('the workspace does not exist'),
    ],
  },
  'connections.create': {
    method: 'POST',
    path: '/v1/connections',
    summary: 'Register a connection and discover its tables',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:write',
    body: { schema: CreateConnectionRequest, required: true },
    responses: {
      201: {
        description: 'Registered, also when discovery failed',
        schema: CreateConnectionResponse,
      },
    },
    errors: [
      badRequest('an invalid name, type, configuration or secret'),
      conflict('the name is taken'),
    ],
  },
  'connections.get': {
    method: 'GET',
    path: '/v1/connections/{connection_id}',
    summary: 'Get a connection with its table counts',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:read',
    responses: { 200: { description: 'The connection', schema: GetConnectionResponse } },
    errors: [notFound('no such connection')],
  },
  'connections.delete': {
    method: 'DELETE',
    path: '/v1/connections/{connection_id}',
    summary: 'Delete a connection, its cached data and automatic secrets',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:write',
    responses: { 204: { description: 'Deleted' } },
    errors: [
      notFound('no such connection'),
      conflict("it backs a database's default catalog, or is attached to a database"),
    ],
  },
  'connections.checkHealth': {
    method: 'GET',
    path: '/v1/connections/{connection_id}/health',
    summary: 'Check that the source of a connection answers',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:read',
    responses: {
      200: { description: 'The finding, also when unhealthy', schema: ConnectionHealthResponse },
    },
    errors: [notFound('no such connection')],
  },
  'connections.purgeCache': {
    method: 'DELETE',
    path: '/v1/connections/{connection_id}/cache',
    summary: 'Purge the cached data of a connection; the next query fetches anew',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:write',
    responses: { 204: { description: 'Purged' } },
    errors: [
      badRequest('a managed catalog owns its data'),
      notFound('no such connection'),
      conflict("it backs a database's default catalog"),
    ],
  },
  'connections.purgeTableCache': {
    method: 'DELETE',
    path: '/v1/connections/{connection_id}/tables/{schema}/{table}/cache',
    summary: 'Purge the cached data of one table',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:write',
    responses: { 204: { description: 'Purged' } },
    errors: [
      badRequest('a managed catalog owns its data'),
      notFound('no such connection or table'),
    ],
  },
  'connections.getTableProfile': {
    method: 'GET',
    path: '/v1/connections/{connection_id}/tables/{schema}/{table}/profile',
    summary: "Get the profile of a table's columns",
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:read',
    responses: { 200: { description: 'The profile', schema: TableProfileResponse } },
    errors: [notFound('no such table, or no profile yet'), internalOrDamaged],
  },
});
