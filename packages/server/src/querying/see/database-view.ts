import { namesOfDefaultCatalog } from '../../finding/catalog-names.ts';
import { invariant } from '../../kernel/invariant.ts';
import type { GeneratedColumn, LakeCatalog, LakeTable, TableVersion } from '../../lake/model.ts';
import { tablesById } from '../../lake/tables-by-id.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import type { IndexRow } from '../../metadata/index-store.ts';
import type { BoundTable, Plan, VisibleCatalogs } from '../../plan/types.ts';
import type { PlannedSearch } from './planned-search.ts';

/**
 * What a query of one database sees: its catalogs, each at one snapshot, in the planner's form and
 * in the lake's.
 */
export interface DatabaseView {
  readonly snapshot: VisibleCatalogs;
  /** Beside `snapshot.catalogs`. */
  readonly lakes: readonly LakeCatalog[];
  /** Sorted indexes, by the ids of their tables; absent where there are none. */
  readonly sorted?: ReadonlyMap<string, readonly IndexRow[]> | undefined;
  /** Those of loaded vectors that are ready, likewise. */
  readonly vectors?: ReadonlyMap<string, readonly IndexRow[]> | undefined;
  /**
   * Columns that indexes on texts make, by the ids of their tables; absent where there are none.
   */
  readonly generated?: ReadonlyMap<string, readonly GeneratedColumn[]> | undefined;
  /** The searches that its text calls, by their marks; absent where there are none. */
  readonly searches?: ReadonlyMap<string, PlannedSearch>;
}

/** What a query sees that names nothing of the database. */
export function emptyView(database: DatabaseRow): DatabaseView {
  const catalog = {
    names: namesOfDefaultCatalog(database.default_catalog),
    defaultSchema: database.default_schema,
    schemas: [],
  };
  return { snapshot: { catalogs: [catalog], defaultCatalogIndex: 0 }, lakes: [] };
}

/** What a caller calls the catalog of a bound table: `default`, or `default@3` as of snapshot 3. */
export function shownCatalog(
  { snapshot }: DatabaseView,
  bound: { catalog: string; catalogIndex: number },
): string {
  const { past, searched } = snapshot.catalogs[bound.catalogIndex] ?? {};
  if (searched !== undefined) return 'search';
  return past === undefined ? bound.catalog : `${past.name}@${past.snapshot}`;
}

/** Whether a table is read as of an earlier snapshot. */
export function isPast({ snapshot }: DatabaseView, { catalogIndex }: BoundTable): boolean {
  return snapshot.catalogs[catalogIndex]?.past !== undefined;
}

/**
 * By the catalogs' shown names, the snapshot that a query reads of each; null where it reads no
 * table.
 */
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

/** What a bound table holds at the view's snapshot. */
export function versionOf(view: DatabaseView, bound: BoundTable): TableVersion {
  const { version } = tableOf(view, bound);
  invariant(version, 'a bound table has been loaded');
  return version;
}

/** The table that a name is bound to, at the view's snapshot. */
export function tableOf({ lakes }: DatabaseView, bound: BoundTable): LakeTable {
  const lake = lakes[bound.catalogIndex];
  const table = lake && tablesById(lake).get(bound.tableId);
  invariant(table, 'a bound table is in the catalog it was bound in');
  return table;
}
