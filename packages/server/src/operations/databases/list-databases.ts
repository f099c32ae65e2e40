import type { HasClock } from '../../kernel/clock.ts';
import { listDatabases as readPage } from '../../metadata/database-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, decodeCursor, encodeCursor, pageOf, pageSizes } from '../paging.ts';
import { toSummary } from './database-bodies.ts';

export const listDatabases: Operation<'databases.list', HasClock & HasMetadata> = async (
  services,
  { scope, query },
) => {
  const limit = clampLimit(query.limit, pageSizes.databases);
  const rows = await readPage(services.metadata.db, {
    workspaceId: scope.workspaceId,
    search: query.search ?? null,
    batch: query.batch ?? null,
    after: decodeCursor(query.cursor),
    limit: limit + 1,
    now: services.clock.now(),
  });
  const { page, hasMore } = pageOf(rows, limit);
  const last = page.at(-1);
  return {
    status: 200,
    body: {
      databases: page.map(toSummary),
      count: page.length,
      has_more: hasMore,
      limit,
      ...(hasMore && last
        ? { next_cursor: encodeCursor({ createdAt: last.created_at, id: last.id }) }
        : {}),
    },
  };
};
