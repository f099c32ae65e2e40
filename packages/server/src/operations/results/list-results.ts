import { toTimestamp, toTimestampOrNull } from '../../kernel/clock.ts';
import { listResults as readPage } from '../../metadata/result-store.ts';
import { requireDatabaseOfHeader } from '../databases/find-database.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, pageOf, pageSizes } from '../paging.ts';

export const listResults: Operation<'results.list', 'clock' | 'metadata' | 'remembered'> = async (
  services,
  { scope, headers, query },
) => {
  const database = await requireDatabaseOfHeader(services, scope, headers['x-database-id']);
  const limit = clampLimit(query.limit, pageSizes.usual);
  const offset = query.offset ?? 0;
  const now = services.clock.now();
  const rows = await readPage(services.metadata.db, {
    databaseId: database.id,
    limit: limit + 1,
    offset,
    now,
  });
  const { page, hasMore } = pageOf(rows, limit);
  const results = page.map((row) => ({
    id: row.id,
    status: row.status,
    created_at: toTimestamp(row.created_at),
    error_message: row.error_message,
    row_count: row.row_count,
    query_run_id: row.query_run_id,
    expires_at: toTimestampOrNull(row.expires_at),
  }));
  return { status: 200, body: { results, count: page.length, has_more: hasMore, limit, offset } };
};
