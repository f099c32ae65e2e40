import type { HasSettings } from '../../config/settings.ts';
import type { Asked } from '../../engine/engine.ts';
import type { Told } from '../../engine/protocol.ts';
import type { QueryCatalog, QueryTable } from '../../engine/query/query-request.ts';
import { writeShown } from '../../engine/query/shown-catalogs.ts';
import { tableType } from '../../engine/types/result-columns.ts';
import type { HasRemembered } from '../../finding/remembered-rows.ts';
import type { HasClock } from '../../kernel/clock.ts';
import { badRequest } from '../../kernel/errors.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { TableVersion } from '../../lake/model.ts';
import type { HasMetadata } from '../../metadata/open-metadata.ts';
import type { HasObjects } from '../../objects/object-store.ts';
import { readsIndexes, type ShownIndex } from '../../plan/shown-indexes.ts';
import { placeColumn } from '../../plan/statements/derivation.ts';
import type { BoundResult, BoundTable } from '../../plan/types.ts';
import type { ReadServices } from '../../reading/read-services.ts';
import {
  largeRows,
  type SelectedFile,
  selectFiles,
  withBesideOf,
} from '../../reading/select-files.ts';
import { resultFile } from '../../reading/stored-result.ts';
import { type SelectedTable, tableInDialect, tableToRead } from '../../reading/table-to-read.ts';
import { isPast, shownCatalog, snapshotsRead, tableOf, versionOf } from '../see/database-view.ts';
import type { PlannedQuery } from '../understand/planned-query.ts';
import { readyResult } from '../understand/ready-result.ts';
import { openHits } from './open-hits.ts';
import { openNearest } from './open-nearest.ts';
import type { Opening } from './opening.ts';
import type { OpeningServices } from './opening-services.ts';
import { readBySort } from './read-by-sort.ts';
import { readGenerated } from './read-generated.ts';
import { shownIndexes } from './shown-indexes.ts';

/** The tables of a query in the engine's form. */
export interface ScanSet {
  readonly catalogs: readonly Asked<QueryCatalog>[];
  /** Additional content of information_schema for the task; null if the text does not read it. */
  readonly shown: Told | null;
  /** Indexes for information_schema and pg_indexes; null if the text does not read them. */
  readonly indexes: readonly ShownIndex[] | null;
  /** Maps a catalog's name to the lake snapshot in use. */
  readonly snapshots: Readonly<Record<string, number>> | null;
  /** Total over all files. */
  readonly rowCount: number;
  /** The target of a statement that writes, as its places are read; absent: it has none. */
  readonly placed?: PlacedTarget;
  /** The query may occupy a worker for long, and never gets the last free worker. */
  readonly isLarge: boolean;
}

/** The files of a target, in the order in which places count them. */
export interface PlacedTarget {
  readonly table: Asked<QueryTable>;
  readonly files: readonly SelectedFile[];
}

/** Weight of a filtered table's rows: a point lookup reads one row group. */
const filteredShare = 0.01;

