import { namesOfDefaultCatalog } from '../../finding/catalog-names.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { GeneratedColumn, LakeCatalog, LakeTable, TableVersion } from '../../lake/model.ts';
import { tablesById } from '../../lake/tables-by-id.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { IndexRow } from '../../metadata/index-store.ts';
import type { BoundTable, Plan, VisibleCatalogs } from '../../plan/types.ts';
import type { PlannedSearch } from './planned-search.ts';

/**
 * The visible catalogs of a query, each at one snapshot, in the planner's form and in the lake's.
 */
export interface DatabaseView {
  readonly snapshot: VisibleCatalogs;
  /** In the order of `snapshot.catalogs`. */
  readonly lakes: readonly LakeCatalog[];
  /** Sorted indexes by table id; absent if there are none. */
  readonly sorted?: ReadonlyMap<string, readonly IndexRow[]> | undefined;
  /** Ready indexes of loaded vectors by table id. */
  readonly vectors?: ReadonlyMap<string, readonly IndexRow[]> | undefined;
  /** Generated columns of indexes on texts, by table id; absent if there are none. */
  readonly generated?: ReadonlyMap<string, readonly GeneratedColumn[]> | undefined;
  /** The searches of the text, by mark; absent if there are none. */
  readonly searches?: ReadonlyMap<string, PlannedSearch>;
}

/** The view of a query that names nothing in the database. */
export function emptyView(database: DatabaseRow): DatabaseView {
  const catalog = {
    names: namesOfDefaultCatalog(database.default_catalog),
    defaultSchema: database.default_schema,
    schemas: [],
  };
  return { snapshot: { catalogs: [catalog], defaultCatalogIndex: 0 }, lakes: [] };
}

/** A caller's name for the catalog of a bound table: `default`, or `default@3` at snapshot 3. */
export function shownCatalog(
  { snapshot }: DatabaseView,
  bound: { catalog: string; catalogIndex: number },
): string {
  const { past, searched, isTarget } = snapshot.catalogs[bound.catalogIndex] ?? {};
  if (searched !== undefined) return 'search';
  if (isTarget) return snapshot.catalogs[snapshot.defaultCatalogIndex]?.names[0] ?? bound.catalog;
  return past === undefined ? bound.catalog : `${past.name}@${past.snapshot}`;
}

/** True if the table is read at an earlier snapshot. */
export function isPast({ snapshot }: DatabaseView, { catalogIndex }: BoundTable): boolean {
  return snapshot.catalogs[catalogIndex]?.past !== undefined;
}

/** Maps each catalog's shown name to the snapshot in use; null if the query reads no table. */
export function snapshotsRead({
  plan,
  view,
}: {
  plan: Plan;
  view: DatabaseView;
}): Record<string, number> | null {
  const read = plan.tables.flatMap((bound) =>
    bound.kind === 'table' && !view.searches?.has(bound.catalog)
      ? [[shownCatalog(view, bound), view.lakes[bound.catalogIndex]?.snapshot ?? 0] as const]
      : [],
  );
  return read.length > 0 ? Object.fromEntries(read) : null;
}

/** The version of a bound table at the view's snapshot. */
export function versionOf(view: DatabaseView, bound: BoundTable): TableVersion {
  const { version } = tableOf(view, bound);
  invariant(version, 'a bound table has been loaded');
  return version;
}

/** The table bound to a name, at the view's snapshot. */
export function tableOf({ lakes }: DatabaseView, bound: BoundTable): LakeTable {
  const lake = lakes[bound.catalogIndex];
  const table = lake && tablesById(lake).get(bound.tableId);
  invariant(table, 'a bound table is in the catalog it was bound in');
  return table;
}
