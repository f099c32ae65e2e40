import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { badRequest } from '../../kernel/errors.ts';
import { invariant } from '../../kernel/invariant.ts';
import { quoteIdentifier, quoteLiteral } from '../../kernel/quoting.ts';
import type { IncomingRows } from '../ingest/incoming-rows.ts';
import { selectExpression } from '../ingest/select-expressions.ts';
import { sourceRelation } from '../ingest/source-relation.ts';
import { parquetOptions } from '../parquet-options.ts';

/**
 * A temporary table with each key of the file once, in columns k0, k1, ..., and the number of its
 * occurrences.
 */
export const keysTable = 'incoming_keys';

export const keyNames = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`);

/**
 * Reads the keys of the file into `keysTable`. Throws BAD_REQUEST for a row without a value in a
 * key column. Returns the number of keys.
 */
export async function readKeys(
  connection: DuckDBConnection,
  rows: IncomingRows,
  key: readonly string[],
): Promise<number> {
  const names = keyNames(key.length);
  const list = key.map((name, index) => `${quoteIdentifier(name)} AS k${index}`).join(', ');
  const read = async (parallelCsv: boolean) => {
    const relation = incomingRelation(rows, key, parallelCsv);
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE ${keysTable} AS SELECT ${names.join(', ')}, count(*) AS n ` +
        `FROM (SELECT ${list} FROM ${relation}) GROUP BY ${names.join(', ')}`,
    );
    const nulls = names.map((name) => `count(*) FILTER (${name} IS NULL)`);
    const sql = `SELECT coalesce(sum(n), 0)::BIGINT, count(*), ${nulls.join(', ')} FROM ${keysTable}`;
    return ((await connection.runAndReadAll(sql)).getRows()[0] ?? []).map(Number);
  };
  let [rowCount = 0, keyCount = 0, ...nulls] = await read(true);
  // DuckDB guesses the starts of rows when threads share a CSV file. One thread needs no guess.
  if (rowCount !== rows.source.rowCount && rows.source.format === 'csv') {
    [rowCount = 0, keyCount = 0, ...nulls] = await read(false);
  }
  invariant(rowCount === rows.source.rowCount, `read ${rowCount} of ${rows.source.rowCount} rows`);
  const empty = nulls.findIndex((count) => count > 0);
  if (empty >= 0) {
    throw badRequest(
      `Column '${key[empty]}' is in the key, and a row of the file has no value in it; give every row its key`,
    );
  }
  return keyCount;
}

/**
 * Writes the rows in their stored form: the last row of each key in the file, with only the columns
 * of the file. Needs `keysTable`.
 */
export async function writeLastRows(
  connection: DuckDBConnection,
  rows: IncomingRows,
  { key, keyCount, directory }: { key: readonly string[]; keyCount: number; directory: string },
): Promise<IncomingRows> {
  const target = rows.target.filter(({ from }) => from !== null);
  const brought = target.map(({ column }) => column.name);
  const path = join(directory, 'rows.parquet');
  const keep = keyCount === rows.source.rowCount ? '' : await keepLast(connection, rows, key);
  const from =
    keep === '' ? incomingRelation(rows, brought, false) : numberedRelation(rows, brought);
  const list = brought.map(quoteIdentifier).join(', ');
  const written = await connection.runAndReadAll(
    `COPY (SELECT ${list} FROM ${from}${keep}) TO ${quoteLiteral(path)} ${parquetOptions('scratch')}`,
  );
  const rowCount = Number(written.getRows()[0]?.[0] ?? 0);
  invariant(rowCount === keyCount, `${rowCount} rows were written for ${keyCount} keys`);
  return {
    source: { format: 'parquet', path, rowCount, rowGroupCount: 0 },
    columns: target.map(({ column: { name, type } }) => ({
      name,
      type,
      inferredFrom: null,
      allNull: false,
    })),
    target: rows.target.map(({ column, from: was }) => ({
      column,
      from: was === null ? null : column.name,
    })),
  };
}

/** The rows of the file with the names and types of the target's columns, limited to `names`. */
export function incomingRelation(
  rows: IncomingRows,
  names: readonly string[],
  parallelCsv: boolean,
): string {
  return `(SELECT ${selectList(rows, names)} FROM ${sourceRelation(rows.source, { parallelCsv })})`;
}

/** The relation with an extra column for the row's number in the file. */
function numberedRelation(rows: IncomingRows, names: readonly string[]): string {
  const relation = sourceRelation(rows.source, { parallelCsv: false });
  return `(SELECT ${selectList(rows, names)}, row_number() OVER () AS ${ordinal} FROM ${relation})`;
}

/** The name is longer than a column's name can be, so no column has the name. */
const ordinal = quoteIdentifier(`ordinal${' '.repeat(256)}`);

function selectList(rows: IncomingRows, names: readonly string[]): string {
  const inspected = new Map(rows.columns.map((column) => [column.name, column]));
  const wanted = new Set(names);
  return rows.target
    .filter(({ column }) => wanted.has(column.name))
    .map((source) =>
      selectExpression(source, inspected.get(source.from ?? ''), rows.source.format === 'csv'),
    )
    .join(', ');
}

/** The condition that a numbered row is the last of its key. Only repeated keys are examined. */
async function keepLast(
  connection: DuckDBConnection,
  rows: IncomingRows,
  key: readonly string[],
): Promise<string> {
  const names = keyNames(key.length);
  const same = key.map((name, index) => `r.${quoteIdentifier(name)} = d.k${index}`).join(' AND ');
  const keys = names.map((name) => `d.${name}`).join(', ');
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE repeated_rows AS SELECT ${keys}, r.${ordinal} AS ordinal ` +
      `FROM ${numberedRelation(rows, key)} AS r JOIN (FROM ${keysTable} WHERE n > 1) AS d ON ${same}`,
  );
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE superseded_rows AS SELECT ordinal FROM repeated_rows WHERE ordinal NOT IN ' +
      `(SELECT max(ordinal) FROM repeated_rows GROUP BY ${names.join(', ')})`,
  );
  return ` WHERE ${ordinal} NOT IN (SELECT ordinal FROM superseded_rows)`;
}
