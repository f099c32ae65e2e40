import type { DiscoveredColumn, DiscoveredTable, DiscoverFilter } from '../source.ts';
import { type CatalogRow, catalogQuery, jsonChecksQuery, primaryKeyQuery } from './catalog.ts';
import type { MysqlSession } from './connect-mysql.ts';
import { mapColumn } from './type-map.ts';

/** Tables per reported part. */
const tablesInPart = 500;

export async function* discoverTables(
  session: MysqlSession,
  filter: DiscoverFilter,
): AsyncGenerator<readonly DiscoveredTable[], void> {
  const { database } = session.place;
  if (filter.schema !== undefined && filter.schema !== database) return;
  const keys = new Map<string, string[]>();
  for (const { table, column } of await session.query(primaryKeyQuery(database, filter))) {
    keys.set(table ?? '', [...(keys.get(table ?? '') ?? []), column ?? '']);
  }
  const json = await jsonColumns(session, filter);
  let part: DiscoveredTable[] = [];
  let columns: CatalogRow[] = [];
  const endTable = () => {
    const name = columns[0]?.table;
    if (name !== undefined) part.push(toTable(database, name, columns, keys.get(name) ?? [], json));
    columns = [];
  };
  // Rows are streamed: a million columns in rows of the driver took more than a worker's memory.
  for await (const row of session.rows(catalogQuery(database, filter))) {
    const column = row as unknown as CatalogRow;
    if (columns[0]?.table !== column.table) endTable();
    columns.push(column);
    if (part.length < tablesInPart) continue;
    yield part;
    part = [];
  }
  endTable();
  if (part.length > 0) yield part;
}

/** `table.column` of MariaDB's JSON columns. */
async function jsonColumns(session: MysqlSession, filter: DiscoverFilter): Promise<Set<string>> {
  if (!session.isMariaDb) return new Set();
  const checks = await session.query(jsonChecksQuery(session.place.database, filter));
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
    // A key is left out if the user may not read all of its columns.
    primaryKey: primaryKey.every((key) => rows.some(({ column }) => column === key))
      ? primaryKey
      : [],
    // A view's comment is the word VIEW.
    comment: isView ? null : first?.table_comment || null,
    rowEstimate: isView || first?.row_estimate == null ? null : Number(first.row_estimate),
  };
}

function toColumn(row: CatalogRow, json: ReadonlySet<string>): DiscoveredColumn {
  const isJson = json.has(JSON.stringify([row.table, row.column]));
  const { type, note, sqlType } = mapColumn(isJson ? { ...row, data_type: 'json' } : row);
  return {
    name: row.column,
    sourceType: isJson ? 'json' : row.column_type,
    ...(sqlType !== undefined && { sqlType }),
    type,
    nullable: row.is_nullable === 'YES',
    comment: row.comment || null,
    note,
  };
}
