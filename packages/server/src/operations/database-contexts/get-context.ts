import { requireDatabase } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { findContext } from '../../metadata/context-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { toContext } from './context-body.ts';
import { readContextName } from './context-name.ts';

export const getContext: Operation<
  'databaseContexts.get',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params }) => {
  const name = readContextName(params.name);
  const database = await requireDatabase(services, scope, params.database_id);
  const row = await findContext(services.metadata.db, database.id, name);
  if (!row) throw notFound(`Context '${name}' not found`);
  return { status: 200, body: { context: toContext(row) } };
};
