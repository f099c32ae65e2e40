import { defineEndpoints } from '../endpoint.ts';
import { badRequest, internalOrDamaged, notFound, overloaded } from '../errors.ts';
import { GetResultResponse, ListResultsResponse } from '../schemas/results.ts';
import { count, oneOf, optional, parameters } from '../schemas/shapes.ts';
import { resultFormats } from '../vocabularies.ts';

/** Content types of a ready result, by format. */
export const resultContentTypes = {
  json: 'application/json',
  arrow: 'application/vnd.apache.arrow.stream',
  csv: 'text/csv; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;

const retryAfter = { 'Retry-After': 'Seconds to wait before asking again' };

export const resultEndpoints = defineEndpoints('Results', {
  'results.list': {
    method: 'GET',
    path: '/v1/results',
    summary: 'List the results of a database, newest first',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'results:read',
    databaseHeader: 'required',
    query: parameters({
      limit: optional(count('100 unless given, at most 1000')),
      offset: optional(count()),
    }),
    responses: { 200: { description: 'A page', schema: ListResultsResponse } },
    errors: [
      badRequest('X-Database-Id is missing, or a bad limit or offset'),
      notFound('no such database'),
    ],
  },
  'results.get': {
    method: 'GET',
    path: '/v1/results/{id}',
    summary: 'Read a result as JSON, Arrow, CSV, Markdown or Parquet',
    description:
      'The format comes from `format`, else from the first known type of Accept. Parquet is always whole.',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'results:read',
    databaseHeader: 'required',
    query: parameters({
      offset: optional(count('Rows to skip')),
      limit: optional(count('Rows to return at most; all unless given')),
      format: optional(
        oneOf([...resultFormats, 'markdown'], {
          description: 'Overrides Accept; `markdown` is `md`',
        }),
      ),
    }),
    responses: {
      200: {
        description: 'The rows',
        schema: GetResultResponse,
        otherContent: [
          resultContentTypes.arrow,
          resultContentTypes.csv,
          resultContentTypes.md,
          resultContentTypes.parquet,
        ],
        headers: {
          'X-Total-Row-Count': 'All rows, whatever offset and limit',
          Link: 'rel=next, when rows follow',
        },
      },
      202: { description: 'Not ready', schema: GetResultResponse, headers: retryAfter },
      409: { description: 'The result failed; error_message says why', schema: GetResultResponse },
    },
    errors: [
      badRequest('X-Database-Id is missing, or a bad offset, limit or format'),
      notFound('no such result or database'),
      {
        status: 413,
        codes: ['RESULT_TOO_LARGE'],
        when: 'the JSON is over the limit: use a slice or another format',
      },
      overloaded('too many JSON fetches at once; Retry-After says when'),
      internalOrDamaged,
      { status: 503, codes: ['SERVICE_UNAVAILABLE'], when: 'the size cannot be determined now' },
    ],
  },
});
