import type { ExecuteQueryRequest } from '../../engine/query/query-request.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import { isLookupOf } from '../../plan/filters/is-lookup.ts';
import type { Plan } from '../../plan/types.ts';
import { largeRows } from '../../reading/select-files.ts';
import type { ScanSet } from '../gather/scan-set.ts';

/** Maximum total rows, and columns per table, of small tables. */
const maxRows = 20_000;
const maxColumns = 64;

/** Constructs with any number of rows; the profile of such a query is of interest. */
const generates =
  /\b(?:range|generate_series|unnest|recursive|repeat|repeat_row|json_each|json_tree)\b/i;

/**
 * Options for a query that is likely to give few rows: it reads little, looks up single values in a
 * table of moderate size, or may have given few rows before. The engine then runs it in a cheaper
 * way (`runFewRows`), which costs more if many rows come after all. Null for any other query.
 */
export function fewRowsExpected(
  database: Pick<DatabaseRow, 'workspace_id' | 'id'>,
  plan: Plan,
  scanSet: ScanSet,
):
  | (Required<Pick<ExecuteQueryRequest, 'keptCatalogs'>> & Pick<ExecuteQueryRequest, 'fewRowsIf'>)
  | null {
  if (plan.statementKind !== 'select' || plan.exactColumns || generates.test(plan.sql)) return null;
  // A cached catalog would show this query's tables to the next text instead of the declared
  // tables.
  if (plan.declared !== null && plan.tables.length > 0) return null;
  // Indexes are set on the connection, and a later text would see them.
  if (scanSet.indexes !== null) return null;
  const { catalogs, rowCount } = scanSet;
  if (rowCount > maxSearched && tablesHaveHits(catalogs)) return null;
  if (catalogs.some(hasWideTable) || (plan.declared ?? []).some(isWideDeclared)) return null;
  const isSmall = rowCount <= maxRows;
  const keptCatalogs = catalogsKey(database, scanSet);
  if (isSmall) return { keptCatalogs };
  if (rowCount >= largeRows) return null;
  return { keptCatalogs, fewRowsIf: mayLookUp(plan) ? 'lookup' : 'again' };
}

/** More hits are first put into a table, which the cheaper way does not support. */
const maxSearched = 2048;

interface Catalog {
  readonly schemas: readonly {
    readonly tables: readonly { readonly columns: readonly unknown[] }[];
  }[];
}

const hasWideTable = ({ schemas }: Catalog) =>
  schemas.some(({ tables }) => tables.some(({ columns }) => columns.length > maxColumns));

/** Keyed by lists of schemas, which never change and may have very many tables. */
const wideDeclared = new WeakMap<Catalog['schemas'], boolean>();

function isWideDeclared(catalog: Catalog): boolean {
  const known = wideDeclared.get(catalog.schemas);
  if (known !== undefined) return known;
  const isWide = hasWideTable(catalog);
  wideDeclared.set(catalog.schemas, isWide);
  return isWide;
}

const tablesHaveHits = (catalogs: ScanSet['catalogs']) =>
  catalogs.some(({ schemas }) =>
    schemas.some(({ tables }) => tables.some(({ hits }) => hits !== undefined)),
  );

/** A text that is not checked yet may be a lookup: the worker reads the text and decides. */
function mayLookUp({ tables, isChecked }: Plan): boolean {
  const [table, ...others] = tables;
  if (table?.kind !== 'table' || others.length > 0) return false;
  return !isChecked || isLookupOf({ tables: [table] });
}

/**
 * The key of catalogs in a worker's cache: workspace and database, and for a visible catalog the
 * whole content, so stale content is never shown.
 */
function catalogsKey(
  { workspace_id, id }: Pick<DatabaseRow, 'workspace_id' | 'id'>,
  { shown }: Pick<ScanSet, 'shown'>,
): string {
  const key = `${workspace_id} ${id}`;
  if (shown === null) return key;
  return `${key} ${shown.digest}`;
}
