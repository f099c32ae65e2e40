import type { ExecuteQueryRequest } from '../../engine/query/query-request.ts';
import type { DatabaseRow } from '../../metadata/database-store.ts';
import { isLookupOf } from '../../plan/filters/is-lookup.ts';
import type { Plan } from '../../plan/types.ts';
import { largeRows } from '../../reading/select-files.ts';
import type { ScanSet } from '../gather/scan-set.ts';

/** Tables of so many rows together, and of so many columns each, are small. */
const maxRows = 20_000;
const maxColumns = 64;

/** What makes rows of its own, and so as many as it likes, whose profile is then of interest. */
const generates =
  /\b(?:range|generate_series|unnest|recursive|repeat|repeat_row|json_each|json_tree)\b/i;

/**
 * What the engine is told of a query that reads so little that few rows are likely to come of it,
 * that looks for single values in a table that is not read for long, or that may have given few
 * rows before: such a one is run in a way that costs less (`runFewRows`), and more where many rows
 * come after all. Null of any other.
 */
export function fewRowsExpected(
  database: Pick<DatabaseRow, 'workspace_id' | 'id'>,
  plan: Plan,
  scanSet: ScanSet,
):
  | (Required<Pick<ExecuteQueryRequest, 'keptCatalogs'>> & Pick<ExecuteQueryRequest, 'fewRowsIf'>)
  | null {
  if (plan.statementKind !== 'select' || plan.exactColumns || generates.test(plan.sql)) return null;
  // What the next text over the catalog would be shown of tables that this one reads is not what is
  // declared.
  if (plan.declared !== null && plan.tables.length > 0) return null;
  // The indexes are told to a connection, which a later text would find there.
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

/** More hits than this are put into a table first, which such a way has no place for. */
const maxSearched = 2048;

interface Catalog {
  readonly schemas: readonly {
    readonly tables: readonly { readonly columns: readonly unknown[] }[];
  }[];
}

const hasWideTable = ({ schemas }: Catalog) =>
  schemas.some(({ tables }) => tables.some(({ columns }) => columns.length > maxColumns));

/** By lists of schemas, which never change and may have very many tables. */
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

/** Of a text that was not read yet the worker finds out, which reads it. */
function mayLookUp({ tables, isChecked }: Plan): boolean {
  const [table, ...others] = tables;
  if (table?.kind !== 'table' || others.length > 0) return false;
  return !isChecked || isLookupOf({ tables: [table] });
}

/**
 * What a worker keeps the catalogs of such a query by: a workspace and a database; and where the
 * catalog is shown, all that it shows, so that nothing of another time is in it.
 */
function catalogsKey(
  { workspace_id, id }: Pick<DatabaseRow, 'workspace_id' | 'id'>,
  { shown }: Pick<ScanSet, 'shown'>,
): string {
  const key = `${workspace_id} ${id}`;
  if (shown === null) return key;
  return `${key} ${shown.digest}`;
}
