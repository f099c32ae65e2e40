import type { HasSettings } from '../../config/settings.ts';
import { requireDatabase } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { toTimestamp } from '../../kernel/clock.ts';
import { snapshotsOf } from '../../lake/snapshots.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import { readableSince } from '../../reading/snapshot-retention.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, decodeCursor, encodeCursor, pageOf, pageSizes } from '../paging.ts';

/** The states of the default catalog within reach of `AT` and of a fork, newest first. */
export const listSnapshots: Operation<
  'databases.listSnapshots',
  HasClock & HasMetadata & HasRemembered & HasSettings
> = async (services, { scope, params, query }) => {
  const limit = clampLimit(query.limit, pageSizes.snapshots);
  const after = decodeCursor(query.cursor);
  const { id, default_connection_id: lakeId } = await requireDatabase(
    services,
    scope,
    params.database_id,
  );
  let snapshots = snapshotsOf(services.metadata.db, lakeId, readableSince(services));
  if (after) snapshots = snapshots.where('s.snapshot', '<', after.createdAt);
  const rows = await snapshots
    .orderBy('s.snapshot', 'desc')
    .limit(limit + 1)
    .execute();
  const { page, hasMore } = pageOf(rows, limit);
  const last = page.at(-1);
  return {
    status: 200,
    body: {
      snapshots: page.map(({ snapshot, operation, committed_at }) => ({
        snapshot_id: snapshot,
        operation,
        committed_at: toTimestamp(committed_at),
      })),
      count: page.length,
      has_more: hasMore,
      limit,
      ...(hasMore && last ? { next_cursor: encodeCursor({ createdAt: last.snapshot, id }) } : {}),
    },
  };
};
