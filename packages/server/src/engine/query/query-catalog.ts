import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral, quoteName } from '../../kernel/quoting.ts';
import { hasManyHits, hitRows, makeHitTables } from './hit-rows.ts';
import { liveRows, placedLiveRows, typeRead } from './live-rows.ts';
import type {
  ExecuteQueryRequest,
  QueryCatalog,
  QueryColumn,
  QueryTable,
} from './query-request.ts';

/**
 * Attaches the query's catalogs, so that names bind as the caller wrote them (`default.main.t.id`),
 * and selects the default catalog and schema. The function makes one call: 0.8 ms for a catalog
 * with a table, nothing for a query without tables. Tables have the columns in `named` (without
 * case), or all. A view of 105 columns takes 2.6 ms to create, and 5 ms for each binding.
 */
export async function openQueryCatalogs(
  connection: DuckDBConnection,
  request: Pick<ExecuteQueryRequest, 'catalogs' | 'defaultCatalog' | 'defaultSchema'>,
  named: ReadonlySet<string> | null = null,
): Promise<void> {
  const attach = request.catalogs.map(({ name }) => attachStatement(name));
  const statements = request.catalogs.flatMap((catalog) => catalogStatements(catalog, named));
  const use = useStatement(request);
  if (use !== null) statements.push(use);
  if (request.catalogs.some(hasManyHits)) {
    await connection.run(attach.splice(0).join(';\n'));
    await makeHitTables(connection, request.catalogs);
  }
  if (attach.length + statements.length > 0)
    await connection.run([...attach, ...statements].join(';\n'));
}

/**
 * The statement that selects the request's default catalog and schema; null where the default names
 * none of the catalogs.
 */
export function useStatement({
  catalogs,
  defaultCatalog,
  defaultSchema,
}: Pick<ExecuteQueryRequest, 'catalogs' | 'defaultCatalog' | 'defaultSchema'>): string | null {
  const catalog = catalogs.find(({ name }) => name === defaultCatalog);
  if (catalog === undefined) return null;
  // An unknown default schema is no error until a name has to be found in the schema
  // (docs/contract/queries-and-results.md#running-sql).
  const known =
    defaultSchema === 'main' || catalog.schemas.some(({ name }) => name === defaultSchema);
  return `USE ${quoteName(catalog.name, known && defaultSchema !== null ? defaultSchema : 'main')}`;
}

/** Removes the catalogs with their content. `connection` must not use one of the catalogs. */
export async function closeQueryCatalogs(
  connection: DuckDBConnection,
  catalogs: readonly Pick<QueryCatalog, 'name'>[],
): Promise<void> {
  const statements = catalogs.map(
    ({ name }) => `DETACH DATABASE IF EXISTS ${quoteIdentifier(name)}`,
  );
  if (statements.length > 0) await connection.run(statements.join(';\n'));
}

function catalogStatements(catalog: QueryCatalog, named: ReadonlySet<string> | null): string[] {
  const statements: string[] = [];
  for (const schema of catalog.schemas) {
    if (schema.name !== 'main')
      statements.push(`CREATE SCHEMA ${quoteName(catalog.name, schema.name)}`);
    for (const table of schema.tables) {
      statements.push(tableStatement(catalog.name, schema.name, table, named));
    }
  }
  return statements;
}

export const attachStatement = (catalog: string) =>
  `ATTACH ':memory:' AS ${quoteIdentifier(catalog)}`;

/**
 * A table without files is a real table, so information_schema says BASE TABLE. Other tables are
 * views over their files.
 */
export function tableStatement(
  catalog: string,
  schema: string,
  table: QueryTable,
  named: ReadonlySet<string> | null = null,
): string {
  const name = quoteName(catalog, schema, table.name);
  const read = columnsOffered(table.columns, named);
  if (table.files.length === 0) {
    const columns = read.map(
      (column) =>
        `${quoteIdentifier(column.name)} ${typeRead(column)}${column.notNull ? ' NOT NULL' : ''}`,
    );
    if (table.place !== undefined) columns.push(`${quoteIdentifier(table.place)} BIGINT`);
    return [`CREATE TABLE ${name} (${columns.join(', ')})`, ...comments(name, table, read)].join(
      ';\n',
    );
  }
  const names = read.map((column) => quoteIdentifier(column.name));
  const { hits, place } = table;
  if (place !== undefined) {
    const placed = placedLiveRows(table.files, table.columns);
    const columns = [...table.columns.map((column) => column.name), place].map(quoteIdentifier);
    const own = table.columns.map((_column, index) => `c${index}`);
    return (
      `CREATE VIEW ${name} (${columns.join(', ')}) AS SELECT ${[...own, '(CAST(file AS BIGINT) << 32) + pos'].join(', ')} ` +
      `FROM (${placed.sql}) AS t(${[...own, 'file', 'pos'].join(', ')})`
    );
  }
  const rows = hits
    ? hitRows(catalog, { ...table, hits }, read)
    : liveRows(table.files, table.columns, { read });
  return `CREATE VIEW ${name} (${names.join(', ')}) AS ${rows}`;
}

function comments(
  name: string,
  { comment }: QueryTable,
  columns: readonly QueryColumn[],
): readonly string[] {
  const ofColumns = columns.flatMap((column) =>
    column.comment === undefined
      ? []
      : [
          `COMMENT ON COLUMN ${name}.${quoteIdentifier(column.name)} IS ${quoteLiteral(column.comment)}`,
        ],
  );
  return comment === undefined
    ? ofColumns
    : [`COMMENT ON TABLE ${name} IS ${quoteLiteral(comment)}`, ...ofColumns];
}

/** The offered columns, at least one: a table needs a column, and `count(*)` names none. */
export function columnsOffered(
  columns: readonly QueryColumn[],
  named: ReadonlySet<string> | null,
): readonly QueryColumn[] {
  const read =
    named === null ? columns : columns.filter(({ name }) => named.has(name.toLowerCase()));
  return read.length > 0 ? read : columns.slice(0, 1);
}
