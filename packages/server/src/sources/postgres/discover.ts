import type { DiscoveredColumn, DiscoveredTable, DiscoverFilter } from '../source.ts';
import {
  type CatalogRow,
  catalogQuery,
  isBefore,
  type NamedColumn,
  nameColumns,
} from './catalog.ts';
import type { PostgresSession } from './connect-postgres.ts';
import { mapColumn } from './type-map.ts';

/** Columns fetched at a time: some 2 MB. */
const fetchedColumns = 5_000;

/** Reports tables in parts, in one snapshot of the catalogs. */
export async function* discoverTables(
  { client, majorVersion }: PostgresSession,
  filter: DiscoverFilter,
): AsyncGenerator<readonly DiscoveredTable[], void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query('SET LOCAL search_path = pg_catalog');
  // All rows are fetched; a plan for the first rows took four times as long.
  await client.query('SET LOCAL cursor_tuple_fraction = 1');
  await client.query(`DECLARE quern_tables NO SCROLL CURSOR FOR ${catalogQuery(majorVersion)}`, [
    filter.schema ?? null,
    filter.table ?? null,
  ]);
  const table = (rows: readonly CatalogRow[]) => toTable(rows, majorVersion);
  let open: CatalogRow[] = [];
  for (;;) {
    const { rows } = await client.query<CatalogRow>(`FETCH ${fetchedColumns} FROM quern_tables`);
    const grouped = groupByTable([...open, ...rows]);
    if (rows.length === 0) {
      if (grouped.length > 0) yield grouped.map(table);
      break;
    }
    // The last table may go on in the next part.
    open = grouped.pop() ?? [];
    if (grouped.length > 0) yield grouped.map(table);
  }
  await client.query('COMMIT');
}

/** Groups consecutive rows of one table. */
function groupByTable(rows: readonly CatalogRow[]): CatalogRow[][] {
  const groups: CatalogRow[][] = [];
  for (const row of rows) {
    const first = groups.at(-1)?.[0];
    if (first && first.schema === row.schema && first.table === row.table) groups.at(-1)?.push(row);
    else groups.push([row]);
  }
  return groups;
}

function toTable(rows: readonly CatalogRow[], majorVersion: number | undefined): DiscoveredTable {
  const [first] = rows as [CatalogRow];
  const columns = nameColumns(rows);
  const names = new Map(columns.map(({ column, name }) => [column, name]));
  const key = (first.primary_key ?? []).map((column) => names.get(column));
  return {
    schema: first.schema,
    name: first.table,
    kind: first.relkind === 'v' || first.relkind === 'm' ? 'view' : 'table',
    columns: columns.map(toColumn),
    // A key is left out if the user may not read all of its columns.
    primaryKey: key.every((column) => column !== undefined) ? key : [],
    comment: first.table_comment,
    rowEstimate: isEstimated(first, majorVersion) ? Math.round(first.row_estimate) : null,
  };
}

/**
 * False for views, whose estimate is zero, and for tables without analysis. Their estimate is
 * negative, or zero before 14, where partitioned tables have none at all.
 */
function isEstimated({ relkind, row_estimate }: CatalogRow, majorVersion: number | undefined) {
  if (relkind === 'v') return false;
  return isBefore(majorVersion, 14) ? row_estimate > 0 : row_estimate >= 0;
}

function toColumn(row: NamedColumn): DiscoveredColumn {
  const { type, note, sqlType } = mapColumn(row);
  return {
    name: row.name,
    ...(row.name !== row.column && { sourceName: row.column }),
    sourceType: row.source_type,
    ...(sqlType !== undefined && { sqlType }),
    type,
    nullable: !row.not_null,
    comment: row.comment,
    note,
  };
}
