import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteLiteral, quoteName } from '../../kernel/quoting.ts';
import { typeKept } from '../file-engine/typed-rows.ts';
import type { DiscoveredColumn, DiscoveredTable, DiscoverFilter } from '../source.ts';
import { attachedName, type DuckdbFile } from './open-duckdb.ts';

const tablesInPart = 500;

interface Found {
  readonly schema: string;
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly comment: string | null;
  readonly rowEstimate: number | null;
  readonly primaryKey: readonly string[];
}

/** Tables first, whose columns stream from the engine, then views, described individually. */
export async function* discoverTables(
  { engine: { connection } }: DuckdbFile,
  filter: DiscoverFilter,
): AsyncGenerator<readonly DiscoveredTable[], void> {
  const found = await findTables(connection, filter);
  const tables = new Map(
    found
      .filter(({ kind }) => kind === 'table')
      .map((table) => [keyOf(table.schema, table.name), table]),
  );
  let part: DiscoveredTable[] = [];
  for await (const { key, columns } of tableColumns(connection, filter)) {
    const table = tables.get(key);
    if (table) part.push({ ...table, columns });
    if (part.length < tablesInPart) continue;
    yield part;
    part = [];
  }
  for (const view of found) {
    const columns = view.kind === 'view' && (await viewColumns(connection, view));
    if (columns) part.push({ ...view, columns });
    if (part.length < tablesInPart) continue;
    yield part;
    part = [];
  }
  yield part;
}

const keyOf = (schema: string, name: string) => JSON.stringify([schema, name]);

function whereOf({ schema, table }: DiscoverFilter, nameColumn: string): string {
  const bySchema = schema === undefined ? '' : ` AND schema_name = ${quoteLiteral(schema)}`;
  const byName = table === undefined ? '' : ` AND ${nameColumn} = ${quoteLiteral(table)}`;
  return `WHERE database_name = ${quoteLiteral(attachedName)} AND NOT internal${bySchema}${byName}`;
}

async function findTables(connection: DuckDBConnection, filter: DiscoverFilter): Promise<Found[]> {
  const rows = await connection.runAndReadAll(
    `SELECT schema_name, table_name, 'table', comment, CAST(estimated_size AS VARCHAR), (SELECT to_json(constraint_column_names)
        FROM duckdb_constraints() c WHERE c.database_name = t.database_name AND c.table_oid = t.table_oid
          AND c.constraint_type = 'PRIMARY KEY' LIMIT 1)
       FROM duckdb_tables() t ${whereOf(filter, 'table_name')}
     UNION ALL SELECT schema_name, view_name, 'view', comment, NULL, NULL FROM duckdb_views() ${whereOf(filter, 'view_name')}
     ORDER BY 1, 2`,
  );
  return rows.getRowsJson().map(([schema, name, kind, comment, estimate, key]) => ({
    schema: String(schema),
    name: String(name),
    kind: kind === 'view' ? 'view' : 'table',
    comment: comment === null || comment === undefined ? null : String(comment),
    rowEstimate: typeof estimate === 'string' ? Number(estimate) : null,
    primaryKey: typeof key === 'string' ? (JSON.parse(key) as string[]) : [],
  }));
}

interface TableColumns {
  readonly key: string;
  readonly columns: readonly DiscoveredColumn[];
}

/** Streams the columns table by table: 50,000 tables of 20 columns would take 300 MB at once. */
async function* tableColumns(
  connection: DuckDBConnection,
  filter: DiscoverFilter,
): AsyncGenerator<TableColumns, void> {
  const rows = await connection.stream(
    `SELECT schema_name, table_name, column_name, data_type, is_nullable, comment FROM duckdb_columns()
     ${whereOf(filter, 'table_name')} AND table_oid IN (SELECT table_oid FROM duckdb_tables()) ORDER BY 1, 2, column_index`,
  );
  let table: { readonly key: string; readonly columns: DiscoveredColumn[] } | undefined;
  for await (const part of rows.yieldRowsJson()) {
    for (const [schema, name, column, type, isNullable, comment] of part) {
      const key = keyOf(String(schema), String(name));
      if (table && table.key !== key) yield table;
      if (table?.key !== key) table = { key, columns: [] };
      const found = discoveredColumn(String(column), String(type), isNullable === true, comment);
      table.columns.push(found);
    }
  }
  if (table) yield table;
}

/**
 * Undefined if DuckDB cannot describe the view: its tables are gone, or its files are not readable
 * here.
 */
async function viewColumns(
  connection: DuckDBConnection,
  { schema, name }: Found,
): Promise<DiscoveredColumn[] | undefined> {
  try {
    const described = await connection.runAndReadAll(
      `DESCRIBE ${quoteName(attachedName, schema, name)}`,
    );
    return described
      .getRows()
      .map(([column, type]) => discoveredColumn(String(column), String(type), true, null));
  } catch (error) {
    if (
      /^(Binder|Catalog|Permission|Parser|IO|Missing Extension) Error/.test(
        (error as Error).message,
      )
    )
      return undefined;
    throw error;
  }
}

function discoveredColumn(
  name: string,
  sourceType: string,
  nullable: boolean,
  comment: unknown,
): DiscoveredColumn {
  const text = comment === null || comment === undefined ? null : String(comment);
  return { name, sourceType, nullable, comment: text, ...typeKept(sourceType) };
}
