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
 * Answers with the rows as an Arrow stream if the caller accepts Arrow and not JSON, and the result
 * is complete and stored. For a larger result 202 names its id. The other fields of the JSON answer
 * become headers.
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

/** A client that accepts every type can read JSON, so JSON wins at any position of the list. */
function prefersArrow(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase());
  return types.includes(contentTypes.arrow) && !types.includes('application/json');
}

/**
 * The fields before the rows, which come last. The searched text begins with a comma and an
 * unescaped quote, so no string value contains it.
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
      // The total is known once the result is stored.
      status: typeof total_row_count === 'number' ? 'succeeded' : 'running',
      status_url: `/v1/query-runs/${query_run_id}`,
      reason: 'the result is larger than one answer holds; fetch it by the id in X-Result-Id',
    },
  };
}
