import type { DatabaseLineageResponse } from '@quern/contract';
import { requireDatabase } from '../../finding/find-database.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { toTimestamp } from '../../kernel/clock.ts';
import {
  ancestorsOf,
  countForks,
  findLineage,
  forksOf,
  type Relative,
} from '../../metadata/lineage-store.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { Operation } from '../operation.ts';
import { clampLimit, pageSizes } from '../paging.ts';

const maxAncestors = 100;

/** The ancestors of a database up to the first, and its forks. Deleted databases are included. */
export const getLineage: Operation<
  'databases.getLineage',
  HasClock & HasMetadata & HasRemembered
> = async (services, { scope, params, query }) => {
  const limit = clampLimit(query.forks_limit, pageSizes.forks);
  const { id } = await requireDatabase(services, scope, params.database_id);
  const { db } = services.metadata;
  const now = services.clock.now();
  const ancestors = await ancestorsOf(db, id, maxAncestors, now);
  const rootId = (await findLineage(db, id))?.root_id ?? id;
  const body: DatabaseLineageResponse = {
    database_id: id,
    root_id: rootId,
    ancestors: ancestors.map((row) =>
      relative(row, row.source_id, row.live_name ?? row.source_name),
    ),
    ancestors_truncated: ancestors.length > 0 && ancestors.at(-1)?.source_id !== rootId,
    forks: (await forksOf(db, id, limit, now)).map((row) =>
      relative(row, row.database_id, row.live_name),
    ),
    fork_count: await countForks(db, id),
  };
  return { status: 200, body };
};

function relative(row: Relative, databaseId: string, name: string | null) {
  return {
    database_id: databaseId,
    exists: row.live_id !== null,
    ...(name === null ? {} : { name }),
    ...(row.description === null ? {} : { description: row.description }),
    forked_at: toTimestamp(row.forked_at),
    snapshot_id: row.snapshot_id,
  };
}
