import type { Asked } from '../../engine/engine.ts';
import type { QueryTable } from '../../engine/query/query-request.ts';
import { definitionOf } from '../../indexing/stored-definition.ts';
import { QuernError } from '../../kernel/errors.ts';
import type { TableVersion } from '../../lake/model.ts';
import type { IndexRow } from '../../metadata/index-store.ts';
import { foldName } from '../../plan/duckdb/read-tree.ts';
import type { NearestRows } from '../../plan/filters/nearest-rows.ts';
import type { BoundTable } from '../../plan/types.ts';
import type { SelectedFile } from '../../reading/select-files.ts';
import { tableToRead } from '../../reading/table-to-read.ts';
import type { Hits } from '../../search/hits.ts';
import type { VectorQuery } from '../../search/vector/vector-kind.ts';
import { vectorOptions } from '../../search/vector/vector-options.ts';
import { isPast, tableOf, versionOf } from '../see/database-view.ts';
import type { PlannedSearch } from '../see/planned-search.ts';
import { filteredRows } from './filtered-rows.ts';
import { findHits, placedHits } from './open-hits.ts';
import type { Opening } from './opening.ts';
import { readGenerated } from './read-generated.ts';

/**
 * Above this number the exact distance of every row costs less. The vectors of the rows are written
 * into the statement, which must also have room for other searches.
 */
const maxNearest = 2_000;
/** Additional rows to read, as proof that no other row is equally near. */
const margin = 10;
const saidByAllRows: ReadonlySet<string> = new Set<QuernError['code']>([
  ...(['BAD_REQUEST', 'SERVICE_UNAVAILABLE', 'PERSISTENCE_UNAVAILABLE'] as const),
]);
/** Relative to the greatest distance: vectors are compared in 32 bits. */
const tolerance = 1e-6;

/**
 * Finds the nearest rows of a table by an index, if the text shows only those; the text then runs
 * over these rows unchanged. Null if no index can find the rows, and then the query reads all rows.
 */
export async function openNearest(
  opening: Opening,
  bound: BoundTable,
  shown: string,
): Promise<Asked<QueryTable> | null> {
  const { nearest } = bound;
  if (nearest === undefined || nearest.count === 0 || nearest.count > maxNearest) return null;
  const version = versionOf(opening.query.view, bound);
  const search = searchFor(opening, bound, version, nearest, shown);
  if (search === undefined) return null;
  const filtered = await filteredRows(opening, bound, version, shown);
  if (bound.filtered !== undefined && filtered === null) return null;
  const rows = filtered?.found.rowCount ?? version.rowCount;
  if (rows === 0) return null;
  try {
    const column = keptColumn(search, nearest.count);
    const found = await findHits(
      opening,
      search,
      nearest.count + margin,
      filtered?.found.rows,
      column !== undefined,
    );
    const hits = nearestOf(found.hits, nearest, rows);
    if (hits === undefined) return null;
    const { places, hits: placed } = placedHits(hits);
    const files = places.flatMap((place) => found.files[place] ?? []);
    const subject = `table '${shown}'`;
    const generated = await generatedOf(opening, bound, files, subject);
    const read = { version, files, generated };
    const table = tableToRead(bound.table, read, subject);
    return {
      ...table,
      index: search.index.name,
      // Deleted rows are never hits.
      files: table.files.map(({ deletes: _gone, ...file }) => file),
      hits: {
        ...placed,
        ...(column !== undefined && hits.vectors && { vectors: { column, values: hits.vectors } }),
      },
    };
  } catch (error) {
    // A full scan reports errors of the vector better, and has all rows if the index is damaged.
    if (error instanceof QuernError && saidByAllRows.has(error.code)) return null;
    throw error;
  }
}

function generatedOf(
  { services, query: { plan, view } }: Opening,
  bound: BoundTable,
  files: readonly SelectedFile[],
  subject: string,
) {
  const reading = {
    table: tableOf(view, bound),
    files,
    plan,
    isPast: isPast(view, bound),
    subject,
  };
  return readGenerated(services, reading);
}

function searchFor(
  { query }: Opening,
  bound: BoundTable,
  version: TableVersion,
  nearest: NearestRows,
  shown: string,
): PlannedSearch | undefined {
  if ('mark' in nearest) return undefined;
  const isMeant = ({ name }: { readonly name: string }) => foldName(name) === nearest.column;
  const column = version.columns.find(isMeant);
  // Or the generated column of an index on texts.
  const generated = tableOf(query.view, bound).generated?.find(isMeant);
  const index = query.view.vectors?.get(bound.tableId)?.find((row) => {
    const definition = definitionOf(row);
    const { metric, embedding } = vectorOptions(definition);
    if (metric !== nearest.metric) return false;
    return embedding === null
      ? column !== undefined && definition.columns[0]?.id === column.id
      : generated?.definitionId === row.definition_id;
  });
  return index && nearestSearch(index, nearest.vector, { bound, version, shown });
}

function nearestSearch(
  index: IndexRow,
  vector: readonly number[],
  { bound, version, shown }: { bound: BoundTable; version: TableVersion; shown: string },
): PlannedSearch {
  return {
    call: { mark: '', name: bound.table, args: [] },
    shown,
    lakeId: index.lake_id,
    version,
    index,
    query: { vector },
    score: '',
    limit: null,
    isDistance: true,
    only: null,
    fused: null,
  };
}

/**
 * The hits that may be among the nearest rows: the first `count`, and all at about the distance of
 * the last. Undefined if other rows may be as near: rows without a vector come last, and more rows
 * may have equal distances than the search returned.
 */
function nearestOf(
  hits: Hits,
  { count, isTieBroken }: NearestRows,
  rowCount: number,
): Hits | undefined {
  const { length } = hits.rows;
  if (length < count && length < rowCount) return undefined;
  const last = hits.scores[count - 1];
  if (last === undefined) return hits;
  const least = last - Math.max(Math.abs(last), Number.MIN_VALUE) * tolerance;
  let end = count;
  while (end < length && (hits.scores[end] ?? 0) >= least) end += 1;
  if (isTieBroken && end === length && length < rowCount) return undefined;
  return {
    files: hits.files.subarray(0, end),
    rows: hits.rows.subarray(0, end),
    scores: hits.scores.subarray(0, end),
    ...(hits.vectors && {
      vectors: hits.vectors.subarray(0, (hits.vectors.length / length) * end),
    }),
  };
}

/** Maximum count of numbers in the statement: reading them takes as long as reading a row group. */
const maxNumbers = 2 ** 16;

/**
 * The id of the column whose values come from the index instead of Parquet. A query for ten vectors
 * of 384 numbers took 54 ms of the worker's CPU from Parquet, and takes 26 from the index.
 */
function keptColumn({ index, version, query }: PlannedSearch, count: number): number | undefined {
  const { metric, embedding } = vectorOptions(definitionOf(index));
  if (metric === 'cosine' || embedding !== null) return undefined;
  if ((count + margin) * (query as VectorQuery).vector.length > maxNumbers) return undefined;
  const id = definitionOf(index).columns[0]?.id;
  const column = version.columns.find((each) => each.id === id);
  return /^FLOAT\[\d*\]$/.test(column?.type ?? '') ? id : undefined;
}
