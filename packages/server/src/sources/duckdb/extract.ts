import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteIdentifier, quoteLiteral, quoteName } from '../../kernel/quoting.ts';
import { planTypes } from '../file-engine/typed-rows.ts';
import { writeFiles } from '../file-engine/write-files.ts';
import type { ExtractProgress, ExtractRequest, ExtractSummary } from '../source.ts';
import { SourceError } from '../source-error.ts';
import { attachedName, type DuckdbFile } from './open-duckdb.ts';

/** Approximate size of a value in Parquet: a guess for the number of files. */
const expectedValueBytes = 6;

/** Reads the table in one transaction. */
export async function* extractTable(
  { engine }: DuckdbFile,
  request: ExtractRequest,
): AsyncGenerator<ExtractProgress, ExtractSummary> {
  const { connection } = engine;
  await connection.run('BEGIN TRANSACTION READ ONLY');
  const known = await describe(connection, request);
  const wanted = request.columns
    ? request.columns.map((name) => find(known, request, name))
    : known;
  const relation = relationOf(known, request);
  const plan = await planTypes(connection, relation, wanted);
  const rows = { columns: plan.columns, select: plan.selectFrom(relation) };
  const files = yield* writeFiles(engine, {
    ...rows,
    folder: request.folder,
    name: 'rows',
    done: { rows: 0, bytes: 0 },
    expectedBytes: (await estimatedRows(connection, request)) * wanted.length * expectedValueBytes,
  });
  return {
    columns: rows.columns.map(({ name, type }) => ({ name, stagedType: type, type })),
    files,
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    warnings: [],
    cursor: await greatestCursor(connection, relation, request),
  };
}

/** 0 for a view, because counting its rows would compute the view twice. */
async function estimatedRows(
  connection: DuckDBConnection,
  { schema, table }: ExtractRequest,
): Promise<number> {
  const found = await connection.runAndReadAll(
    `SELECT CAST(estimated_size AS DOUBLE) FROM duckdb_tables() WHERE database_name = ${quoteLiteral(attachedName)}
       AND schema_name = ${quoteLiteral(schema)} AND table_name = ${quoteLiteral(table)}`,
  );
  return Number(found.getRows()[0]?.[0] ?? 0);
}

interface Column {
  readonly name: string;
  readonly type: string;
}

async function describe(
  connection: DuckDBConnection,
  { schema, table }: ExtractRequest,
): Promise<Column[]> {
  try {
    const described = await connection.runAndReadAll(
      `DESCRIBE ${quoteName(attachedName, schema, table)}`,
    );
    return described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
  } catch (error) {
    if (/^Catalog Error/.test((error as Error).message))
      throw missing(`Table '${schema}.${table}'`);
    throw error;
  }
}

function find(known: readonly Column[], { schema, table }: ExtractRequest, name: string): Column {
  const found = known.find((column) => column.name === name);
  if (!found) throw missing(`Column '${name}' of '${schema}.${table}'`);
  return found;
}

const missing = (what: string) =>
  new SourceError('not_found', `${what} is not in the file; refresh the connection`);

function relationOf(known: readonly Column[], request: ExtractRequest): string {
  const { schema, table, cursor } = request;
  const relation = quoteName(attachedName, schema, table);
  if (!cursor) return relation;
  const { type } = find(known, request, cursor.column);
  if (cursor.value === null) return relation;
  const name = quoteIdentifier(cursor.column);
  const value = `CAST(${quoteLiteral(cursor.value)} AS ${type})`;
  const above = cursor.isInclusive
    ? `${name} >= ${value} OR ${name} IS NULL`
    : `${name} > ${value}`;
  return `(SELECT * FROM ${relation} WHERE ${above})`;
}

async function greatestCursor(
  connection: DuckDBConnection,
  relation: string,
  { cursor }: ExtractRequest,
): Promise<string | null> {
  if (!cursor) return null;
  const greatest = await connection.runAndReadAll(
    `SELECT CAST(max(${quoteIdentifier(cursor.column)}) AS VARCHAR) FROM ${relation}`,
  );
  const value = greatest.getRows()[0]?.[0];
  return typeof value === 'string' ? value : null;
}
