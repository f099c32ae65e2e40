import { badRequest } from '../../kernel/errors.ts';
import { isEngineView } from '../../plan/duckdb/engine-views.ts';
import { type Fields, nodesOf } from '../../plan/duckdb/read-tree.ts';
import type { QueryCatalog } from './query-request.ts';

/**
 * Table functions that a query may read from. None opens a file or shows a setting. `plan/` decides
 * what callers may use. This list is a second wall in the process that could do damage, and
 * stays separate from the list of `plan/`.
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
 * Refuses a text with a file, or with a table function outside the list, before the text is bound.
 * Binding alone opens files, and statistics can answer from a file without a trace in the plan.
 * `tree` is DuckDB's. A tree with an error names nothing: the engine reports its own error when the
 * text is prepared, and only SELECTs run.
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
    // DuckDB tries an unknown name as a view of the engine, then as a file, and every file is in a
    // directory.
    const name = String(node.table_name ?? '');
    if ((isEngineView(name) || /[/\\]/.test(name)) && !tables.has(name)) throw foreignRead();
  }
}
