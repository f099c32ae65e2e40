import { defineEndpoints } from '../endpoint.ts';
import { badRequest, conflict, notFound } from '../errors.ts';
import {
  BulkCreateDatabasesRequest,
  DatabaseBatchResponse,
  DeleteDatabaseBatchResponse,
} from '../schemas/database-batches.ts';

export const databaseBatchEndpoints = defineEndpoints('Database batches', {
  'databaseBatches.create': {
    method: 'POST',
    path: '/v1/databases/bulk',
    summary: 'Create many databases from one template in the background',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'database_batches:write',
    body: { schema: BulkCreateDatabasesRequest, required: true },
    responses: { 202: { description: 'Accepted', schema: DatabaseBatchResponse } },
    errors: [
      badRequest('an invalid count, template or expiry'),
      conflict('a batch with this key is running'),
    ],
  },
  'databaseBatches.get': {
    method: 'GET',
    path: '/v1/databases/bulk/{batch_id}',
    summary: 'Get the progress of a batch',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'database_batches:read',
    responses: { 200: { description: 'The batch', schema: DatabaseBatchResponse } },
    errors: [notFound('no such batch')],
  },
  'databaseBatches.delete': {
    method: 'DELETE',
    path: '/v1/databases/bulk/{batch_id}',
    summary: 'Stop a batch and delete its databases, unless one holds loaded data',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'database_batches:write',
    responses: { 200: { description: 'Deleted', schema: DeleteDatabaseBatchResponse } },
    errors: [notFound('no such batch'), conflict('some databases hold loaded data')],
  },
});
