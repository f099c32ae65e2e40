import { defineEndpoints } from '../endpoint.ts';
import { badRequest, conflict, internal, notFound } from '../errors.ts';
import { forms } from '../schemas/forms.ts';
import {
  CreateIndexRequest,
  IndexInfoResponse,
  ListIndexesPageResponse,
  ListIndexesResponse,
} from '../schemas/indexes.ts';
import { SubmitJobResponse } from '../schemas/jobs.ts';
import { count, optional, parameters, text, textLike } from '../schemas/shapes.ts';

const createResponses = {
  201: { description: 'Built', schema: IndexInfoResponse },
  202: { description: 'A create_index job works on it', schema: SubmitJobResponse },
};
const createErrors = [
  badRequest('columns, type and options do not fit together, or the table is sorted'),
  notFound('no such table'),
  conflict(
    'the name is taken, or a load holds the table (RESOURCE_LOCKED, with Retry-After)',
    'RESOURCE_LOCKED',
  ),
  internal,
];

const held = conflict(
  'a load holds the table whose column the index has made, with Retry-After',
  'RESOURCE_LOCKED',
);

export const indexEndpoints = defineEndpoints('Indexes', {
  'indexes.list': {
    method: 'GET',
    path: '/v1/indexes',
    summary: 'List the indexes in the scope of a database',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'indexes:read',
    databaseHeader: 'required',
    query: parameters({
      connection_id: optional(text()),
      schema: optional(text()),
      table: optional(text()),
      index_type: optional(text()),
      limit: optional(count()),
      cursor: optional(textLike(forms.cursor, '`next_cursor` of the page before')),
    }),
    responses: { 200: { description: 'A page', schema: ListIndexesPageResponse } },
    errors: [
      badRequest('X-Database-Id is missing, or a bad cursor'),
      notFound('no such database'),
      internal,
    ],
  },
  'indexes.listOfTable': {
    method: 'GET',
    path: '/v1/connections/{connection_id}/tables/{schema}/{table}/indexes',
    pathForms: { schema: forms.identifier, table: forms.identifier },
    summary: 'List the indexes of a table',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'indexes:read',
    responses: { 200: { description: 'The indexes', schema: ListIndexesResponse } },
    errors: [
      badRequest('an invalid identifier'),
      notFound('no such connection or table'),
      internal,
    ],
  },
  'indexes.create': {
    method: 'POST',
    path: '/v1/connections/{connection_id}/tables/{schema}/{table}/indexes',
    summary: 'Build a sorted, full-text or vector index',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'indexes:write',
    body: { schema: CreateIndexRequest, required: true },
    responses: createResponses,
    errors: createErrors,
  },
  'indexes.delete': {
    method: 'DELETE',
    path: '/v1/connections/{connection_id}/tables/{schema}/{table}/indexes/{index_name}',
    summary: 'Delete an index',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'indexes:write',
    responses: { 204: { description: 'Deleted' } },
    errors: [notFound('no such table or index'), held, internal],
  },
  'databaseIndexes.listOfTable': {
    method: 'GET',
    path: '/v1/databases/{database_id}/schemas/{schema}/tables/{table}/indexes',
    pathForms: { schema: forms.identifier, table: forms.identifier },
    summary: 'List the indexes of a table of the default catalog',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'indexes:read',
    responses: { 200: { description: 'The indexes', schema: ListIndexesResponse } },
    errors: [badRequest('an invalid identifier'), notFound('no such database or table'), internal],
    extension: true,
  },
  'databaseIndexes.create': {
    method: 'POST',
    path: '/v1/databases/{database_id}/schemas/{schema}/tables/{table}/indexes',
    summary: 'Build an index of a table of the default catalog',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'indexes:write',
    body: { schema: CreateIndexRequest, required: true },
    responses: createResponses,
    errors: createErrors,
    extension: true,
  },
  'databaseIndexes.delete': {
    method: 'DELETE',
    path: '/v1/databases/{database_id}/schemas/{schema}/tables/{table}/indexes/{index_name}',
    summary: 'Delete an index of a table of the default catalog',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'indexes:write',
    responses: { 204: { description: 'Deleted' } },
    errors: [notFound('no such database, table or index'), held, internal],
    extension: true,
  },
});
