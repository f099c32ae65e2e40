import { badRequest } from '../../kernel/errors.ts';
import { isEngineView } from '../../plan/duckdb/engine-views.ts';
import { type Fields, nodesOf } from '../../plan/duckdb/read-tree.ts';
import type { QueryCatalog } from './query-request.ts';

/**
 * Table functions a query may read from; none of them opens a file or shows a setting. `plan/`
 * decides what callers may use; this is the wall behind it, in the process that would do the
 * damage, so it is kept apart from that list.
 */
const sourceFunctions = new Set([
  'range',
  'generate_series',
  'unnest',
  'repeat',
  'repeat_row',
  'json_each',
  'json_tree',
  'summary',
]);

/**
 * Refuses a text that names a file or a table function beyond the list, before it is bound: binding
 * alone opens files, and statistics can answer from one without a trace in the plan. `tree` is
 * DuckDB's; one that says why there is none names nothing: the engine's own message comes when the
 * text is prepared, and what is no SELECT never runs.
 */
export function checkSources(tree: unknown, catalogs: readonly QueryCatalog[]): void {
  const tables = new Set(tablesOf(catalogs));
  for (const node of nodesOf(tree)) checkNode(node, tables);
}

export const foreignRead = () =>
  badRequest('queries cannot reach files or settings; query tables instead');

function* tablesOf(catalogs: readonly QueryCatalog[]): Generator<string> {
  for (const catalog of catalogs)
    for (const schema of catalog.schemas) for (const table of schema.tables) yield table.name;
}

function checkNode(node: Fields, tables: ReadonlySet<string>): void {
  if (node.type === 'TABLE_FUNCTION') {
    const call = node.function as Fields | undefined;
    const name = String(call?.function_name ?? '').toLowerCase();
    if (!sourceFunctions.has(name)) throw foreignRead();
  } else if (node.type === 'BASE_TABLE') {
    // A name that is no table is tried as a view of the engine, then as a file, and every file is
    // in a directory.
    const name = String(node.table_name ?? '');
    if ((isEngineView(name) || /[/\\]/.test(name)) && !tables.has(name)) throw foreignRead();
  }
}
