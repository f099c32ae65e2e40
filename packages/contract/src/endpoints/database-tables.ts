/**
 * Schemas, tables and loads by database id: the twins that a database token may use (deletion
 * excepted).
 */
import { defineEndpoints } from '../endpoint.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import { forms } from '../schemas/forms.ts';
import {
  AddManagedSchemaRequest,
  AddManagedTableRequest,
  ManagedSchemaResponse,
  ManagedTableConstantPerKeyResponse,
  ManagedTableResponse,
  RestoreTableRequest,
  RestoreTableResponse,
  UpdateManagedTableRequest,
} from '../schemas/table-layout.ts';
import { LoadManagedTableRequest } from '../schemas/table-loads.ts';
import { loadErrors, loadResponses } from './load-answers.ts';

export const databaseTableEndpoints = defineEndpoints('Managed tables', {
  'databases.addSchema': {
    method: 'POST',
    path: '/v1/databases/{database_id}/schemas',
    summary: 'Declare a schema, with tables if wanted, on the default catalog',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'databases:declare',
    body: { schema: AddManagedSchemaRequest, required: true },
    responses: {
      201: { description: 'Declared; names in lower case', schema: ManagedSchemaResponse },
    },
    errors: [
      badRequest('an invalid identifier'),
      notFound('no such database'),
      conflict('the schema exists'),
    ],
  },
  'databases.addTable': {
    method: 'POST',
    path: '/v1/databases/{database_id}/schemas/{schema}/tables',
    pathForms: { schema: forms.identifier },
    summary: 'Declare a table on a schema of the default catalog',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'databases:declare',
    body: { schema: AddManagedTableRequest, required: true },
    responses: { 201: { description: 'Declared, empty', schema: ManagedTableResponse } },
    errors: [
      badRequest('an invalid identifier'),
      notFound('no such database or schema'),
      conflict('the table exists'),
    ],
  },
  'databases.loadTable': {
    method: 'POST',
    path: '/v1/databases/{database_id}/schemas/{schema}/tables/{table}/loads',
    pathForms: { schema: forms.identifier, table: forms.identifier },
    summary: 'Load an upload, a result or inline CSV into a table',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'databases:load',
    databaseHeader: 'optional',
    body: { schema: LoadManagedTableRequest, required: true },
    responses: loadResponses,
    errors: loadErrors,
  },
  'databases.setConstantPerKey': {
    method: 'PUT',
    path: '/v1/databases/{database_id}/schemas/{schema}/tables/{table}/constant-per-key',
    pathForms: { schema: forms.identifier, table: forms.identifier },
    summary:
      'Say which columns of a table its key fixes, from the next load on; an empty list says none',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'databases:redeclare',
    body: { schema: UpdateManagedTableRequest, required: true },
    responses: {
      200: { description: 'What holds from now on', schema: ManagedTableConstantPerKeyResponse },
    },
    errors: [
      badRequest(
        'an invalid identifier, a column given twice, or one that the table does not have',
      ),
      notFound('no such database or table'),
      conflict('a load holds the table, with Retry-After', 'RESOURCE_LOCKED'),
    ],
  },
  'databases.restoreTable': {
    method: 'POST',
    path: '/v1/databases/{database_id}/schemas/{schema}/tables/{table}/restore',
    pathForms: { schema: forms.identifier, table: forms.identifier },
    summary:
      'Make a table what it was at a snapshot, as one more commit; a dropped one is there again',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'databases:redeclare',
    body: { schema: RestoreTableRequest, required: true },
    responses: { 200: { description: 'Restored', schema: RestoreTableResponse } },
    errors: [
      badRequest('an invalid identifier, or a snapshot that is not kept'),
      notFound('no such database, or no rows of the table at the snapshot'),
      conflict('a load holds the table, with Retry-After', 'RESOURCE_LOCKED'),
    ],
    extension: true,
  },
  'databases.deleteTable': {
    method: 'DELETE',
    path: '/v1/databases/{database_id}/schemas/{schema}/tables/{table}',
    summary: 'Delete a table, its data and its declaration; the name is free afterwards',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'databases:drop',
    responses: { 204: { description: 'Deleted' } },
    errors: [
      notFound('no such database or table'),
      conflict('another load holds the table', 'RESOURCE_LOCKED'),
    ],
    extension: true,
  },
});
