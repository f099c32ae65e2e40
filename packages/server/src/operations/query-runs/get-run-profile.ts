import { requireDatabaseOfHeader } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { findProfile, findRun } from '../../metadata/query-run-store.ts';
import type { Operation } from '../operation.ts';

/**
 * The profile was stored in the contract's form at the end of the query, so its text is passed on.
 */
export const getRunProfile: Operation<
  'queryRuns.getProfile',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, headers, params }) => {
  const { db } = services.metadata;
  const database = await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  const row = await findRun(db, database.id, params.id);
  if (!row) throw notFound(`Query run ${printable(params.id)} not found`);
  const profile = await findProfile(db, row.id);
  if (profile === null) {
    throw notFound(
      `Query run '${row.id}' has no profile; run the query with 'profile': true, and ask when it has succeeded`,
    );
  }
  return { status: 200, json: `{"query_run_id":"${row.id}",${profile.slice(1)}` };
};
