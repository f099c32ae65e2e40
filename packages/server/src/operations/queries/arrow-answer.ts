import type { QueryResponse } from '@quern/contract';
import type { HasDeadlyReads } from '../../reading/deadly-reads.ts';
import type { Operation, Reply } from '../operation.ts';
import { getResult } from '../results/get-result.ts';
import type { HasJsonBudget } from '../results/json-budget.ts';
import { contentTypes } from '../results/result-format.ts';
import type { QueryServices } from './query-services.ts';

type RunQuery = Operation<'queries.run', HasDeadlyReads & HasJsonBudget & QueryServices>;
type QueryFields = Omit<QueryResponse, 'rows'>;

/**
 * The rows of a query in the answer itself as an Arrow stream, to who accepts that and no JSON: a
 * result that is whole and kept. Of one that is larger than an answer holds, 202 names it. What is
 * told of a query in JSON is told in headers.
 */
export const withArrowAnswers =
  (runQuery: RunQuery): RunQuery =>
  async (services, request) => {
    const reply = await runQuery(services, request);
    if (!('json' in reply) || reply.status !== 200 || !prefersArrow(request.headers.accept))
      return reply;
    const fields = fieldsOf(reply.json);
    const resultId = fields.result_id;
    if (resultId === null || resultId === undefined) return reply;
    const headers = headersOf(fields, resultId);
    if (fields.truncated) return accepted(fields, headers);
    const database =
      request.headers['x-database-id']?.trim() || request.body.database_id || undefined;
    const rows = await getResult(services, {
      ...request,
      params: { id: resultId },
      query: { format: 'arrow' },
      body: undefined,
      headers: { ...request.headers, 'x-database-id': database },
    });
    return 'stream' in rows
      ? { ...rows, headers: { ...rows.headers, ...headers } }
      : accepted(fields, headers);
  };

/** Who lists all they know can surely read JSON: in any place of the list it wins. */
function prefersArrow(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase());
  return types.includes(contentTypes.arrow) && !types.includes('application/json');
}

/**
 * Without the rows, which stand last: a comma before a quote that no backslash escapes is in no
 * text.
 */
function fieldsOf(json: string): QueryFields {
  return JSON.parse(`${json.slice(0, json.indexOf(',"rows":'))}}`) as QueryFields;
}

function headersOf(fields: QueryFields, resultId: string): Record<string, string> {
  const { query_run_id, total_row_count: total, execution_time_ms, warning } = fields;
  return {
    'x-query-run-id': query_run_id,
    'x-result-id': resultId,
    'x-execution-time-ms': String(execution_time_ms),
    ...(typeof total === 'number' ? { 'x-total-row-count': String(total) } : {}),
    ...(typeof warning === 'string' ? { 'x-query-warning': encodeURI(warning) } : {}),
  };
}

function accepted(
  { query_run_id, total_row_count }: QueryFields,
  headers: Record<string, string>,
): Reply<'queries.run'> {
  return {
    status: 202,
    headers,
    body: {
      query_run_id,
      // The total is known of a result that is kept.
      status: typeof total_row_count === 'number' ? 'succeeded' : 'running',
      status_url: `/v1/query-runs/${query_run_id}`,
      reason: 'the result is larger than one answer holds; fetch it by the id in X-Result-Id',
    },
  };
}
