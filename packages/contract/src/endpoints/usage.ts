import { defineEndpoints } from '../endpoint.ts';
import { badRequest } from '../errors.ts';
import { forms } from '../schemas/forms.ts';
import { optional, parameters, textLike } from '../schemas/shapes.ts';
import { UsageDaysResponse, WorkspaceUsageResponse } from '../schemas/usage.ts';

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
  'usage.getDays': {
    method: 'GET',
    path: '/v1/usage/days',
    summary: 'Get what the workspace used on each day',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'usage:read',
    query: parameters({
      since: optional(
        textLike(
          forms.timestampOrDay,
          'ISO 8601; of the day that it is in all counts. The 29 days before today, UTC, unless given; the answer begins no earlier than 365 days before today',
        ),
      ),
    }),
    responses: { 200: { description: 'The days', schema: UsageDaysResponse } },
    errors: [badRequest('`since` is no timestamp')],
  },
});
