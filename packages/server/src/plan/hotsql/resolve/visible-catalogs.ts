import { quoteLiteral } from '../../../kernel/quoting.ts';
import { macroCatalog } from '../../macros.ts';

/**
 * The worker's own catalogs (engine/sandbox.ts, and the one of the macros) and those that DuckDB
 * always has.
 */
const hidden = ['quern-worker', macroCatalog, 'system', 'temp'];

/**
 * A predicate over a catalog name column of information_schema: the visible catalogs and no other.
 * They may have any name but the hidden ones, since a connection that is attached without an alias
 * keeps its own.
 */
export function visibleCatalogs(column: string): string {
  return `${column} NOT IN (${hidden.map(quoteLiteral).join(', ')})`;
}

/** What follows FROM where information_schema.columns is read. */
export const columnsOfVisible = `information_schema."columns" WHERE ${visibleCatalogs('table_catalog')}`;
