import { quoteLiteral } from '../../../kernel/quoting.ts';
import { macroCatalog } from '../../macros.ts';

/**
 * The worker's own catalogs (engine/sandbox.ts, and the catalog of the macros) and DuckDB's
 * built-in catalogs.
 */
const hidden = ['quern-worker', macroCatalog, 'system', 'temp'];

/**
 * A predicate on a catalog name column of information_schema that selects the visible catalogs.
 * Visible catalogs may have any name except the hidden names, because a connection attached without
 * an alias uses its own name.
 */
export function visibleCatalogs(column: string): string {
  return `${column} NOT IN (${hidden.map(quoteLiteral).join(', ')})`;
}

/** The text after FROM in a query of information_schema.columns. */
export const columnsOfVisible = `information_schema."columns" WHERE ${visibleCatalogs('table_catalog')}`;
