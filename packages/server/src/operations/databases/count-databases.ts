import type { HasClock } from '../../kernel/clock.ts';
import { countDatabases as count } from '../../metadata/database-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';

/** The number of databases in all pages of the listing with these filters. */
export const countDatabases: Operation<'databases.count', HasClock & HasMetadata> = async (
  services,
  { scope, query },
) => {
  const total = await count(services.metadata.db, {
    workspaceId: scope.workspaceId,
    search: query.search ?? null,
    batch: query.batch ?? null,
    now: services.clock.now(),
  });
  return { status: 200, body: { total } };
};
