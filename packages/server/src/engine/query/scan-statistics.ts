import { foreignRead } from './check-sources.ts';
import { type FileGroup, fileGroups } from './live-rows.ts';
import type { QueryCatalog, QueryTable } from './query-request.ts';
import type { PlanNode } from './shown-plan.ts';

export interface ScanStatistics {
  readonly rowsScanned: number | null;
  readonly bytesScanned: number | null;
}

/**
 * Rows and bytes that an analysed plan read, in the contract's count
 * (docs/contract/queries-and-results.md#scan-statistics). DuckDB's own `operator_rows_scanned` is
 * useless: the figure is the table's size once per thread, and 0 under a LIMIT. Throws BAD_REQUEST
 * when the plan read a file outside the query. `checkSources` prevents such a read beforehand.
 */
export function scanStatistics(plan: PlanNode, catalogs: readonly QueryCatalog[]): ScanStatistics {
  const tables = catalogs.flatMap((catalog) => catalog.schemas.flatMap((schema) => schema.tables));
  const known = knownFiles(tables);
  let rowsScanned: number | null = null;
  const pending: PlanNode[] = [plan];
  for (let node = pending.pop(); node; node = pending.pop()) {
    pending.push(...(node.children ?? []));
    const extra = typeof node.extra_info === 'object' ? node.extra_info : {};
    const files = extra['Filename(s)'];
    if (files === undefined) continue;
    const named = fileNames(files);
    if (named.length === 0 || named.some((file) => !known.has(file))) throw foreignRead();
    const group = known.get(named[0] ?? '');
    // Deleted positions are not table data, and vectors belong to rows that are counted already.
    if (group === 'deletes' || group === 'vectors') continue;
    const filtered = 'Filters' in extra || 'Dynamic Filters' in extra;
    const rows = (group?.files ?? []).reduce((sum, file) => sum + file.rowCount, 0);
    rowsScanned = (rowsScanned ?? 0) + (filtered ? rows : (node.operator_cardinality ?? 0));
  }
  return { rowsScanned, bytesScanned: tables.length === 0 ? null : (plan.total_bytes_read ?? 0) };
}

/** Every readable file, with the files of the same scan. */
function knownFiles(tables: readonly QueryTable[]): Map<string, FileGroup | 'deletes' | 'vectors'> {
  const known = new Map<string, FileGroup | 'deletes' | 'vectors'>();
  for (const { files, columns } of tables) {
    for (const { deletes, vectors = [] } of files) {
      if (deletes) known.set(deletes.path, 'deletes');
      for (const { path } of vectors) known.set(path, 'vectors');
    }
    for (const group of fileGroups(files, columns))
      for (const { path } of group.files) known.set(path, group);
  }
  return known;
}

/** DuckDB names the first five files, followed by dots. */
function fileNames(files: unknown): string[] {
  const list = Array.isArray(files) ? files.map(String) : String(files).split(', ');
  return list.filter((name) => name !== '...' && name !== '');
}

/** The number of rows that an analysed CREATE TABLE AS, or COPY to a file, received. */
export function createdRows(plan: PlanNode): number {
  const create = plan.children?.[0]?.children?.[0];
  return create?.children?.[0]?.operator_cardinality ?? Number.MAX_SAFE_INTEGER;
}