/** Replaces each bound table of a plan by the files of its version with possible matches. */
export async function openScanSet(
  services: OpeningServices,
  { id: databaseId, workspaceId }: { readonly id: string; readonly workspaceId: string },
  query: PlannedQuery,
  signal: AbortSignal,
): Promise<ScanSet> {
  const opening = { services, query, workspaceId, signal };
  const near = await nearestTables(opening);
  const selected = await selectTables(services, query, near);
  refuseLargerThanCache(services, query, selected);
  const catalogs = new CatalogTree();
  const show = ({ catalog, schema, table }: BoundTable | BoundResult, read: Asked<QueryTable>) =>
    catalogs.schema(catalog, schema).set(table, tableInDialect(read, query));
  let weight = 0;
  let rowCount = 0;
  let placed: PlacedTarget | undefined;
  for (const bound of query.plan.tables) {
    const search = query.view.searches?.get(bound.catalog);
    if (bound.kind === 'table' && search) {
      const hits = await openHits(opening, bound, search);
      show(bound, hits);
      rowCount += hits.hits?.rowCount ?? 0;
      continue;
    }
    const nearest = bound.kind === 'table' && near.get(bound);
    if (nearest) {
      show(bound, nearest);
      rowCount += nearest.hits?.rowCount ?? 0;
      continue;
    }
    const live = bound.kind === 'table' ? query.live?.tables.get(bound) : undefined;
    const table =
      live ??
      (bound.kind === 'table'
        ? tableToRead(bound.table, requireSelected(selected, bound), subjectOf(query, bound))
        : await readResult(services, databaseId, bound));
    if (bound.kind === 'table' && isPlaced(query, bound)) {
      const target = { ...tableInDialect(table, query), place: placeColumn };
      placed = { table: target, files: requireSelected(selected, bound).files };
      catalogs.schema(bound.catalog, bound.schema).set(bound.table, target);
    } else show(bound, table);
    const all = table.files.reduce((sum, { rowCount }) => sum + rowCount, 0);
    const rows = table.index === undefined ? all : Math.ceil(all * filteredShare);
    rowCount += rows;
    weight += bound.kind === 'table' && bound.filters ? rows * filteredShare : rows;
  }
  return {
    catalogs: catalogs.toList(),
    shown: await shownBeside(query),
    indexes: await indexesToShow(services, query),
    snapshots: snapshotsRead(query),
    rowCount,
    ...(placed && { placed }),
    isLarge: weight >= largeRows,
  };
}

/** Null also for an empty list: a text without indexes is as fast as any other. */
async function indexesToShow(
  services: HasMetadata & HasRemembered,
  { plan, view }: PlannedQuery,
): Promise<readonly ShownIndex[] | null> {
  if (!readsIndexes(plan.sql)) return null;
  const shown = await shownIndexes(services, view);
  return shown.length === 0 ? null : shown;
}

async function shownBeside({ sql, plan: { declared } }: PlannedQuery): Promise<Told | null> {
  if (declared === null) return null;
  return writeShown(declared, readsComments.test(sql.replace(countsRows, '')));
}

/** A comment costs the worker half a millisecond, as much as four columns. */
const readsComments = /comment|description|\*|json/i;
const countsRows = /\bcount\s*\(\s*\*\s*\)/gi;

/** The tables whose shown rows an index can find. */
async function nearestTables(opening: Opening): Promise<Map<BoundTable, Asked<QueryTable>>> {
  const { query } = opening;
  const near = new Map<BoundTable, Asked<QueryTable>>();
  for (const bound of query.plan.tables) {
    if (bound.kind !== 'table' || bound.nearest === undefined || query.live?.tables.has(bound))
      continue;
    const shown = `${shownCatalog(query.view, bound)}.${bound.schema}.${bound.table}`;
    const table = await openNearest(opening, bound, shown);
    if (table !== null) near.set(bound, table);
  }
  return near;
}

async function selectTables(
  services: ReadServices,
  query: PlannedQuery,
  near: ReadonlyMap<BoundTable, Asked<QueryTable>>,
): Promise<Map<BoundTable, SelectedTable>> {
  const selected = new Map<BoundTable, SelectedTable>();
  for (const bound of query.plan.tables) {
    if (
      bound.kind !== 'table' ||
      near.has(bound) ||
      query.view.searches?.has(bound.catalog) ||
      query.live?.tables.has(bound)
    )
      continue;
    const version = versionOf(query.view, bound);
    const files = withBesideNamed(
      await selectFiles(services, version, bound.filters),
      version,
      query.plan,
    );
    const table = tableOf(query.view, bound);
    const reading = { table, files, plan: query.plan, isPast: isPast(query.view, bound) };
    const subject = subjectOf(query, bound);
    const generated = await readGenerated(services, { ...reading, subject });
    // Column values outside the data files follow the row order of the data files.
    const isBeside = generated.length > 0 || files.some(({ file }) => file.vectors);
    const indexes = isBeside ? undefined : query.view.sorted?.get(bound.tableId);
    const sorted =
      indexes && (await readBySort(services, { version, files, indexes, filters: bound.filters }));
    selected.set(bound, { ...(sorted ?? { version, files }), generated });
  }
  return selected;
}

