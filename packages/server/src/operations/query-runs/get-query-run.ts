import { requireDatabaseOfHeader } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { findRun } from '../../metadata/query-run-store.ts';
import { toRunInfo } from '../../querying/keep/run-body.ts';
import type { Operation } from '../operation.ts';

export const getQueryRun: Operation<
  'queryRuns.get',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, headers, params }) => {
  const database = await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  const row = await findRun(services.metadata.db, database.id, params.id);
  if (!row) throw notFound(`Query run ${printable(params.id)} not found`);
  return { status: 200, body: toRunInfo(row) };
};
