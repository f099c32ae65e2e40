import { jobStatuses, jobTypes, listedJobTypes } from '@quern/contract';
import type { HasJobs } from '../../jobs/job-store.ts';
import { badRequest } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, pageSizes } from '../paging.ts';
import { toJobStatus } from './job-body.ts';

/**
 * Newest first. Without the envelope of pages
 * (docs/contract/ids-and-paging.md#lists-without-an-envelope).
 */
export const listJobs: Operation<'jobs.list', HasJobs> = async (services, { scope, query }) => {
  const { databaseId } = scope.principal;
  const jobs = await services.jobs.list({
    workspaceId: scope.workspaceId,
    ...(databaseId === null ? {} : { databaseId }),
    // Clients cannot decode a list that contains a job of unknown type
    // (docs/contract/vocabularies.md#job-types).
    jobTypes: query.job_type ? [oneOf(query.job_type, jobTypes, 'job_type')] : listedJobTypes,
    ...(query.status
      ? {
          statuses: query.status
            .split(',')
            .map((part) => oneOf(part.trim(), jobStatuses, 'status')),
        }
      : {}),
    limit: clampLimit(query.limit, pageSizes.jobs),
    offset: query.offset ?? 0,
  });
  return { status: 200, body: { jobs: jobs.map(toJobStatus) } };
};

function oneOf<T extends string>(text: string, values: readonly T[], field: string): T {
  const value = values.find((candidate) => candidate === text);
  if (value === undefined)
    throw badRequest(`'${field}' ${printable(text)} is unknown; use ${values.join(', ')}`);
  return value;
}
