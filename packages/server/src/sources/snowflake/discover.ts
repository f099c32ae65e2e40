import type { DiscoveredColumn, DiscoveredTable, DiscoverFilter } from '../source.ts';
import {
  type CatalogRow,
  catalogRows,
  type NamedColumn,
  nameColumns,
  primaryKeys,
  schemaNames,
} from './catalog.ts';
import type { SnowflakeSession } from './connect-snowflake.ts';
import { mapColumn } from './type-map.ts';

/** Tables per reported part. */
const tablesInPart = 500;

/** Schema by schema: the catalogs refuse to tell of too much at once. */
export async function* discoverTables(
  session: SnowflakeSession,
  filter: DiscoverFilter,
): AsyncGenerator<readonly DiscoveredTable[], void> {
  const schemas = (await schemaNames(session)).filter(
    (schema) => filter.schema === undefined || schema === filter.schema,
  );
  for (const schema of schemas.toSorted()) yield* tablesOf(session, schema, filter.table);
}

async function* tablesOf(
  session: SnowflakeSession,
  schema: string,
  only: string | undefined,
): AsyncGenerator<readonly DiscoveredTable[], void> {
  const keys = await primaryKeys(session, schema);
  let part: DiscoveredTable[] = [];
  let columns: CatalogRow[] = [];
  for await (const row of catalogRows(session, schema, only)) {
    if (columns[0] && columns[0].table !== row.table) {
      part.push(toTable(schema, columns[0], columns, keys));
      columns = [];
    }
    columns.push(row);
    if (part.length < tablesInPart) continue;
    yield part;
    part = [];
  }
  if (columns[0]) part.push(toTable(schema, columns[0], columns, keys));
  if (part.length > 0) yield part;
}

function toTable(
  schema: string,
  first: CatalogRow,
  rows: readonly CatalogRow[],
  keys: ReadonlyMap<string, readonly string[]>,
): DiscoveredTable {
  const columns = nameColumns(rows);
  const names = new Map(columns.map(({ column, name }) => [column, name]));
  const isTable = first.table_type?.endsWith('TABLE') === true;
  return {
    schema,
    name: first.table,
    kind: isTable ? 'table' : 'view',
    columns: columns.map(toColumn),
    primaryKey: (keys.get(first.table) ?? []).map((key) => names.get(key) ?? key),
    comment: first.table_comment || null,
    rowEstimate: !isTable || first.row_estimate === null ? null : Number(first.row_estimate),
  };
}

function toColumn(row: NamedColumn): DiscoveredColumn {
  const { sourceType, type, note, sqlType } = mapColumn(row);
  return {
    name: row.name,
    ...(row.name !== row.column && { sourceName: row.column }),
    sourceType,
    type,
    nullable: row.is_nullable === 'YES',
    comment: row.comment || null,
    note,
    ...(sqlType !== undefined && { sqlType }),
  };
}
