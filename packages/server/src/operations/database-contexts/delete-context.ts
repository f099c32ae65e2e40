import { requireDatabase } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { deleteContext as remove } from '../../metadata/context-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { readContextName } from './context-name.ts';

export const deleteContext: Operation<
  'databaseContexts.delete',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params }) => {
  const name = readContextName(params.name);
  const database = await requireDatabase(services, scope, params.database_id);
  if (!(await remove(services.metadata.db, database.id, name)))
    throw notFound(`Context '${name}' not found`);
  return { status: 204, body: undefined };
};
