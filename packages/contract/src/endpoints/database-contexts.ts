import { defineEndpoints } from '../endpoint.ts';
import { badRequest, notFound } from '../errors.ts';
import {
  GetDatabaseContextResponse,
  ListDatabaseContextsResponse,
  UpsertDatabaseContextRequest,
  UpsertDatabaseContextResponse,
} from '../schemas/database-contexts.ts';
import { forms } from '../schemas/forms.ts';

export const databaseContextEndpoints = defineEndpoints('Database context', {
  'databaseContexts.list': {
    method: 'GET',
    path: '/v1/databases/{database_id}/context',
    summary: 'List the context documents of a database with their content',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'database_contexts:read',
    responses: { 200: { description: 'The documents', schema: ListDatabaseContextsResponse } },
    errors: [notFound('no such database')],
  },
  'databaseContexts.upsert': {
    method: 'POST',
    path: '/v1/databases/{database_id}/context',
    summary: 'Write a context document, new or over the one of its name',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'database_contexts:write',
    body: { schema: UpsertDatabaseContextRequest, required: true },
    responses: { 200: { description: 'Written', schema: UpsertDatabaseContextResponse } },
    errors: [
      badRequest('an invalid name, or content over the limit'),
      notFound('no such database'),
    ],
  },
  'databaseContexts.get': {
    method: 'GET',
    path: '/v1/databases/{database_id}/context/{name}',
    pathForms: { name: forms.identifier },
    summary: 'Get a context document',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'database_contexts:read',
    responses: { 200: { description: 'The document', schema: GetDatabaseContextResponse } },
    errors: [badRequest('an invalid name'), notFound('no such database or document')],
  },
  'databaseContexts.delete': {
    method: 'DELETE',
    path: '/v1/databases/{database_id}/context/{name}',
    pathForms: { name: forms.identifier },
    summary: 'Delete a context document',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'database_contexts:write',
    responses: { 204: { description: 'Deleted' } },
    errors: [badRequest('an invalid name'), notFound('no such database or document')],
  },
});
