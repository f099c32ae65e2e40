import { defineEndpoints } from '../endpoint.ts';
import { badRequest } from '../errors.ts';
import { forms } from '../schemas/forms.ts';
import { optional, parameters, textLike } from '../schemas/shapes.ts';
import { WorkspaceUsageResponse } from '../schemas/usage.ts';

export const usageEndpoints = defineEndpoints('Usage', {
  'usage.get': {
    method: 'GET',
    path: '/v1/usage',
    summary: 'Get what the workspace used',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'usage:read',
    query: parameters({
      since: optional(
        textLike(forms.timestampOrDay, 'ISO 8601; the start of this month, UTC, unless given'),
      ),
    }),
    responses: { 200: { description: 'The usage', schema: WorkspaceUsageResponse } },
    errors: [badRequest('`since` is no timestamp')],
  },
});
