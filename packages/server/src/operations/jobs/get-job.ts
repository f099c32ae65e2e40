import { accessDenied, notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import { requireDatabaseOfToken } from '../databases/find-database.ts';
import type { Operation } from '../operation.ts';
import { toJobStatus } from './job-body.ts';

export const getJob: Operation<'jobs.get'> = async (services, { scope, params }) => {
  const job = await services.jobs.get(params.id);
  if (!job?.listed || job.workspaceId !== scope.workspaceId) throw notFound(`Job ${printable(params.id)} not found`);
  const { databaseId } = scope.principal;
  if (databaseId !== null && job.databaseId !== databaseId) {
    throw accessDenied('This credential is limited to one database, and the job does not act on it');
  }
  await requireDatabaseOfToken(services, scope);
  return { status: 200, body: toJobStatus(job) };
};
