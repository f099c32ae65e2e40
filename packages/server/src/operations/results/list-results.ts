import { requireDatabaseOfHeader } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { listResultKeys } from '../../metadata/result-store.ts';
import type { HasEnded } from '../../querying/keep/ended-lists.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, pageOf, pageSizes } from '../paging.ts';

export const listResults: Operation<
  'results.list',
  HasClock & HasEnded & HasMetadata & HasRemembered
> = async (services, { scope, headers, query }) => {
  const database = await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  const limit = clampLimit(query.limit, pageSizes.usual);
  const offset = query.offset ?? 0;
  const { metadata, clock, ended } = services;
  const { db } = metadata;
  const keys = await listResultKeys(db, {
    databaseId: database.id,
    limit: limit + 1,
    offset,
    now: clock.now(),
  });
  const { page, hasMore } = pageOf(keys, limit);
  const results = await ended.results.list(db, database.id, page);
  const rest = { count: results.length, has_more: hasMore, limit, offset };
  const json = `{"results":[${results.join(',')}],${JSON.stringify(rest).slice(1)}`;
  return { status: 200, json };
};
