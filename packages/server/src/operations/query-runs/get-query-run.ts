import { notFound } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';
import { findRun } from '../../metadata/query-run-store.ts';
import { requireDatabaseOfHeader } from '../databases/find-database.ts';
import type { Operation } from '../operation.ts';
import { toRunInfo } from './run-body.ts';

export const getQueryRun: Operation<'queryRuns.get', 'clock' | 'metadata' | 'remembered'> = async (
  services,
  { scope, headers, params },
) => {
  const database = await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  const row = await findRun(services.metadata.db, database.id, params.id);
  if (!row) throw notFound(`Query run ${printable(params.id)} not found`);
  return { status: 200, body: toRunInfo(row) };
};
