import { defineEndpoints } from '../endpoint.ts';
import { badRequest, notFound } from '../errors.ts';
import { forms } from '../schemas/forms.ts';
import { InformationSchemaResponse } from '../schemas/information-schema.ts';
import { count, flagOff, optional, parameters, text, textLike } from '../schemas/shapes.ts';

export const informationSchemaEndpoints = defineEndpoints('Information schema', {
  'informationSchema.list': {
    method: 'GET',
    path: '/v1/information_schema',
    summary: 'List tables, with columns if wanted',
    description: "Tables of a database's default catalog appear only when connection_id names it.",
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'information_schema:read',
    query: parameters({
      connection_id: optional(text()),
      schema: optional(text('`%` stands for any characters')),
      table: optional(text('`%` stands for any characters')),
      include_columns: flagOff('Fill `columns`'),
      limit: optional(count()),
      cursor: optional(textLike(forms.tableCursor, '`next_cursor` of the page before')),
    }),
    responses: {
      200: { description: 'A page, by schema and table', schema: InformationSchemaResponse },
    },
    errors: [badRequest('a bad cursor'), notFound('no such connection')],
  },
});
