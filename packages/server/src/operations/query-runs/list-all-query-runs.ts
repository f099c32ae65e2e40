import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { pageOfWorkspaceRuns, type QueryRunRow } from '../../metadata/query-run-store.ts';
import { toRunInfo } from '../../querying/keep/run-body.ts';
import { maxTextPageBytes } from '../../scope/limits.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, decodeCursor, encodeCursor, pageSizes, pageWithin } from '../paging.ts';
import { readStatuses } from './list-query-runs.ts';

type WorkspaceRunRow = QueryRunRow & { readonly database_name: string | null };

/** Includes runs of deleted databases until the retention ends. */
export const listAllQueryRuns: Operation<'queryRuns.listAll', HasMetadata> = async (
  services,
  { scope, query },
) => {
  const limit = clampLimit(query.limit, pageSizes.usual);
  const filter = {
    workspaceId: scope.workspaceId,
    statuses: readStatuses(query.status),
    slowerThanMs: query.slower_than_ms ?? null,
  };
  const after = decodeCursor(query.cursor);
  const { page, hasMore } = await pageWithin(limit, maxTextPageBytes, {
    sizeOf: (row: WorkspaceRunRow) => row.sql_text.length,
    read: (page, limit) => {
      const last = page.at(-1);
      const end = last ? { createdAt: last.created_at, id: last.id } : after;
      return pageOfWorkspaceRuns(services.metadata.db, { ...filter, after: end, limit }).execute();
    },
  });
  const last = page.at(-1);
  return {
    status: 200,
    body: {
      query_runs: page.map((row) => ({
        ...toRunInfo(row),
        database_id: row.database_id,
        database_name: row.database_name,
      })),
      count: page.length,
      has_more: hasMore,
      limit,
      ...(hasMore && last
        ? { next_cursor: encodeCursor({ createdAt: last.created_at, id: last.id }) }
        : {}),
    },
  };
};
