import type { DiscoveredColumn, DiscoveredTable, DiscoverFilter } from '../source.ts';
import { type CatalogRow, catalogQuery, jsonChecksQuery, primaryKeyQuery } from './catalog.ts';
import type { MysqlSession } from './connect-mysql.ts';
import { mapColumn } from './type-map.ts';

/** Tables told at a time. */
const tablesInPart = 500;

export async function* discoverTables(
  session: MysqlSession,
  filter: DiscoverFilter,
): AsyncGenerator<readonly DiscoveredTable[], void> {
  const { database } = session.place;
  if (filter.schema !== undefined && filter.schema !== database) return;
  const keys = new Map<string, string[]>();
  for (const { table, column } of await session.query(primaryKeyQuery(database))) {
    keys.set(table ?? '', [...(keys.get(table ?? '') ?? []), column ?? '']);
  }
  const json = await jsonColumns(session);
  const rows = (await session.query(catalogQuery(database, filter))) as unknown as CatalogRow[];
  const tables = new Map<string, CatalogRow[]>();
  for (const row of rows) {
    const columns = tables.get(row.table);
    if (columns) columns.push(row);
    else tables.set(row.table, [row]);
  }
  let part: DiscoveredTable[] = [];
  for (const [name, columns] of tables) {
    part.push(toTable(database, name, columns, keys.get(name) ?? [], json));
    if (part.length < tablesInPart) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** `table.column` of MariaDB's JSON columns. */
async function jsonColumns(session: MysqlSession): Promise<Set<string>> {
  if (!session.isMariaDb) return new Set();
  const checks = await session.query(jsonChecksQuery(session.place.database));
  return new Set(
    checks.flatMap(({ table, clause }) => {
      const column = /^json_valid\(`((?:[^`]|``)+)`\)$/
        .exec(clause ?? '')?.[1]
        ?.replaceAll('``', '`');
      return column === undefined ? [] : [JSON.stringify([table, column])];
    }),
  );
}

function toTable(
  schema: string,
  name: string,
  rows: readonly CatalogRow[],
  primaryKey: readonly string[],
  json: ReadonlySet<string>,
): DiscoveredTable {
  const [first] = rows;
  const isView = first?.table_type === 'VIEW';
  return {
    schema,
    name,
    kind: isView ? 'view' : 'table',
    columns: rows.map((row) => toColumn(row, json)),
    primaryKey,
    // A view's comment is the word VIEW.
    comment: isView ? null : first?.table_comment || null,
    rowEstimate: isView || first?.row_estimate == null ? null : Number(first.row_estimate),
  };
}

function toColumn(row: CatalogRow, json: ReadonlySet<string>): DiscoveredColumn {
  const isJson = json.has(JSON.stringify([row.table, row.column]));
  const { type, note } = mapColumn(isJson ? { ...row, data_type: 'json' } : row);
  return {
    name: row.column,
    sourceType: isJson ? 'json' : row.column_type,
    type,
    nullable: row.is_nullable === 'YES',
    comment: row.comment || null,
    note,
  };
}
