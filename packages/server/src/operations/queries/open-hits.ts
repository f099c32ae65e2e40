import type { QueryHits, QueryTable } from '../../engine/query/query-request.ts';
import type { BoundTable } from '../../plan/types.ts';
import type { Hits } from '../../search/hits.ts';
import type { PinnedObjects } from '../pinned-objects.ts';
import type { Services } from '../services.ts';
import { fuseHits } from './fuse-hits.ts';
import { openTable } from './open-table.ts';
import type { PlannedQuery } from './planned-query.ts';
import { type FusedSearch, type PlannedSearch, rankColumns } from './planned-search.ts';
import { type FoundRows, runSearch } from './run-search.ts';
import { columnsOfHits } from './search-catalogs.ts';
import { withVector } from './with-vector.ts';

export interface Opening {
  readonly services: Services;
  readonly pinned: PinnedObjects;
  readonly query: PlannedQuery;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}

/** Searches, and gives the hits as a table: of the version's files those that have any. */
export async function openHits(
  opening: Opening,
  bound: BoundTable,
  search: PlannedSearch,
): Promise<QueryTable> {
  const { pinned } = opening;
  const { version, score, fused, shown } = search;
  const best =
    bound.best?.by === score.toLowerCase() && !search.isDistance ? bound.best.count : null;
  const found =
    fused === null
      ? await find(opening, search, search.limit ?? best)
      : await findFused(opening, search, fused);
  const { places, hits: placed } = withoutOthers(found.hits);
  const selected = places.flatMap((place) => found.files[place] ?? []);
  const table = await openTable(
    pinned,
    bound.table,
    { version, files: selected },
    `table '${shown}'`,
  );
  const ranks =
    found.ranks === undefined
      ? []
      : rankColumns.map((name) => ({ name, type: 'BIGINT', stored: -1 }));
  const own = columnsOfHits(search).map(({ id, name, type }) => ({ name, type, stored: id }));
  return {
    name: bound.table,
    index: search.index.name,
    columns: [...own, { name: score, type: 'DOUBLE', stored: -1 }, ...ranks],
    // What is gone is not among the hits.
    files: table.files.map(({ deletes: _gone, ...file }) => file),
    hits: {
      ...placed,
      ...(search.isDistance && { scores: placed.scores.map((value) => -value) }),
      ...(found.ranks && { ranks: found.ranks }),
    },
  };
}

type Found = Pick<FoundRows, 'files' | 'hits'> & { readonly ranks?: QueryHits['ranks'] };

async function find(
  { services, workspaceId, signal, pinned }: Opening,
  search: PlannedSearch,
  limit: number | null,
): Promise<Found> {
  const asked = await withVector(services, search, { workspaceId, signal });
  return runSearch(services, asked, { workspaceId, limit, signal, pinned });
}

/**
 * Of each search so many times what is wanted: what is further down in both comes to nothing in the
 * sum.
 */
const depth = 5;
const leastDepth = 100;

async function findFused(
  opening: Opening,
  search: PlannedSearch,
  { index, query, weights }: FusedSearch,
): Promise<Found> {
  const wanted = search.limit ?? leastDepth;
  const deep = Math.max(leastDepth, wanted * depth);
  const first = await find(opening, search, deep);
  const second = await find(opening, { ...search, index, query, isDistance: true }, deep);
  return { files: first.files, ...fuseHits([first.hits, second.hits], weights, wanted) };
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
