/**
 * Schemas, tables and loads of a managed catalog by connection id; `database-tables.ts` holds the
 * twins by database.
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
  UpdateManagedTableRequest,
} from '../schemas/table-layout.ts';
import { LoadManagedTableRequest } from '../schemas/table-loads.ts';
import { loadErrors, loadResponses } from './load-answers.ts';

export const connectionTableEndpoints = defineEndpoints('Managed tables', {
  'connections.addSchema': {
    method: 'POST',
    path: '/v1/connections/{connection_id}/schemas',
    summary: 'Declare a schema, with tables if wanted, on a managed catalog',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:declare',
    body: { schema: AddManagedSchemaRequest, required: true },
    responses: {
      201: { description: 'Declared; names in lower case', schema: ManagedSchemaResponse },
    },
    errors: [
      badRequest('no managed catalog, or an invalid identifier'),
      notFound('no such connection'),
      conflict('the schema exists'),
    ],
  },
  'connections.addTable': {
    method: 'POST',
    path: '/v1/connections/{connection_id}/schemas/{schema}/tables',
    pathForms: { schema: forms.identifier },
    summary: 'Declare a table on a schema of a managed catalog',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:declare',
    body: { schema: AddManagedTableRequest, required: true },
    responses: { 201: { description: 'Declared, empty', schema: ManagedTableResponse } },
    errors: [
      badRequest('no managed catalog, or an invalid identifier'),
      notFound('no such connection or schema'),
      conflict('the table exists'),
    ],
  },
  'connections.loadTable': {
    method: 'POST',
    path: '/v1/connections/{connection_id}/schemas/{schema}/tables/{table}/loads',
    pathForms: { schema: forms.identifier, table: forms.identifier },
    summary: 'Load an upload, a result or inline CSV into a table',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:load',
    databaseHeader: 'optional',
    body: { schema: LoadManagedTableRequest, required: true },
    responses: loadResponses,
    errors: loadErrors,
  },
  'connections.setConstantPerKey': {
    method: 'PUT',
    path: '/v1/connections/{connection_id}/schemas/{schema}/tables/{table}/constant-per-key',
    pathForms: { schema: forms.identifier, table: forms.identifier },
    summary:
      'Say which columns of a table its key fixes, from the next load on; an empty list says none',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:declare',
    body: { schema: UpdateManagedTableRequest, required: true },
    responses: {
      200: { description: 'What holds from now on', schema: ManagedTableConstantPerKeyResponse },
    },
    errors: [
      badRequest(
        'no managed catalog, an invalid identifier, a column given twice, or one that the table does not have',
      ),
      notFound('no such connection or table'),
      conflict('a load holds the table, with Retry-After', 'RESOURCE_LOCKED'),
    ],
  },
  'connections.deleteTable': {
    method: 'DELETE',
    path: '/v1/connections/{connection_id}/schemas/{schema}/tables/{table}',
    summary: 'Delete a table, its data and its declaration; the name is free afterwards',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:drop',
    responses: { 204: { description: 'Deleted' } },
    errors: [
      badRequest('no managed catalog'),
      notFound('no such connection or table'),
      conflict('another load holds the table', 'RESOURCE_LOCKED'),
    ],
  },
});
