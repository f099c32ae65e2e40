import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { BigquerySession, Json } from './connect-bigquery.ts';
import { BigqueryFailure } from './map-bigquery-error.ts';
import type { TableName } from './storage-read.ts';

/** Maximum wait of a request for the query; the query continues after the answer. */
const waitMs = '10000';
/** Pause between two requests, if the service itself does not wait. */
const pollMs = 500;

export interface QueryParameter {
  readonly type: string;
  readonly value: string;
}

export interface FinishedQuery {
  /** Path of the results, relative to the project. */
  readonly path: string;
  readonly location: string | undefined;
  /** The table with the rows; undefined if the service does not say. */
  readonly destination: TableName | undefined;
}

/** Runs a query to its end. Throws BigqueryFailures with the reason of the job's failure. */
export async function finishQuery(
  session: BigquerySession,
  sql: string,
  parameters: readonly QueryParameter[],
  location: string | undefined,
): Promise<FinishedQuery> {
  const jobId = `quern_${randomUUID()}`;
  const where: Record<string, string> = location === undefined ? {} : { location };
  session.setJob({ path: `/jobs/${jobId}`, where });
  await insertJob(session, jobId, where, {
    query: sql,
    useLegacySql: false,
    ...(session.maxBytesBilled === undefined
      ? {}
      : { maximumBytesBilled: String(session.maxBytesBilled) }),
    ...(parameters.length === 0
      ? {}
      : { parameterMode: 'POSITIONAL', queryParameters: parameters.map(toParameter) }),
  });
  const path = `/queries/${jobId}`;
  for (;;) {
    const asked = performance.now();
    const { jobComplete } = await session.get(path, {
      ...where,
      maxResults: '0',
      timeoutMs: waitMs,
    });
    if (jobComplete === true) break;
    if (performance.now() - asked < pollMs)
      await delay(pollMs, undefined, { signal: session.signal });
  }
  session.setJob(undefined);
  const job = await session.get(`/jobs/${jobId}`, where);
  const { errorResult } = (job.status ?? {}) as {
    readonly errorResult?: { readonly reason?: unknown };
  };
  if (errorResult) throw new BigqueryFailure(0, String(errorResult.reason ?? 'none'));
  return { path, location, destination: destinationOf(job) };
}

async function insertJob(
  session: BigquerySession,
  jobId: string,
  where: Json,
  query: Json,
): Promise<void> {
  try {
    const jobReference = { projectId: session.project, jobId, ...where };
    await session.post('/jobs', { jobReference, configuration: { query } });
  } catch (error) {
    // The first of several attempts had come through.
    if (!(error instanceof BigqueryFailure) || error.reason !== 'duplicate') throw error;
  }
}

const toParameter = ({ type, value }: QueryParameter) => ({
  parameterType: { type },
  parameterValue: { value },
});

function destinationOf(job: Json): TableName | undefined {
  const { query } = (job.configuration ?? {}) as {
    readonly query?: { readonly destinationTable?: Json };
  };
  const { projectId, datasetId, tableId } = query?.destinationTable ?? {};
  if (typeof projectId !== 'string' || typeof datasetId !== 'string' || typeof tableId !== 'string')
    return undefined;
  return { project: projectId, dataset: datasetId, table: tableId };
}
