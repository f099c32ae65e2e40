import type { QueryHits, QueryTable } from '../../engine/query/query-request.ts';
import type { BoundTable } from '../../plan/types.ts';
import type { Hits } from '../../search/hits.ts';
import type { PinnedObjects } from '../pinned-objects.ts';
import type { Services } from '../services.ts';
import { openTable } from './open-table.ts';
import type { PlannedQuery } from './planned-query.ts';
import type { PlannedSearch } from './planned-search.ts';
import { runSearch } from './run-search.ts';

export interface Opening {
  readonly services: Services;
  readonly pinned: PinnedObjects;
  readonly query: PlannedQuery;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}

/** Searches, and gives the hits as a table: of the version's files those that have any. */
export async function openHits(
  { services, pinned, workspaceId, signal }: Opening,
  bound: BoundTable,
  search: PlannedSearch,
): Promise<QueryTable> {
  const limit = bound.best?.by === search.score.toLowerCase() ? bound.best.count : null;
  const { files, hits } = await runSearch(services, search, { workspaceId, limit, signal, pinned });
  const { version, score, shown } = search;
  const { places, hits: placed } = withoutOthers(hits);
  const selected = places.flatMap((place) => files[place] ?? []);
  const table = await openTable(pinned, bound.table, { version, files: selected }, `table '${shown}'`);
  return {
    name: bound.table,
    columns: [...table.columns, { name: score, type: 'DOUBLE', stored: -1 }],
    // What is gone is not among the hits.
    files: table.files.map(({ deletes: _gone, ...file }) => file),
    hits: placed,
  };
}

/** The places of the files that have hits, in order, and the hits by their places among these. */
function withoutOthers({ files, rows, scores }: Hits): {
  readonly places: readonly number[];
  readonly hits: QueryHits;
} {
  const places = [...new Set(files)].sort((one, other) => one - other);
  const placeOf = new Map(places.map((place, index) => [place, index]));
  const own = files.map((file) => placeOf.get(file) ?? 0);
  return { places, hits: { rowCount: rows.length, files: own, rows, scores } };
}
