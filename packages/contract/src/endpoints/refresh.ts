import { defineEndpoints } from '../endpoint.ts';
import { badGateway, badRequest, conflict, notFound } from '../errors.ts';
import { SubmitJobResponse } from '../schemas/jobs.ts';
import { RefreshRequest, RefreshResponse } from '../schemas/refresh.ts';

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
});
