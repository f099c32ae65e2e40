import { queryRunStatuses } from '@quern/contract';
import { requireDatabaseOfHeader } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { listRunKeys, type QueryRunRow, type RunKey } from '../../metadata/query-run-store.ts';
import type { HasEnded } from '../../querying/keep/ended-lists.ts';
import type { ListedRun } from '../../querying/keep/ended-runs.ts';
import { maxTextPageBytes } from '../../scope/limits.ts';
import type { Operation } from '../operation.ts';
import {
  clampLimit,
  decodeCursor,
  encodeCursor,
  type PageEnd,
  pageSizes,
  pageWithin,
} from '../paging.ts';

export const listQueryRuns: Operation<
  'queryRuns.list',
  HasClock & HasEnded & HasMetadata & HasRemembered
> = async (services, { scope, headers, query }) => {
  const database = await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  const limit = clampLimit(query.limit, pageSizes.usual);
  const filter = {
    databaseId: database.id,
    statuses: readStatuses(query.status),
    savedQueryId: query.saved_query_id ?? null,
  };
  const after = decodeCursor(query.cursor);
  const { db } = services.metadata;
  const keysAfter = (end: PageEnd | null, limit: number) =>
    listRunKeys(db, { ...filter, after: end, limit });
  const runsOf = async (keys: readonly RunKey[]) => {
    const listed = await services.ended.runs.list(db, database.id, keys);
    const isAsked = ({ status }: ListedRun) => filter.statuses?.includes(status) ?? true;
    return { listed, isWhole: listed.length === keys.length && listed.every(isAsked) };
  };
  let ahead: readonly RunKey[] | null = await keysAfter(after, limit + 1);
  const { page, hasMore } = await pageWithin(limit, maxTextPageBytes, {
    sizeOf: (run: ListedRun) => run.textSize,
    read: async (page, limit) => {
      const last = page.at(-1);
      const end = last ? { createdAt: last.created_at, id: last.id } : after;
      const keys = ahead?.slice(page.length, page.length + limit);
      const { listed, isWhole } = await runsOf(keys ?? (await keysAfter(end, limit)));
      if (isWhole) return listed;
      // A run that is deleted or ends between the read of keys and the read of rows is missing from
      // a second pair of reads. A run that ends during the second pair is listed all the same: a
      // page that is not full would count as the last.
      ahead = null;
      return (await runsOf(await keysAfter(end, limit))).listed;
    },
  });
  const last = page.at(-1);
  const rest = {
    count: page.length,
    has_more: hasMore,
    limit,
    ...(hasMore && last
      ? { next_cursor: encodeCursor({ createdAt: last.created_at, id: last.id }) }
      : {}),
  };
  const runs = page.map(({ json }) => json).join(',');
  return { status: 200, json: `{"query_runs":[${runs}],${JSON.stringify(rest).slice(1)}` };
};

/**
 * Reads `running,failed`: a comma-separated list from an open vocabulary. No run has an unknown
 * status.
 */
export function readStatuses(text: string | null | undefined): QueryRunRow['status'][] | null {
  if (text === null || text === undefined || text === '') return null;
  const wanted = text.split(',').map((part) => part.trim());
  return queryRunStatuses.filter((known) => wanted.includes(known));
}
