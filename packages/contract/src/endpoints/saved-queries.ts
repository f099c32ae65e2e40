import { defineEndpoints } from '../endpoint.ts';
import {
  badGateway,
  badRequest,
  conflict,
  internalOrDamaged,
  notFound,
  overloaded,
} from '../errors.ts';
import { QueryResponse } from '../schemas/queries.ts';
import {
  CreateSavedQueryRequest,
  ExecuteSavedQueryRequest,
  ListSavedQueriesResponse,
  ListSavedQueryVersionsResponse,
  SavedQueryDetail,
  UpdateSavedQueryRequest,
} from '../schemas/saved-queries.ts';
import { count, optional, parameters } from '../schemas/shapes.ts';

const offsetPaging = parameters({ limit: optional(count()), offset: optional(count()) });

export const savedQueryEndpoints = defineEndpoints('Saved queries', {
  'savedQueries.list': {
    method: 'GET',
    path: '/v1/queries',
    summary: 'List the saved queries, by name',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'saved_queries:read',
    query: offsetPaging,
    responses: { 200: { description: 'A page', schema: ListSavedQueriesResponse } },
    errors: [],
  },
  'savedQueries.create': {
    method: 'POST',
    path: '/v1/queries',
    summary: 'Save a query as version 1',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'saved_queries:write',
    body: { schema: CreateSavedQueryRequest, required: true },
    responses: { 201: { description: 'Saved', schema: SavedQueryDetail } },
    errors: [badRequest('a field is invalid')],
  },
  'savedQueries.get': {
    method: 'GET',
    path: '/v1/queries/{id}',
    summary: 'Get a saved query',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'saved_queries:read',
    responses: { 200: { description: 'The saved query', schema: SavedQueryDetail } },
    errors: [notFound('no such saved query')],
  },
  'savedQueries.update': {
    method: 'PUT',
    path: '/v1/queries/{id}',
    summary: 'Change a saved query; other SQL makes a new version',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'saved_queries:write',
    body: { schema: UpdateSavedQueryRequest, required: true },
    responses: { 200: { description: 'Changed', schema: SavedQueryDetail } },
    errors: [
      badRequest('nothing to change, or a field is invalid'),
      notFound('no such saved query'),
    ],
  },
  'savedQueries.delete': {
    method: 'DELETE',
    path: '/v1/queries/{id}',
    summary: 'Delete a saved query',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'saved_queries:write',
    responses: { 204: { description: 'Deleted' } },
    errors: [notFound('no such saved query')],
  },
  'savedQueries.execute': {
    method: 'POST',
    path: '/v1/queries/{id}/execute',
    summary: 'Run a saved query in the scope of a database',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'saved_queries:execute',
    databaseHeader: 'required',
    body: { schema: ExecuteSavedQueryRequest, required: false },
    responses: { 200: { description: 'The result, or a preview of it', schema: QueryResponse } },
    errors: [
      badRequest('X-Database-Id is missing, or the SQL is refused or fails'),
      notFound('no such saved query, version or database'),
      overloaded('the engine is busy; nothing was done; Retry-After says when'),
      internalOrDamaged,
      conflict(
        'tables that it reads were purged or changed at their source while they were fetched',
      ),
      badGateway,
      {
        status: 503,
        codes: ['PERSISTENCE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
        when: 'a truncated result could not be kept, or a table is still being fetched; Retry-After says when',
      },
    ],
  },
  'savedQueries.listVersions': {
    method: 'GET',
    path: '/v1/queries/{id}/versions',
    summary: 'List the versions of a saved query, newest first',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'saved_queries:read',
    query: offsetPaging,
    responses: { 200: { description: 'A page', schema: ListSavedQueryVersionsResponse } },
    errors: [notFound('no such saved query')],
  },
});
