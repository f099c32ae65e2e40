import type { Asked } from '../../engine/engine.ts';
import type { QueryHits, QueryTable } from '../../engine/query/query-request.ts';
import type { BestRows } from '../../plan/filters/best-rows.ts';
import type { BoundTable } from '../../plan/types.ts';
import { tableToRead } from '../../reading/table-to-read.ts';
import { BestHits, type Hits } from '../../search/hits.ts';
import { type FusedSearch, type PlannedSearch, rankColumns } from '../see/planned-search.ts';
import { columnsOfHits } from '../see/search-catalogs.ts';
import { filteredRows } from './filtered-rows.ts';
import { fuseHits } from './fuse-hits.ts';
import type { Opening } from './opening.ts';
import { type FoundRows, runSearch } from './run-search.ts';
import { withVector } from './with-vector.ts';

/** Searches, and returns the hits as a table over the files with hits. */
export async function openHits(
  opening: Opening,
  bound: BoundTable,
  search: PlannedSearch,
): Promise<Asked<QueryTable>> {
  const { version, score, fused, shown } = search;
  const best =
    bound.best?.by === score.toLowerCase() && !search.isDistance ? bound.best : undefined;
  const filtered = await filteredRows(opening, bound, version, shown);
  const only = filtered?.found.rows;
  const found: Found =
    fused === null
      ? await findBest(opening, search, best, only)
      : await findFused(opening, search, fused, only);
  const { places, hits: placed } = placedHits(found.hits);
  const selected = places.flatMap((place) => found.files[place] ?? []);
  const table = tableToRead(bound.table, { version, files: selected }, `table '${shown}'`);
  const ranks =
    found.ranks === undefined
      ? []
      : rankColumns.map((name) => ({ name, type: 'BIGINT', stored: -1 }));
  const own = columnsOfHits(search).map(({ id, name, type }) => ({ name, type, stored: id }));
  return {
    name: bound.table,
    index: search.index.name,
    columns: [...own, { name: score, type: 'DOUBLE', stored: -1 }, ...ranks],
    // Deleted rows are never hits.
    files: table.files.map(({ deletes: _gone, ...file }) => file),
    hits: {
      ...placed,
      ...(search.isDistance && { scores: placed.scores.map((value) => -value) }),
      ...(found.ranks && { ranks: found.ranks }),
    },
  };
}

type Found = Pick<FoundRows, 'files' | 'hits'> & { readonly ranks?: QueryHits['ranks'] };

/** Additional hits, read because another sort key may decide between hits with the last score. */
const moreForTies = 10;

/** The hits that the text can show: all hits of the search, or the best. */
async function findBest(
  opening: Opening,
  search: PlannedSearch,
  best: BestRows | undefined,
  only: readonly Uint8Array[] | undefined,
): Promise<FoundRows> {
  const { limit: wanted } = search;
  if (wanted !== null && !search.isDistance) return findWords(opening, search, wanted, only);
  if (wanted !== null || best === undefined) return findHits(opening, search, wanted, only);
  const { count, isTieBroken } = best;
  const limit = isTieBroken ? count + moreForTies : count;
  const found = await findHits(opening, search, limit, only);
  const { scores } = found.hits;
  const isWhole = !isTieBroken || scores.length < limit || scores[count - 1] !== scores[limit - 1];
  return isWhole ? found : findHits(opening, search, null, only);
}

/** The best `limit` hits, or all; `only` restricts them by a bit for each row of each file. */
export async function findHits(
  { services, workspaceId, signal }: Opening,
  search: PlannedSearch,
  limit: number | null,
  only?: readonly Uint8Array[],
  withVectors = false,
): Promise<FoundRows> {
  const asked = await withVector(services, search, { workspaceId, signal });
  return runSearch(services, asked, { workspaceId, limit, only, withVectors, signal });
}

/**
 * Multiple of the wanted rows that each search returns. Rows further down in both searches add
 * almost nothing to the sum.
 */
const depth = 5;
const leastDepth = 100;

async function findFused(
  opening: Opening,
  search: PlannedSearch,
  { index, query, weights }: FusedSearch,
  only: readonly Uint8Array[] | undefined,
): Promise<Found> {
  const wanted = search.limit ?? leastDepth;
  const deep = Math.max(leastDepth, wanted * depth);
  const words = await findWords(opening, search, deep, only);
  const second = await findHits(opening, { ...search, index, query, isDistance: true }, deep, only);
  return { files: words.files, ...fuseHits([words.hits, second.hits], weights, wanted) };
}

/** Scores use word statistics of all rows, also when `only` restricts the hits. */
async function findWords(
  opening: Opening,
  search: PlannedSearch,
  limit: number,
  only: readonly Uint8Array[] | undefined,
): Promise<FoundRows> {
  if (only === undefined) return findHits(opening, search, limit);
  const found = await findHits(opening, search, null);
  return { ...found, hits: bestOf(found.hits, limit, only) };
}

function bestOf({ files, rows, scores }: Hits, limit: number, only: readonly Uint8Array[]): Hits {
  const best = new BestHits(limit);
  rows.forEach((row, index) => {
    const file = files[index] ?? 0;
    const isAsked = ((only[file]?.[row >>> 3] ?? 0) & (1 << (row & 7))) !== 0;
    if (isAsked) best.offer(file, row, scores[index] ?? 0);
  });
  return best.take();
}

/** The indexes of the files with hits, in order, and the hits by positions in this list. */
export function placedHits({ files, rows, scores }: Hits): {
  readonly places: readonly number[];
  readonly hits: QueryHits;
} {
  const places = [...new Set(files)].sort((one, other) => one - other);
  const placeOf = new Map(places.map((place, index) => [place, index]));
  const own = files.map((file) => placeOf.get(file) ?? 0);
  return { places, hits: { rowCount: rows.length, files: own, rows, scores } };
}
