import { notFound } from '../../kernel/errors.ts';
import { findContext } from '../../metadata/context-store.ts';
import { requireDatabase } from '../databases/find-database.ts';
import type { Operation } from '../operation.ts';
import { toContext } from './context-body.ts';
import { readContextName } from './context-name.ts';

export const getContext: Operation<
  'databaseContexts.get',
  'clock' | 'metadata' | 'remembered'
> = async (services, { scope, params }) => {
  const name = readContextName(params.name);
  const database = await requireDatabase(services, scope, params.database_id);
  const row = await findContext(services.metadata.db, database.id, name);
  if (!row) throw notFound(`Context '${name}' not found`);
  return { status: 200, body: { context: toContext(row) } };
};
