import type { Job } from '../jobs/job-row.ts';
import type { HasJobs } from '../jobs/job-store.ts';
import type { HasClock } from '../kernel/clock.ts';
import { accessDenied, notFound } from '../kernel/errors.ts';
import { printable } from '../lake/identifiers.ts';
import type { HasMetadata } from '../metadata/open-metadata.ts';
import type { Scope } from '../scope/principal.ts';
import { requireDatabaseOfToken } from './find-database.ts';
import type { HasRemembered } from './remembered-rows.ts';

/**
 * A job that the caller may see. Throws 404, and 403 where the token is limited to another database
 * than the job's.
 */
export async function findJob(
  services: HasClock & HasJobs & HasMetadata & HasRemembered,
  scope: Scope,
  id: string,
): Promise<Job> {
  const job = await services.jobs.get(id);
  if (!job?.listed || job.workspaceId !== scope.workspaceId)
    throw notFound(`Job ${printable(id)} not found`);
  const { databaseId } = scope.principal;
  if (databaseId !== null && job.databaseId !== databaseId) {
    throw accessDenied(
      'This credential is limited to one database, and the job does not act on it',
    );
  }
  await requireDatabaseOfToken(services, scope);
  return job;
}
