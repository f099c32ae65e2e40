import { defineEndpoints } from '../endpoint.ts';
import { badGateway, badRequest, conflict, notFound } from '../errors.ts';
import { SubmitJobResponse } from '../schemas/jobs.ts';
import { RefreshRequest, RefreshResponse } from '../schemas/refresh.ts';
import { TableRefreshRequest, TableRefreshResponse } from '../schemas/table-refresh.ts';

export const refreshEndpoints = defineEndpoints('Refresh', {
  'refresh.run': {
    method: 'POST',
    path: '/v1/refresh',
    summary: 'Refresh the schema or the cached data of connections',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'refresh:run',
    body: { schema: RefreshRequest, required: true },
    responses: {
      200: { description: 'Done; the shape follows what was refreshed', schema: RefreshResponse },
      202: { description: 'A job works on it', schema: SubmitJobResponse },
    },
    errors: [
      badRequest('names and options do not fit together, or a managed catalog'),
      notFound('no such connection or table'),
      conflict('a column of the source changed its type incompatibly; the old data stays'),
      badGateway,
    ],
  },
  'refresh.getPolicy': {
    method: 'GET',
    path: '/v1/connections/{connection_id}/tables/{schema}/{table}/refresh',
    summary: 'Get how a table of a source is kept fresh',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:read',
    responses: {
      200: { description: 'What holds, also where nothing was set', schema: TableRefreshResponse },
    },
    errors: [
      badRequest('a managed catalog has no source'),
      notFound('no such connection or table'),
    ],
  },
  'refresh.setPolicy': {
    method: 'PUT',
    path: '/v1/connections/{connection_id}/tables/{schema}/{table}/refresh',
    summary: 'Say how a table of a source is kept fresh, from the next refresh on',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'connections:write',
    body: { schema: TableRefreshRequest, required: true },
    responses: { 200: { description: 'What holds from now on', schema: TableRefreshResponse } },
    errors: [
      badRequest(
        'a managed catalog, a column that is not there or does not do, or fields that do not go together',
      ),
      notFound('no such connection or table'),
    ],
  },
});
