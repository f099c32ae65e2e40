import type { DuckDBConnection } from '@duckdb/node-api';
import { badRequest } from '../../kernel/errors.ts';
import { isEngineView } from '../../plan/duckdb/engine-views.ts';
import { readTree } from '../../plan/duckdb/read-tree.ts';
import { serializedTree } from '../serialized-tree.ts';
import type { QueryCatalog } from './query-request.ts';

/**
 * Table functions a query may read from; none of them opens a file or shows a setting. `plan/` decides what callers may
 * use; this is the wall behind it, in the process that would do the damage, so it is kept apart from that list.
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

/** What a node of DuckDB's parse tree has, of what is looked at here. */
interface TreeNode {
  readonly type?: unknown;
  readonly table_name?: unknown;
  readonly function?: { readonly function_name?: unknown };
  readonly error?: unknown;
  readonly error_message?: unknown;
}

/**
 * Refuses a text that names a file or a table function beyond the list, before it is bound: binding alone opens files,
 * and statistics can answer from one without a trace in the plan. 0.3 ms for a small text.
 */
export async function checkSources(
  connection: DuckDBConnection,
  text: string,
  catalogs: readonly QueryCatalog[],
): Promise<void> {
  const tree = readTree(await serializedTree(connection, text));
  // A text that does not parse gets the engine's own message when it is prepared; one that is no SELECT never runs.
  if ((tree as TreeNode).error === true) return;
  const tables = new Set(tablesOf(catalogs));
  const pending: unknown[] = [tree];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    checkNode(value, tables);
    for (const child of Object.values(value)) if (typeof child === 'object') pending.push(child);
  }
}

export const foreignRead = () => badRequest('queries cannot reach files or settings; query tables instead');

function* tablesOf(catalogs: readonly QueryCatalog[]): Generator<string> {
  for (const catalog of catalogs)
    for (const schema of catalog.schemas) for (const table of schema.tables) yield table.name;
}

function checkNode(node: TreeNode, tables: ReadonlySet<string>): void {
  if (node.type === 'TABLE_FUNCTION') {
    const name = String(node.function?.function_name ?? '').toLowerCase();
    if (!sourceFunctions.has(name)) throw foreignRead();
  } else if (node.type === 'BASE_TABLE') {
    // A name that is no table is tried as a view of the engine, then as a file, and every file is in a directory.
    const name = String(node.table_name ?? '');
    if ((isEngineView(name) || /[/\\]/.test(name)) && !tables.has(name)) throw foreignRead();
  }
}
