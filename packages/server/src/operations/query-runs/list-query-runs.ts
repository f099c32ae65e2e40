import { queryRunStatuses } from '@quern/contract';
import { badRequest } from '../../kernel/errors.ts';
import { printable } from '../../lake/identifiers.ts';

import { listRuns, type QueryRunRow, type RunFilter } from '../../metadata/query-run-store.ts';
import { maxRunPageBytes } from '../../scope/limits.ts';
import { requireDatabaseOfHeader } from '../databases/find-database.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, decodeCursor, encodeCursor } from '../paging.ts';
import type { Services } from '../services.ts';
import { toRunInfo } from './run-body.ts';

const DEFAULT_PAGE = 100;
const MAX_PAGE = 1000;

export const listQueryRuns: Operation<'queryRuns.list'> = async (services, { scope, headers, query }) => {
  const database = await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  const limit = clampLimit(query.limit, DEFAULT_PAGE, MAX_PAGE);
  const { page, hasMore } = await readPage(services.metadata.db, {
    databaseId: database.id,
    statuses: readStatuses(query.status),
    savedQueryId: query.saved_query_id ?? null,
    after: decodeCursor(query.cursor),
    limit,
  });
  const last = page.at(-1);
  return {
    status: 200,
    body: {
      query_runs: page.map(toRunInfo),
      count: page.length,
      has_more: hasMore,
      limit,
      ...(hasMore && last ? { next_cursor: encodeCursor({ createdAt: last.created_at, id: last.id }) } : {}),
    },
  };
};

/** Rows of the first read; those after it are as many as the texts so far let expect to fit. */
const FIRST_READ = 32;

/**
 * At most `limit` runs and about 8 MiB of their SQL: 1,000 runs of 1 MB each would be 1 GB in memory, and more than a string
 * can hold.
 */
async function readPage(
  db: Services['metadata']['db'],
  filter: RunFilter,
): Promise<{ page: readonly QueryRunRow[]; hasMore: boolean }> {
  const page: QueryRunRow[] = [];
  let textBytes = 0;
  let { after } = filter;
  let wanted = FIRST_READ;
  for (;;) {
    const asked = Math.min(wanted, filter.limit + 1 - page.length);
    const rows = await listRuns(db, { ...filter, after, limit: asked });
    for (const row of rows) {
      textBytes += row.sql_text.length;
      if (page.length === filter.limit || (textBytes > maxRunPageBytes && page.length > 0))
        return { page, hasMore: true };
      page.push(row);
      after = { createdAt: row.created_at, id: row.id };
    }
    if (rows.length < asked) return { page, hasMore: false };
    wanted = Math.ceil(((maxRunPageBytes - textBytes) * page.length) / Math.max(1, textBytes)) + 1;
  }
}

/** `running,failed`: a comma-separated subset of the statuses; an unknown one is 400. */
function readStatuses(text: string | null | undefined): QueryRunRow['status'][] | null {
  if (text === null || text === undefined || text === '') return null;
  return text.split(',').map((part) => {
    const status = queryRunStatuses.find((known) => known === part.trim());
    if (!status) {
      throw badRequest(`${printable(part)} is not a query run status; use ${queryRunStatuses.join(', ')}`);
    }
    return status;
  });
}
