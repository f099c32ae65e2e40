import { requireDatabase } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { listContexts as read } from '../../metadata/context-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { toContext } from './context-body.ts';

/** Sorted by name, with content. */
export const listContexts: Operation<
  'databaseContexts.list',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params }) => {
  const database = await requireDatabase(services, scope, params.database_id);
  const rows = await read(services.metadata.db, database.id);
  return { status: 200, body: { contexts: rows.map(toContext) } };
};
