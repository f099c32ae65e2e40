import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral, quoteName } from '../../kernel/quoting.ts';
import { workerCatalog } from '../sandbox.ts';
import type { QueryCatalog, QueryColumn, QueryFile, QueryTable, RunQueryRequest } from './query-request.ts';

/**
 * Attaches the query's catalogs, so that names bind as the caller wrote them (`default.main.t.id`), and makes its
 * default catalog and schema the connection's. One call: 0.8 ms for a catalog with a table, nothing for a query
 * without tables.
 */
export async function openQueryCatalogs(connection: DuckDBConnection, request: RunQueryRequest): Promise<void> {
  const statements = request.catalogs.flatMap(catalogStatements);
  const { defaultCatalog, defaultSchema } = request;
  if (defaultCatalog !== null && request.catalogs.some(({ name }) => name === defaultCatalog)) {
    const schemas = request.catalogs.find(({ name }) => name === defaultCatalog)?.schemas ?? [];
    // An unknown default schema is no error before a name has to be found in it (specification, POST /v1/query).
    const known = defaultSchema === 'main' || schemas.some(({ name }) => name === defaultSchema);
    statements.push(`USE ${quoteName(defaultCatalog, known && defaultSchema !== null ? defaultSchema : 'main')}`);
  }
  if (statements.length > 0) await connection.run(statements.join(';\n'));
}

/** Removes them, with everything in them. `connection` must not be the one that uses one of them. */
export async function closeQueryCatalogs(
  connection: DuckDBConnection,
  catalogs: readonly QueryCatalog[],
): Promise<void> {
  const statements = catalogs.map(({ name }) => `DETACH DATABASE IF EXISTS ${quoteIdentifier(name)}`);
  if (statements.length > 0) await connection.run(statements.join(';\n'));
}

function catalogStatements(catalog: QueryCatalog): string[] {
  const statements = [`ATTACH ':memory:' AS ${quoteIdentifier(catalog.name)}`];
  for (const schema of catalog.schemas) {
    if (schema.name !== 'main') statements.push(`CREATE SCHEMA ${quoteName(catalog.name, schema.name)}`);
    for (const table of schema.tables) {
      statements.push(tableStatement(quoteName(catalog.name, schema.name, table.name), table));
    }
  }
  return statements;
}

/** Without files a real table, so that information_schema calls it a BASE TABLE; otherwise a view over its files. */
function tableStatement(name: string, table: QueryTable): string {
  if (table.files.length === 0) {
    const columns = table.columns.map((column) => `${quoteIdentifier(column.name)} ${column.type}`);
    return `CREATE TABLE ${name} (${columns.join(', ')})`;
  }
  const names = table.columns.map((column) => quoteIdentifier(column.name));
  return `CREATE VIEW ${name} (${names.join(', ')}) AS ${scanOf(table)}`;
}

/**
 * The files' rows with exactly the table's columns. DuckDB's own columns (`filename`, `file_row_number`) cannot be
 * reached through the view, since it lists its columns. Files of the table's present columns are read plainly: with
 * `schema` DuckDB scans a file with one thread (3M rows: 12 ms instead of 6.6), so it is kept for older files.
 */
function scanOf(table: QueryTable): string {
  if (table.columns.some(({ stored }) => typeof stored === 'string')) {
    return plainScan(table.files, table.columns, (column) => String(column.stored));
  }
  const hasOwnName = table.columns.some(({ name }) => ownColumns.has(name.toLowerCase()));
  const scans: string[] = [];
  for (let start = 0; start < table.files.length; ) {
    const isPlain = (file: QueryFile | undefined) => file?.isCurrent === true && !hasOwnName;
    let end = start + 1;
    while (end < table.files.length && isPlain(table.files[end]) === isPlain(table.files[start])) end += 1;
    const files = table.files.slice(start, end);
    const plain = isPlain(table.files[start]);
    scans.push(plain ? plainScan(files, table.columns, (column) => column.name) : mappedScan(files, table.columns));
    start = end;
  }
  return scans.join(' UNION ALL ');
}

/** Names that a plain scan gives to columns of its own. */
const ownColumns = new Set(['filename', 'file_row_number', 'file_index', 'rowid']);

const listOf = (files: readonly QueryFile[]) => `[${files.map((file) => quoteLiteral(file.path)).join(', ')}]`;

function plainScan(
  files: readonly QueryFile[],
  columns: readonly QueryColumn[],
  nameOf: (column: QueryColumn) => string,
): string {
  const list = columns.map((column) => `CAST(${quoteIdentifier(nameOf(column))} AS ${column.type})`).join(', ');
  return `SELECT ${list} FROM read_parquet(${listOf(files)}, hive_partitioning = false)`;
}

/** By field id: survives renames, widens older files' types, gives null where a file is older than the column. */
function mappedScan(files: readonly QueryFile[], columns: readonly QueryColumn[]): string {
  const fields = columns.map(
    ({ stored, type }, index) => `${stored}: {name: 'c${index}', type: ${quoteLiteral(type)}, default_value: NULL}`,
  );
  const list = columns.map((_column, index) => `c${index}`).join(', ');
  return `SELECT ${list} FROM read_parquet(${listOf(files)}, schema = map{${fields.join(', ')}})`;
}

export const resultTable = quoteName(workerCatalog, 'main', 'result');