/** Drops vector files of columns outside the text, so they are not opened. */
function withBesideNamed(
  files: readonly SelectedFile[],
  { columns }: TableVersion,
  { columnNames }: PlannedQuery['plan'],
): readonly SelectedFile[] {
  if (columnNames === undefined) return files;
  const names = new Set(columnNames);
  const named = columns.filter(({ name }) => names.has(name.toLowerCase()));
  return withBesideOf(files, new Set(named.map(({ id }) => id)));
}

/** Refuses a query larger than the cache before any download, which would evict everything else. */
function refuseLargerThanCache(
  { objects, settings }: HasObjects & HasSettings,
  query: PlannedQuery,
  selected: ReadonlyMap<BoundTable, SelectedTable>,
): void {
  if (objects.kind !== 's3') return;
  let totalBytes = 0;
  for (const [bound, { files }] of selected) {
    totalBytes += files.reduce((sum, { file }) => sum + file.sizeBytes, 0);
    if (totalBytes <= settings.cacheBytes) continue;
    const table = `${shownCatalog(query.view, bound)}.${bound.schema}.${bound.table}`;
    throw badRequest(
      `With table '${table}' the files of this query have ${totalBytes} bytes, more than ` +
        `the local read cache of ${settings.cacheBytes}; read less, or have the operator raise QUERN_CACHE_BYTES`,
    );
  }
}

/** Whether the table is the target of a statement that reads the places of its rows. */
const isPlaced = ({ view }: PlannedQuery, { catalogIndex, tableId }: BoundTable) => {
  const catalog = view.snapshot.catalogs[catalogIndex];
  if (catalog?.isTarget === undefined) return false;
  const tables = catalog.schemas.flatMap((schema) => schema.tables);
  return tables.some(({ id, columns }) => id === tableId && columns.at(-1)?.name === placeColumn);
};

const subjectOf = (query: PlannedQuery, bound: BoundTable) =>
  `table '${shownCatalog(query.view, bound)}.${bound.schema}.${bound.table}'`;

function requireSelected(
  selected: ReadonlyMap<BoundTable, SelectedTable>,
  bound: BoundTable,
): SelectedTable {
  const found = selected.get(bound);
  invariant(found, 'the files of every bound table were selected');
  return found;
}

async function readResult(
  services: HasClock & HasMetadata,
  databaseId: string,
  bound: BoundResult,
): Promise<Asked<QueryTable>> {
  const { row, columns } = await readyResult(services, databaseId, bound.resultId);
  return {
    name: bound.table,
    columns: columns.map((column) => ({
      name: column.storedName,
      type: tableType(column),
      stored: column.storedName,
    })),
    files: [{ path: await resultFile(services, row), rowCount: row.row_count ?? 0 }],
  };
}

class CatalogTree {
  readonly #catalogs = new Map<string, Map<string, Map<string, Asked<QueryTable>>>>();

  schema(catalog: string, schema: string): Map<string, Asked<QueryTable>> {
    const schemas = getOrAdd(this.#catalogs, catalog, () => new Map());
    return getOrAdd(schemas, schema, () => new Map());
  }

  toList(): Asked<QueryCatalog>[] {
    return [...this.#catalogs].map(([name, schemas]) => ({
      name,
      schemas: [...schemas].map(([schema, tables]) => ({
        name: schema,
        tables: [...tables.values()],
      })),
    }));
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const present = map.get(key);
  if (present !== undefined) return present;
  const made = make();
  map.set(key, made);
  return made;
}
