import { queryRunStatuses } from '@quern/contract';
import { listRuns, type QueryRunRow } from '../../metadata/query-run-store.ts';
import { maxTextPageBytes } from '../../scope/limits.ts';
import { requireDatabaseOfHeader } from '../databases/find-database.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, decodeCursor, encodeCursor, pageSizes, pageWithin } from '../paging.ts';
import { toRunInfo } from './run-body.ts';

export const listQueryRuns: Operation<'queryRuns.list'> = async (
  services,
  { scope, headers, query },
) => {
  const database = await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  const limit = clampLimit(query.limit, pageSizes.usual);
  const filter = {
    databaseId: database.id,
    statuses: readStatuses(query.status),
    savedQueryId: query.saved_query_id ?? null,
  };
  const after = decodeCursor(query.cursor);
  const { page, hasMore } = await pageWithin(limit, maxTextPageBytes, {
    sizeOf: (row: QueryRunRow) => row.sql_text.length,
    read: (page, limit) => {
      const last = page.at(-1);
      const end = last ? { createdAt: last.created_at, id: last.id } : after;
      return listRuns(services.metadata.db, { ...filter, after: end, limit });
    },
  });
  const last = page.at(-1);
  return {
    status: 200,
    body: {
      query_runs: page.map(toRunInfo),
      count: page.length,
      has_more: hasMore,
      limit,
      ...(hasMore && last
        ? { next_cursor: encodeCursor({ createdAt: last.created_at, id: last.id }) }
        : {}),
    },
  };
};

/**
 * `running,failed`: a comma-separated list of an open vocabulary; no run has a status that is not
 * known here.
 */
export function readStatuses(text: string | null | undefined): QueryRunRow['status'][] | null {
  if (text === null || text === undefined || text === '') return null;
  const wanted = text.split(',').map((part) => part.trim());
  return queryRunStatuses.filter((known) => wanted.includes(known));
}
