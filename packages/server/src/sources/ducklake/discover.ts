import type { DiscoveredTable, DiscoverFilter } from '../source.ts';
import {
  boundedRows,
  byPlace,
  type Lake,
  type LakeTable,
  readColumns,
  readTables,
  readViews,
  safeNumber,
  visible,
} from './lake.ts';
import { discoveredType, type LakeColumn, lakeTypeText } from './type-map.ts';

/** Tables per query for columns: the catalog has no index, so each query reads all columns. */
const tablesInPart = 5_000;
const maxComments = 400_000;

/** Views are listed without columns: a view's SQL comes from its author, in DuckDB's functions. */
export async function* discoverTables(
  lake: Lake,
  filter: DiscoverFilter,
): AsyncGenerator<readonly DiscoveredTable[], void> {
  const isAsked = ({ schema, name }: Pick<LakeTable, 'schema' | 'name'>) =>
    (filter.schema === undefined || schema === filter.schema) &&
    (filter.table === undefined || name === filter.table);
  const tables = (await readTables(lake)).filter(isAsked);
  const views = (await readViews(lake)).filter(isAsked).map(toView);
  const comments = await readComments(lake);
  const estimates = await readEstimates(lake);
  for (let at = 0; at < tables.length; at += tablesInPart) {
    const part = tables.slice(at, at + tablesInPart);
    const columns = await readColumns(lake, { tableIds: part.map(({ id }) => id) });
    const described = part.map((table) => ({
      schema: table.schema,
      name: table.name,
      kind: 'table' as const,
      columns: (columns.get(table.id) ?? []).map((column) => toColumn(table, column, comments)),
      // DuckLake has none.
      primaryKey: [],
      comment: comments.get(`${table.id}`) ?? null,
      rowEstimate: estimates.get(table.id) ?? 0,
    }));
    const last = described.at(-1);
    const isLast = at + tablesInPart >= tables.length;
    const until = views.findIndex((view) => !isLast && last && byPlace(view, last) > 0);
    const before = views.splice(0, until < 0 ? views.length : until);
    yield [...described, ...before].sort(byPlace);
  }
  if (views.length > 0) yield views;
}

function toView({ schema, name }: Pick<LakeTable, 'schema' | 'name'>): DiscoveredTable {
  const comment =
    'a view of the DuckLake, whose SQL only DuckDB runs; make a table of it there (CREATE TABLE ... AS)';
  const kind = 'view';
  return {
    schema,
    name,
    kind,
    columns: [],
    primaryKey: [],
    comment,
    rowEstimate: null,
    isUndescribed: true,
  };
}

function toColumn(table: LakeTable, column: LakeColumn, comments: ReadonlyMap<string, string>) {
  return {
    name: column.name,
    sourceType: lakeTypeText(column),
    nullable: column.nullable,
    comment: comments.get(`${table.id} ${column.id}`) ?? null,
    ...discoveredType(column),
  };
}

/** Keyed by the ids of table and column. */
async function readComments(lake: Lake): Promise<Map<string, string>> {
  const read = (table: string, columns: readonly string[]) =>
    boundedRows(
      lake,
      { table, columns: [...columns, 'key', 'value'], where: visible(lake), limit: maxComments },
      'tags',
    );
  const ofTables = await read('ducklake_tag', ['object_id']);
  const ofColumns = await read('ducklake_column_tag', ['table_id', 'column_id']);
  const comments = new Map<string, string>();
  for (const { object_id, key, value } of ofTables)
    if (key === 'comment' && value) comments.set(`${object_id}`, value);
  for (const { table_id, column_id, key, value } of ofColumns)
    if (key === 'comment' && value) comments.set(`${table_id} ${column_id}`, value);
  return comments;
}

async function readEstimates(lake: Lake): Promise<Map<number, number>> {
  const columns = ['table_id', 'record_count'];
  const rows = await boundedRows(
    lake,
    { table: 'ducklake_table_stats', columns, limit: maxComments },
    'tables',
  );
  return new Map(rows.map((row) => [safeNumber(row.table_id), safeNumber(row.record_count)]));
}
