import { defineEndpoints } from '../endpoint.ts';
import {
  badGateway,
  badRequest,
  conflict,
  internalOrDamaged,
  notFound,
  overloaded,
} from '../errors.ts';
import { forms } from '../schemas/forms.ts';
import { AsyncQueryResponse, QueryRequest, QueryResponse } from '../schemas/queries.ts';
import {
  ListQueryRunsResponse,
  ListWorkspaceQueryRunsResponse,
  QueryRunInfo,
  QueryRunProfile,
} from '../schemas/query-runs.ts';
import { count, optional, parameters, text, textLike } from '../schemas/shapes.ts';

const arrowHeaders = {
  'X-Query-Run-Id': 'As Arrow: id of the query run',
  'X-Result-Id': 'As Arrow: id of the result',
  'X-Total-Row-Count': 'As Arrow: rows of the result',
  'X-Execution-Time-Ms': 'As Arrow: milliseconds of the execution',
};

export const queryEndpoints = defineEndpoints('Query', {
  'queries.run': {
    method: 'POST',
    path: '/v1/query',
    summary: 'Run one SQL statement in the scope of a database',
    description:
      'The database is named by the X-Database-Id header or by database_id; both are fine when they agree. A SELECT that can only ' +
      'give what it gave before, over tables that have not changed, is answered from that result (reused_result_id of its run); ' +
      'Cache-Control: no-cache executes it.',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'queries:run',
    databaseHeader: 'optional',
    body: { schema: QueryRequest, required: true },
    responses: {
      200: {
        description:
          'The result, or a preview of it; to who accepts Arrow and no JSON, the whole result',
        schema: QueryResponse,
        otherContent: ['application/vnd.apache.arrow.stream'],
        headers: arrowHeaders,
      },
      202: {
        description:
          'Runs in the background, or (as Arrow) its result is larger than one answer holds',
        schema: AsyncQueryResponse,
        headers: { 'X-Result-Id': 'As Arrow: the result to fetch' },
      },
    },
    errors: [
      badRequest('no database, two different ones, a bad option, or SQL that is refused or fails'),
      notFound('no such database'),
      overloaded('the engine is busy; nothing was done; Retry-After says when'),
      internalOrDamaged,
      conflict(
        'tables that it reads were purged or changed at their source while they were fetched',
      ),
      badGateway,
      {
        status: 503,
        codes: ['PERSISTENCE_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
        when: 'a truncated result could not be kept, or a table is still being fetched; Retry-After says when',
      },
    ],
  },
});

export const queryRunEndpoints = defineEndpoints('Query runs', {
  'queryRuns.list': {
    method: 'GET',
    path: '/v1/query-runs',
    summary: 'List the query runs of a database, newest first',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'query_runs:read',
    databaseHeader: 'required',
    query: parameters({
      limit: optional(count()),
      cursor: optional(textLike(forms.cursor, '`next_cursor` of the page before')),
      status: optional(
        text('Statuses to show, separated by commas; of one that is unknown there are no runs'),
      ),
      saved_query_id: optional(text('Only runs of this saved query')),
    }),
    responses: { 200: { description: 'A page', schema: ListQueryRunsResponse } },
    errors: [
      badRequest('X-Database-Id is missing, or a bad filter or cursor'),
      notFound('no such database'),
    ],
  },
  'queryRuns.listAll': {
    method: 'GET',
    path: '/v1/query-runs/all',
    summary: 'List the query runs of all databases of the workspace, newest first',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'query_runs:list',
    query: parameters({
      limit: optional(count()),
      cursor: optional(textLike(forms.cursor, '`next_cursor` of the page before')),
      status: optional(
        text('Statuses to show, separated by commas; of one that is unknown there are no runs'),
      ),
      slower_than_ms: optional(count('Only runs whose server_processing_ms is greater')),
    }),
    responses: { 200: { description: 'A page', schema: ListWorkspaceQueryRunsResponse } },
    errors: [badRequest('a bad filter or cursor')],
    extension: true,
  },
  'queryRuns.get': {
    method: 'GET',
    path: '/v1/query-runs/{id}',
    summary: 'Get a query run',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'query_runs:read',
    databaseHeader: 'required',
    responses: { 200: { description: 'The run', schema: QueryRunInfo } },
    errors: [badRequest('X-Database-Id is missing'), notFound('no such run or database')],
  },
  'queryRuns.getProfile': {
    method: 'GET',
    path: '/v1/query-runs/{id}/profile',
    summary:
      'Get what the operators of a query did: kept when asked for, and of queries that ran for a second or more',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'query_runs:read',
    databaseHeader: 'required',
    responses: { 200: { description: 'The profile', schema: QueryRunProfile } },
    errors: [
      badRequest('X-Database-Id is missing'),
      notFound('no such run or database, or a run without a profile'),
    ],
    extension: true,
  },
  'queryRuns.cancel': {
    method: 'POST',
    path: '/v1/query-runs/{id}/cancel',
    summary: 'Cancel a running query; a run that has ended stays as it is',
    security: 'bearer+workspace',
    errorShape: 'api',
    permission: 'query_runs:cancel',
    databaseHeader: 'required',
    responses: { 200: { description: 'The run as it is now', schema: QueryRunInfo } },
    errors: [badRequest('X-Database-Id is missing'), notFound('no such run or database')],
    extension: true,
  },
});
